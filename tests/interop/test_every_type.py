"""Every message type that ROS 2 of PyPI and we both have, with random values: ROS 2 reads
what we send, writes it anew and sends it back, and every byte is what it was."""

import dataclasses
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


class Judge:
    """Random payloads, and what stands in those that came: by rosbags, which knows no wstring."""

    def __init__(self) -> None:
        every = bridge.messages()
        self.messages = {n: one for n, one in every.items() if not oracle.has_wstring(n, every)}
        self._store = oracle.store_of(self.messages)
        self._maker = oracle.Maker(self._store, self.messages, SEED)

    def payload(self, name: str) -> str:
        return self._write(without_filler(self._maker.message(name)), name)

    def without_padding(self, payload: str, sent: str, name: str) -> str:
        """ROS 2 leaves in the bytes between members what was there, and puts some at the end."""
        assert len(sent) <= len(payload), name
        whole = bytes.fromhex(payload[: len(sent)])
        return self._write(self._store.deserialize_cdr(whole, name), name)

    def _write(self, message, name: str) -> str:
        return bytes(self._store.serialize_cdr(message, name)).hex()


def without_filler(message):
    """A type without members has one byte for them, of which ROS 2 makes 0."""
    for field in dataclasses.fields(message):
        value = getattr(message, field.name)
        if field.name == "structure_needs_at_least_one_member":
            setattr(message, field.name, 0)
        for one in value if isinstance(value, list) else [value]:
            if dataclasses.is_dataclass(one):
                without_filler(one)
    return message


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge()


@pytest.fixture(scope="module")
def payloads(judge) -> dict:
    """{type: payloads in hex} of the types that both sides have."""
    share = pathlib.Path(os.environ.get("RANVIER_INTEROP_ROS2", "")).parent.parent / "share"
    theirs = {f"{p.parent.parent.name}/msg/{p.stem}" for p in share.glob("*/msg/*.json")}
    if not theirs:
        pytest.skip("ROS 2 of PyPI is not there (tools/requirements_ros2.txt)")
    both = sorted(theirs & messages_of_ours() & judge.messages.keys())
    return {name: [judge.payload(name) for _ in range(SAMPLES)] for name in both}


@pytest.mark.timeout(180)
@pytest.mark.patience(60)
def test_every_byte_of_every_type_is_the_same_there_and_back(cast, judge, payloads):
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
            pairs = zip(seen[name], sent, strict=True)
            assert [judge.without_padding(*pair, name) for pair in pairs] == sent, name
