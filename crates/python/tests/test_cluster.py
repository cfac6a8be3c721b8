"""What docs/cluster.md says to type: scripts parse, and the shares of an array are a whole sweep."""

import os
import re
import subprocess
import sys
from pathlib import Path

import outplay

TEXT = (Path(__file__).parents[3] / "docs" / "cluster.md").read_text()
#: Indented blocks.
BLOCKS = [re.sub("(?m)^    ", "", block) for block in re.findall(r"(?m)(?:^    .*\n|^\n(?=    ))+", TEXT)]


def test_scripts_parse():
    scripts = [block.strip() for block in BLOCKS if "#!/bin/bash" in block]
    assert len(scripts) == 2
    for script in scripts:
        subprocess.run(["bash", "-n"], input=script, text=True, check=True)
    pythons = re.findall(r"```python\n(.*?)```", TEXT, re.S)
    assert len(pythons) == 3
    for python in pythons:
        compile(python, "docs/cluster.md", "exec")
    import yaml  # comes with Ray

    (pods,) = [block for block in BLOCKS if "apiVersion" in block]
    job = yaml.safe_load(pods)
    assert job["kind"] == "RayJob"
    assert job["spec"]["rayClusterSpec"]["workerGroupSpecs"][0]["template"]["spec"]["containers"][0]["name"] == "ray"


def test_the_shares_of_an_array_make_a_sweep(tmp_path):
    (script,) = [block.strip() for block in BLOCKS if "--array" in block]
    script = script.replace("connected:10", "cycle:3..12").replace("outplay sweep", f"{sys.executable} -m outplay sweep --quiet")
    for task in range(3):
        slurm = {"SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_CPUS_PER_TASK": "1", "SCRATCH": str(tmp_path)}
        subprocess.run(["bash", "-eu"], input=script, text=True, check=True, env={**os.environ, **slurm})
    found = outplay.Sweep(tmp_path / "n10")
    assert found.missing == 0
    assert sorted(found.table()["game_chromatic"].to_pylist()) == [3] * 10


def test_commands_are_those_of_the_program():
    for line in "".join(BLOCKS).replace("\\\n", " ").splitlines():
        if line.startswith("outplay "):
            words = line.split()
            flags = [word for word in words if word.startswith("--")]
            shown = subprocess.run([sys.executable, "-m", "outplay", *words[1:3], "--help"], capture_output=True, text=True)
            assert shown.returncode == 0 and all(flag in shown.stdout for flag in flags), line
