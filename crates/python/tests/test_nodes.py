"""Two nodes of Ray that share neither a network nor a folder but for a wire between them."""

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import outplay

DATA = Path(__file__).parents[3] / "tests" / "data"
NETWORKS = ("outplay-a", "outplay-b")
RAY = [sys.executable, "-m", "ray.scripts.scripts"]


def run(*words, network=None, check=True, **options):
    words = ["ip", "netns", "exec", network, *words] if network else words
    return subprocess.run(words, check=check, capture_output=True, text=True, **options)


@pytest.fixture
def networks():
    """Two network namespaces with a wire between them."""
    if shutil.which("ip") is None or run("ip", "netns", "add", NETWORKS[0], check=False).returncode:
        pytest.skip("two nodes need the right to make network namespaces (ip netns)")
    try:
        run("ip", "netns", "add", NETWORKS[1])
        run("ip", "link", "add", "outplay-wa", "type", "veth", "peer", "name", "outplay-wb")
        for number, network in enumerate(NETWORKS, 1):
            wire = f"outplay-w{network[-1]}"
            run("ip", "link", "set", wire, "netns", network)
            run("ip", "-n", network, "addr", "add", f"10.99.7.{number}/24", "dev", wire)
            run("ip", "-n", network, "link", "set", "lo", "up")
            run("ip", "-n", network, "link", "set", wire, "up")
        yield
    finally:
        for network in NETWORKS:
            listed = run("ip", "netns", "pids", network, check=False).stdout.split()
            run("kill", "-KILL", *listed, check=False)
            run("ip", "netns", "delete", network, check=False)


DRIVER = """
import os, sys, outplay, ray
ray.init(address="10.99.7.1:6379", log_to_driver=False)
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy as On
# The folder of the driver is hidden from the other node, and so is the file of boards.
sees = ray.remote(os.path.exists)
nodes = [On(node["NodeID"], soft=False) for node in ray.nodes()]
seen = ray.get([sees.options(scheduling_strategy=node).remote(sys.argv[1]) for node in nodes])
assert sorted(seen) == [False, True], seen
boards, out = sys.argv[1:]
outplay.sweep([boards, "cycle:3..12"], ask=["graph6", "n", "game-chromatic"], out=out, on="ray")
"""


def test_nodes_that_share_no_folder_make_a_whole_sweep(networks, tmp_path, request):
    """Most parts stayed on the disk of the other node, and the sweep came back without a word."""
    boards = tmp_path / "boards.g6"
    shutil.copy(DATA / "graphs_7_vertices.g6", boards)
    token = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(16), "RAY_USAGE_STATS_ENABLED": "0"}
    # Sockets have short names; and what Ray says of a cluster that runs here, others would join.
    home = tempfile.mkdtemp(prefix="ray", dir="/tmp")
    request.addfinalizer(lambda: shutil.rmtree(home, ignore_errors=True))
    options = {"env": {**os.environ, **token, "RAY_TMPDIR": home}, "timeout": 300}
    store = ["--num-cpus", "1", "--object-store-memory", str(100 << 20)]
    head = ["start", "--head", "--node-ip-address", "10.99.7.1", "--port", "6379", "--include-dashboard", "false"]
    run(*RAY, *head, *store, network=NETWORKS[0], **options)
    hidden = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none "$0" && exec "$@"', str(tmp_path)]
    node = ["start", "--address", "10.99.7.1:6379", "--node-ip-address", "10.99.7.2"]
    run(*hidden, *RAY, *node, *store, network=NETWORKS[1], **options)
    out = tmp_path / "out"
    ran = run(sys.executable, "-c", DRIVER, str(boards), str(out), network=NETWORKS[0], check=False, **options)
    assert ran.returncode == 0, ran.stderr
    found = outplay.Sweep(out)
    assert found.missing == 0 and found.table().num_rows == 1044 + 10
    plain = outplay.sweep([str(boards), "cycle:3..12"], ask=["graph6", "n", "game-chromatic"], out=tmp_path / "plain")
    assert found.table().equals(plain.table())


def test_a_table_with_missing_parts_says_so(tmp_path):
    found = outplay.sweep("cycle:3..40", ask="board,chromatic", out=tmp_path / "out")
    whole, parts = found.table().num_rows, sorted(found.folder.glob("part-*.parquet"))
    assert len(parts) > 1
    parts[0].unlink()
    for rows in (found.table, found.pandas, found.text, found.show):
        with pytest.raises(ValueError, match=f"1 of {len(parts)} parts are missing"):
            rows()
    assert 0 < found.table(partial=True).num_rows < whole
    assert found.text(to="csv", partial=True).count("\n") == found.pandas(partial=True).shape[0] + 1
