"""What the documents show of Python is what happens, and the stubs are complete."""

import ast
import inspect
import re
from pathlib import Path

import pytest

import outplay
from outplay import _outplay

ROOT = Path(__file__).parents[3]


def pages():
    """Every page whose Python is run here: tests of sweeps and clusters run theirs."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    return [page for page in pages if page.stem not in ("sweeps", "cluster") and blocks(page)]


def blocks(page):
    return re.findall(r"(?m)^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.S)


def test_there_is_a_page_about_python():
    assert "python" in [page.stem for page in pages()]


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_pages(page, tmp_path, monkeypatch):
    """All of it runs, and where a comment begins with a value, that is what comes out."""
    monkeypatch.chdir(tmp_path)
    names, shown = {"outplay": outplay}, 0
    for block in blocks(page):
        for statement in ast.parse(block).body:
            source = ast.get_source_segment(block, statement)
            comment = block.splitlines()[statement.end_lineno - 1].partition("# ")[2]
            if isinstance(statement, ast.Expr) and re.match(r"['\d\[{]", comment):
                assert comment.startswith(repr(eval(source, names))), source
                shown += 1
            else:
                exec(source, names)
    assert shown >= 4


@pytest.mark.parametrize("name", ["", *(name for name, found in vars(_outplay).items() if inspect.isclass(found))])
def test_the_stubs_are_complete(name):
    stubs = ast.parse(Path(outplay.__file__).with_name("_outplay.pyi").read_text(encoding="utf-8")).body
    if name:
        (stubs,) = [stub.body for stub in stubs if isinstance(stub, ast.ClassDef) and stub.name == name]
    told = {stub.name for stub in stubs if isinstance(stub, (ast.FunctionDef, ast.ClassDef))}
    told |= {stub.target.id for stub in stubs if isinstance(stub, ast.AnnAssign)}
    there = getattr(_outplay, name) if name else _outplay
    # "Limits" is what Python hands in.
    assert {found for found in told if not found.startswith("_")} - {"Limits"} == {found for found in dir(there) if not found.startswith("_")}


@pytest.mark.parametrize("name", outplay.__all__)
def test_what_is_public_is_described_and_typed(name):
    found = getattr(outplay, name)
    assert inspect.getdoc(found)
    if inspect.isfunction(found):
        signature = inspect.signature(found)
        untyped = [p.name for p in signature.parameters.values() if p.annotation is p.empty]
        assert not untyped and signature.return_annotation is not signature.empty
