"""Services with peers that are old, broken or die, in the dialect of Fast DDS. The `fast`
peer is Fast DDS 2.9, which knows the old parameter of an identity alone, as Humble's does."""

import os
import random
import struct

import pytest

from harness.cast import match
from test_both_dialects import ask, start, wait_there
from test_topics import expect_samples

pytestmark = pytest.mark.patience(30)


def add(cast, who, mode, *options):
    """An end of a service of AddTwoInts."""
    return cast.start(who, mode, "--service", "/add", *options)


@pytest.mark.pairs(("ours", "fast"), ("fast", "ours"))
def test_a_peer_that_knows_the_old_parameter_alone_calls_and_is_called(cast, pair):
    add(cast, pair[0], "serve")
    client = add(cast, pair[1], "call")
    wait_there(client)
    assert [ask(client, i, 40) for i in range(5)] == [40, 41, 42, 43, 44]


def test_old_and_new_peers_of_one_server_are_answered_in_the_way_of_each(cast):
    add(cast, "ours", "serve")
    old, own = add(cast, "fast", "call"), add(cast, "ours", "call")
    wait_there(old)
    wait_there(own)
    for turn in range(5):
        assert ask(old, turn, 1) == turn + 1
        assert ask(own, turn, 2) == turn + 2
    assert len(old.of("reply")) == len(own.of("reply")) == 5


def test_requests_that_are_damaged_harm_neither_the_server_nor_other_clients(cast):
    rng = random.Random(28)
    server = add(cast, "ours", "serve")
    broken = add(cast, "fast", "call", "--depth", "1000")
    wait_there(broken)
    header = struct.pack("<Qq", 7, 1)  # of Cyclone's dialect, where none belongs
    for payload in [b"", b"\1", header, header + bytes(16)] + [
        rng.randbytes(rng.randrange(40)) for _ in range(200)
    ]:
        broken.tell("raw", payload.hex() or "0")
    broken.wait_for("all sent", lambda: len(broken.of("sent")) == 204)
    client = add(cast, "ours", "call")
    wait_there(client)
    assert ask(client, 40, 2) == 42
    server.wait_log("/add")
    assert server.close() == 0


def test_a_server_without_a_reply_writer_is_not_there_until_a_whole_one_comes(cast):
    half = add(cast, "fast", "serve", "--half")
    client = add(cast, "ours", "call")
    half.wait_matched(1)  # with the request writer
    while not half.of("request"):  # until the writer knows of the reader too
        client.tell("call", 1, 1)
        half.wait_quiet(0.05)
    assert not client.of("service")
    half.close()
    add(cast, "fast", "serve")
    wait_there(client)
    assert ask(client, 40, 2) == 42


@pytest.mark.parametrize("who", ["ours", "ros2", "fast"])
def test_the_log_names_a_service_whose_server_went_between_request_and_reply(cast, who):
    if who == "ros2":
        server, client = start(cast, who, "serve", "/add", "--mute"), start(cast, "ours", "call")
    else:
        server, client = add(cast, who, "serve", "--mute"), add(cast, "ours", "call")
    wait_there(client)
    client.tell("call", 40, 2)
    server.wait_for("the request", lambda: server.of("request"))
    server.close()
    line = client.wait_log("its server has gone")
    assert "'/add'" in line and "1 requests have no reply" in line
    assert not client.of("reply")
    assert client.close() == 0


def test_on_a_cyclone_that_is_not_as_expected_a_process_speaks_its_native_dialect_alone(cast):
    """No crash, one line, and all that needs no internals of Cyclone."""
    env = {"LD_PRELOAD": os.environ["RANVIER_INTEROP_OTHER_CYCLONE"]}
    server = cast.start("ours", "serve", "--service", "/add", env=env)
    assert "RMW_IMPLEMENTATION=rmw_cyclonedds_cpp" in server.wait_log("in another way")
    clients = [add(cast, "ours", "call"), cast.start("ours", "call", "--service", "/add", env=env)]
    for client in clients:
        wait_there(client)
        assert [ask(client, i, 40) for i in range(3)] == [40, 41, 42]
    foreign = add(cast, "fast", "call")
    wait_there(foreign)  # by its endpoints; its requests cannot be read
    foreign.tell("call", 40, 2)
    late = add(cast, "ours", "call")
    wait_there(late)
    assert ask(late, 40, 2) == 42
    assert len([x for x in server.log if "in another way" in x]) == 1
    pub = cast.start("ours", "pub", "--topic", "/t", env=env)
    sub = cast.start("fast", "sub", "--topic", "/t")
    match(pub, sub)
    sent = pub.publish(5, 1000)
    expect_samples(sub.wait_received(5), sent, 1000)
