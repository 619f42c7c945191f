"""What a peer can do wrong: types, truncated and lying samples. We report it,
go on, and lose nothing of what is right."""

import random
import struct

import pytest

from harness.cast import match
from test_topics import expect_samples

LITTLE = b"\x00\x01\x00\x00"
HOSTILE = {
    "nothing_after_the_header": LITTLE,
    "text_shorter_than_its_length": LITTLE + struct.pack("<I", 100) + b"short\0\0\0",
    "length_of_4_gigabytes": LITTLE + struct.pack("<I", 0xFFFFFFFF) + b"abc\0",
    "half_a_length": LITTLE + b"\x05\x00",
    "text_without_its_nul": LITTLE + struct.pack("<I", 4) + b"abcd",
}


def hostile_peer(cast, topic="rt/t", kind="std_msgs::msg::dds_::String_", *qos):
    """A writer of any bytes under the name of a type."""
    return cast.start("rust", "raw", "--dds-topic", topic, "--dds-type", kind, *qos)


def send(peer, *payloads) -> None:
    before = len(peer.of("sent"))
    for payload in payloads:
        peer.tell("raw", payload.hex())
    peer.wait_for("sent", lambda: len(peer.of("sent")) == before + len(payloads))


@pytest.mark.parametrize("payload", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_sample_is_reported_once_and_the_next_good_one_arrives(cast, payload):
    sub = cast.start("ours", "sub", "--topic", "/t")
    pub = hostile_peer(cast)
    match(pub, sub)
    send(pub, payload)
    good = pub.publish(1, 20)
    expect_samples(sub.wait_received(1), good, 20, stamped=False)
    sub.wait_log("/t")
    assert sub.close() == 0
    assert len([line for line in sub.log if "/t" in line]) == 1


def test_sample_of_an_unknown_encoding_does_no_harm(cast):
    """Cyclone drops its packet before we see it, and logs that. It stops the stream of
    its own writer (docs/interop.md) and of no other."""
    sub = cast.start("ours", "sub", "--topic", "/t")
    hostile = hostile_peer(cast)
    match(hostile, sub)
    send(hostile, b"\x7f\x7f\x00\x00" + struct.pack("<I", 4) + b"abc\0")
    sub.wait_log("malformed")
    pub = cast.start("python", "pub", "--topic", "/t")
    pub.wait_matched(1)
    sub.wait_matched(2)
    good = pub.publish(1, 20)
    expect_samples(sub.wait_received(1), good, 20)
    assert sub.close() == 0


def mutated(rng, payload: bytes) -> bytes:
    """`payload` with some bytes changed, cut off or added, its header kept."""
    body = bytearray(payload[4:])
    for _ in range(rng.randint(1, 8)):
        if body:
            body[rng.randrange(len(body))] = rng.choice([0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)])
    body = body[: rng.randrange(len(body) + 1)] if rng.random() < 0.4 else body
    body += rng.randbytes(rng.choice([0, 0, 1, 7, 100]))
    header = rng.choice([LITTLE, b"\x00\x00\x00\x00"])
    return header + bytes(body)


TEXT = LITTLE + struct.pack("<I", 9) + b"abcdefgh\0"
REQUEST = LITTLE + struct.pack("<QqI", 7, 1, 1) + struct.pack("<I", 7) + b"answer\0"
GRAPH = LITTLE + bytes(range(16)) + struct.pack("<II", 1, 2) + b"/\0\0\0" + struct.pack(
    "<I", 5) + b"evil\0\0\0\0" + struct.pack("<I", 1) + bytes(16) + struct.pack("<I", 0)  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_subscription_outlives_a_stream_of_damaged_samples(cast, seed):
    rng = random.Random(seed)
    sub = cast.start("ours", "sub", "--topic", "/t", "--depth", "1000")
    pub = hostile_peer(cast, "rt/t", "std_msgs::msg::dds_::String_", "--depth", "1000")
    match(pub, sub)
    send(pub, *[mutated(rng, TEXT) for _ in range(300)])
    pub.publish(1, 4999)  # a payload of a multiple of 4 bytes: see SIZES in test_topics.py
    sub.wait_for("the good one", lambda: any(s["size"] == 4999 for s in sub.of("received")))
    assert sub.close() == 0


