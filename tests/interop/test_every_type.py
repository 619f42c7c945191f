"""Every message type that ROS 2 of PyPI and we both have, with random values: ROS 2 reads
what we send, writes it anew and sends it back, and every byte is what it was."""

import os
import pathlib
import sys

import pytest

from conftest import messages_of_ours

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "interfaces"))
import bridge  # noqa: E402
import rosbags_oracle as oracle  # noqa: E402

SEED = int(os.environ.get("RANVIER_SEED", "1"))
SAMPLES = 3  # of each type


@pytest.fixture(scope="module")
def payloads() -> dict:
    """{type: payloads in hex}, made by rosbags, which knows no wstring."""
    share = pathlib.Path(os.environ.get("RANVIER_INTEROP_ROS2", "")).parent.parent / "share"
    theirs = {f"{p.parent.parent.name}/msg/{p.stem}" for p in share.glob("*/msg/*.json")}
    if not theirs:
        pytest.skip("ROS 2 of PyPI is not there (tools/requirements_ros2.txt)")
    every = bridge.messages()
    messages = {name: one for name, one in every.items() if not oracle.has_wstring(name, every)}
    store = oracle.store_of(messages)
    maker = oracle.Maker(store, messages, SEED)

    def some(name: str) -> list:
        made = [maker.message(name) for _ in range(SAMPLES)]
        return [bytes(store.serialize_cdr(one, name)).hex() for one in made]

    both = sorted(theirs & messages_of_ours())
    return {name: some(name) for name in both if name in messages}


@pytest.mark.timeout(180)
@pytest.mark.patience(60)
def test_every_byte_of_every_type_is_the_same_there_and_back(cast, payloads):
    types = ["--types", ",".join(payloads)]
    ros2 = cast.start("ros2", "relay", *types)
    ours = cast.start("ours", "relay", *types)
    ours.wait_matched(len(payloads))
    for name, sent in payloads.items():
        before = len(ours.of("back"))
        for payload in sent:
            ours.tell("raw", name, payload)
        ours.wait_for(name, lambda n=before + len(sent): len(ours.of("back")) == n)
    for peer, event in ((ros2, "there"), (ours, "back")):
        seen = {name: [] for name in payloads}
        for one in peer.of(event):
            seen[one["type"]].append(one["bytes"])
        for name, sent in payloads.items():
            assert [without_padding(s, of) for s, of in zip(seen[name], sent)] == sent, name


def without_padding(seen: str, of: str) -> str:
    """Payloads are filled up to multiples of four bytes, by ROS 2 with any bytes."""
    return seen[: len(of)] if len(seen) - len(of) in (0, 2, 4, 6) else seen
