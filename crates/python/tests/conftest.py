"""A Ray of two workers for all tests, and how a process of its own starts one."""

import os

import pytest

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

#: Ray gives up starting after some seconds, which is too soon on a busy machine.
START = """
import ray
for tries in reversed(range(20)):
    try:
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100 << 20)
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