@pytest.mark.parametrize("seed", range(2))
def test_parameter_service_outlives_damaged_requests(cast, seed):
    rng = random.Random(seed)
    node = cast.start("ours", "node", "--node", "n")
    pub = hostile_peer(
        cast,
        "rq/n/get_parametersRequest",
        "rcl_interfaces::srv::dds_::GetParameters_Request_",
        "--depth",
        "1000",
    )
    pub.wait_matched(1)
    send(pub, *[mutated(rng, REQUEST) for _ in range(200)])
    kind = "rcl_interfaces/srv/GetParameters"
    client = cast.start("python", "call", "--service", "/n/get_parameters", "--type", kind)
    client.wait_for("the service", lambda: (client.latest("service") or {}).get("there"))
    client.tell("call", "answer")
    client.wait_for("a reply", lambda: client.of("reply"))
    assert client.latest("reply")["value"][0]["int"] == 42
    assert node.close() == 0


@pytest.mark.parametrize("seed", range(2))
def test_graph_outlives_damaged_discovery_info(cast, seed):
    rng = random.Random(seed)
    eye = cast.start("ours", "graph")
    pub = hostile_peer(
        cast,
        "ros_discovery_info",
        "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_",
        "--transient-local",
        "--depth",
        "1000",
    )
    pub.wait_matched(1)
    send(pub, GRAPH, *[mutated(rng, GRAPH) for _ in range(200)])
    cast.start("rust", "pub", "--topic", "/t", "--node", "talker")
    eye.wait_for("the good node", lambda: "/talker" in (eye.latest("graph") or {}).get("nodes", []))
    assert eye.close() == 0


def test_big_endian_samples_are_read(cast):
    sub = cast.start("ours", "sub", "--topic", "/t")
    pub = cast.start("python", "pub", "--topic", "/t")
    match(pub, sub)
    for size in (1, 100, 1000):
        pub.tell("swapped", size)
    received = sub.wait_received(3)
    assert [(s["size"], s["phase"]) for s in received] == [(1, 0), (100, 1), (1000, 2)]


def test_foreign_readers_take_big_endian_too(cast):
    """The control of the test above: the bytes are right."""
    sub = cast.start("rust", "sub", "--topic", "/t")
    pub = cast.start("python", "pub", "--topic", "/t")
    match(pub, sub)
    pub.tell("swapped", 100)
    assert [(s["size"], s["phase"]) for s in sub.wait_received(1)] == [(100, 0)]


def test_publisher_of_another_type_is_named_and_does_not_disturb(cast):
    sub = cast.start("ours", "sub", "--topic", "/t")
    wrong = cast.start("python", "pub", "--topic", "/t", "--type", "std_msgs/msg/Int64")
    line = sub.wait_log("Int64")
    assert "/t" in line and "String" in line
    wrong.publish(3, 8)
    right = cast.start("python", "pub", "--topic", "/t")
    match(right, sub)
    right.publish(1, 50)
    assert [s["size"] for s in sub.wait_received(1)] == [50]
    assert len([line for line in sub.log if "Int64" in line]) == 1


def test_subscription_of_another_type_is_named_and_does_not_disturb(cast):
    pub = cast.start("ours", "pub", "--topic", "/t")
    wrong = cast.start("python", "sub", "--topic", "/t", "--type", "std_msgs/msg/Int64")
    line = pub.wait_log("Int64")
    assert "/t" in line and "String" in line
    right = cast.start("python", "sub", "--topic", "/t")
    match(pub, right)
    pub.publish(2, 50)
    assert [s["size"] for s in right.wait_received(2)] == [50, 50]
    assert not wrong.of("received")
