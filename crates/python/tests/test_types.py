"""What a type checker is told of the half in Rust is what is there."""

import ast
import inspect
from pathlib import Path

import outplay
from outplay import _outplay

STUB = ast.parse((Path(outplay.__file__).parent / "_outplay.pyi").read_text())


def parameters(function):
    given = function.args
    names = [argument.arg for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return [name.rstrip("_") for name in names if name != "self"]


def said(of):
    """The parameters that the module itself tells."""
    return [name.rstrip("_") for name in inspect.signature(of).parameters if name != "self"]


def members(of):
    return {name for name in vars(of) if not name.startswith("_")}


def test_stubs_say_what_is_there():
    classes = {item.name: item for item in STUB.body if isinstance(item, ast.ClassDef) and item.name != "Limits"}
    functions = {item.name: item for item in STUB.body if isinstance(item, ast.FunctionDef)}
    assert {*classes, *functions} == members(_outplay)
    for name, function in functions.items():
        assert parameters(function) == said(getattr(_outplay, name)), name
    for name, stub in classes.items():
        there = getattr(_outplay, name)
        methods = {item.name: item for item in stub.body if isinstance(item, ast.FunctionDef)}
        fields = {item.target.id for item in stub.body if isinstance(item, ast.AnnAssign)}
        begin = methods.pop("__init__", None)
        assert {*methods, *fields} == members(there), name
        if begin is not None:
            assert parameters(begin) == said(there), name
        for method, function in methods.items():
            assert parameters(function) == said(getattr(there, method)), f"{name}.{method}"
