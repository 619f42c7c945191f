"""Fixtures of the interop tests."""

import os
import pathlib
import sys
import tempfile

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support")]
sys.dont_write_bytecode = True

from harness.cast import Cast  # noqa: E402
from own_domain import Domain  # noqa: E402

# (who publishes, who subscribes). The pairs without us are the proof that the
# harness itself works; what two foreign stacks do to each other is no verdict on
# ours, so they run only where RANVIER_INTEROP_CONTROLS is set.
FOREIGN = ["rust", "python", "fast", "ros2"]
CONTROLS = [("rust", "python"), ("python", "rust"), ("fast", "python"), ("python", "fast")]
WITH_US = [("ours", who) for who in FOREIGN] + [(who, "ours") for who in FOREIGN]
PAIRS = CONTROLS + WITH_US


def messages_of_ours() -> set:
    """The names of our messages, 'package/msg/Name'."""
    root = pathlib.Path(__file__).resolve().parent.parent.parent / "interfaces"
    return {f"{p.parent.parent.name}/msg/{p.stem}" for p in root.glob("*/msg/*.msg")}


def pytest_generate_tests(metafunc) -> None:
    if "pair" in metafunc.fixturenames:
        chosen = metafunc.definition.get_closest_marker("pairs")
        pairs = chosen.args if chosen else PAIRS
        controls = "RANVIER_INTEROP_CONTROLS" in os.environ
        pairs = [pair for pair in pairs if controls or "ours" in pair]
        metafunc.parametrize("pair", pairs, ids="-".join)
    if "foreign" in metafunc.fixturenames:
        chosen = metafunc.definition.get_closest_marker("foreigners")
        metafunc.parametrize("foreign", chosen.args if chosen else FOREIGN)


@pytest.fixture
def domain():
    held = Domain()
    yield held.number
    held.close()


@pytest.fixture
def tmp_path():
    """A folder that goes with the test: pytest's own keeps those of the last three runs."""
    with tempfile.TemporaryDirectory() as folder:
        yield pathlib.Path(folder)


@pytest.fixture
def cast(request, domain, tmp_path):
    """Starts peers; ends them all, and shows what they said if a test failed."""
    asked = request.node.get_closest_marker("patience")
    cast = Cast(domain, tmp_path, **({"patience": asked.args[0]} if asked else {}))
    yield cast
    cast.close()
    print(cast.report())
