"""A Ray of two workers for all tests, how a process of its own starts one, and how workers are killed."""

import contextlib
import os
import signal
import subprocess
import time

import pytest

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

#: Ray gives up starting after some seconds, which is too soon on a busy machine.
START = """
import ray
for tries in reversed(range(20)):
    try:
        ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100 << 20)
        break
    except Exception:
        ray.shutdown()
        if not tries:
            raise
"""


@pytest.fixture
def start():
    return START


@pytest.fixture(scope="session")
def ray():
    import ray

    exec(START)
    yield ray
    ray.shutdown()


@pytest.fixture
def kill(ray, monkeypatch):
    """Lets workers of Ray be killed while work is given out, not after a time: nobody knows how long it takes."""
    killed = []

    def workers(name):
        listed = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
        return [int(line.split()[0]) for line in listed.splitlines() if f"ray::{name}" in line]

    def kill(name, times):
        wait = ray.wait

        def kill_and_wait(*args, **options):
            count = len(killed)
            until = time.monotonic() + 60
            while len(killed) == count < times and time.monotonic() < until:
                for pid in workers(name)[:1]:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                        killed.append(pid)
                time.sleep(0.01)
            return wait(*args, **options)

        monkeypatch.setattr(ray, "wait", kill_and_wait)
        return killed

    return kill
