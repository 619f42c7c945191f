"""Services with peers that are old, broken or die, in the dialect of Fast DDS. The `fast`
peer is Fast DDS 2.9, which knows the old parameter of an identity alone, as Humble's does."""

import os
import pathlib
import random
import struct
import subprocess

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


DIFFERS = "This Cyclone DDS is not the version"


def other_cyclone(what, folder):
    """The environment of a process whose Cyclone DDS is another build than ours was compiled for."""
    if what != "version":
        return {"LD_PRELOAD": os.environ["RANVIER_INTEROP_OTHER_CYCLONE"], "RANVIER_OTHER_CYCLONE": what}
    libraries = subprocess.run(["ldd", os.environ["RANVIER_INTEROP_OURS"]], capture_output=True,
                               text=True, check=True).stdout
    library = pathlib.Path(next(x.split()[2] for x in libraries.splitlines() if "libddsc" in x))
    folder.joinpath(library.name).write_bytes(
        library.read_bytes().replace(b"\x000.10.2\x00", b"\x000.10.9\x00"))
    return {"LD_LIBRARY_PATH": f"{folder}:{os.environ.get('LD_LIBRARY_PATH', '')}"}


def test_on_a_cyclone_that_is_not_as_expected_a_process_speaks_its_native_dialect_alone(
        cast, tmp_path):
    """No crash, one line, and all that needs no internals of Cyclone."""
    env = other_cyclone("packets", tmp_path)
    server = cast.start("ours", "serve", "--service", "/add", env=env)
    assert "RMW_IMPLEMENTATION=rmw_cyclonedds_cpp" in server.wait_log(DIFFERS)
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
    assert len([x for x in server.log if DIFFERS in x]) == 1
    pub = cast.start("ours", "pub", "--topic", "/t", env=env)
    sub = cast.start("fast", "sub", "--topic", "/t")
    match(pub, sub)
    sent = pub.publish(5, 1000)
    expect_samples(sub.wait_received(5), sent, 1000)


@pytest.mark.parametrize(("what", "words"), [("version", "differs in its version"),
                                             ("writers", "the layout of its writers"),
                                             ("peers", "the layout of its writers of peers")])
def test_every_difference_of_a_cyclone_is_found_and_said_once(cast, tmp_path, what, words):
    """Of writers of peers when there is one, in the middle of a run."""
    env = other_cyclone(what, tmp_path)
    sub = cast.start("ours", "sub", "--topic", "/t", env=env)
    pubs = [cast.start(who, "pub", "--topic", "/t") for who in ("fast", "ours")]
    sub.wait_matched(2)
    for pub in pubs:
        pub.wait_matched(1)
    assert words in sub.wait_log(DIFFERS)
    for pub in pubs:
        pub.publish(5, 1000)
    assert len(sub.wait_received(10)) == 10
    assert len([x for x in sub.log if DIFFERS in x]) == 1
    assert sub.close() == 0
