"""Participants that encrypt what they send, by DDS Security: both dialects between two of ours,
and peers that join with enclaves of our keystores: raw Cyclone DDS, and Fast DDS 2.9. PyPI's
ROS 2 is built without security."""

import pytest

from harness.cast import match
from harness.keys import Enclaves, secured
from test_both_dialects import ask, start, wait_there


@pytest.mark.parametrize("dialect", ["fast", "cyclone"])
@pytest.mark.parametrize("rtps", ["NONE", "SIGN"])
def test_calls_are_answered_and_who_has_no_keys_is_left_out(
    cast, domain, tmp_path, dialect, rtps
):
    keys = {"CYCLONEDDS_URI": secured(tmp_path, domain, rtps),
            "RANVIER_TEST_SERVICE_DIALECT": dialect}  # fmt: skip
    server = start(cast, "ours", "serve", env=keys)
    client = start(cast, "ours", "call", env=keys)
    open_server, stranger = start(cast, "ours", "serve"), start(cast, "ours", "call")
    wait_there(client)
    wait_there(stranger)
    client.tell("volley", 50, 5, 20_000)
    client.wait_for("all replies", lambda: client.latest("volley"))
    assert (client.latest("volley")["right"], client.latest("volley")["lost"]) == (50, 0)
    assert ask(stranger, 1, 2) == 3
    assert [request["b"] for request in server.of("request")] == [5] * 50
    open_server.wait_for("its request", lambda: open_server.of("request"))
    assert [request["b"] for request in open_server.of("request")] == [2]


@pytest.fixture
def keys(tmp_path, domain):
    return Enclaves(tmp_path, domain)


# As the one that begins a handshake Fast DDS 2.9 offers what Cyclone cannot read. Who begins
# follows from the hashes of the enclaves' names: with these it is ours.
PEERS = {"cyclone": "/other", "fast": "/listener"}


@pytest.mark.parametrize("peer", PEERS)
def test_topics_go_both_ways_with_a_peer_of_the_same_authority(cast, keys, peer):
    ends = {"ours": keys.join("/talker"), peer: keys.join(PEERS[peer])}
    for publisher, subscription in (("ours", peer), (peer, "ours")):
        sender = cast.start(publisher, "pub", env=ends[publisher])
        hearer = cast.start(subscription, "sub", env=ends[subscription])
        match(sender, hearer)
        sender.publish(3, 100_000)
        assert [one["size"] for one in hearer.wait_received(3)] == [100_000] * 3
        sender.close()
        hearer.close()


@pytest.mark.parametrize("peer", PEERS)
def test_a_peer_of_the_same_authority_calls_and_is_called(cast, keys, peer):
    ends = {"ours": keys.join("/talker"), peer: keys.join(PEERS[peer])}
    for server, client in (("ours", peer), (peer, "ours")):
        served = cast.start(server, "serve", env=ends[server])
        caller = cast.start(client, "call", env=ends[client])
        wait_there(caller)
        served.wait_matched(1)
        assert [ask(caller, a, 1000) for a in range(3)] == [1000, 1001, 1002]
        served.close()
        caller.close()


def test_a_peer_of_another_authority_hears_nothing_and_is_named_once(cast, keys, tmp_path, domain):
    (tmp_path / "other").mkdir()
    foreign = Enclaves(tmp_path / "other", domain)
    sender = cast.start("ours", "pub", env=keys.join("/talker"))
    stranger = cast.start("cyclone", "sub", env=foreign.join("/other"))
    hearer = cast.start("cyclone", "sub", env=keys.join("/other"))
    sender.wait_log("Security refused a peer")
    match(sender, hearer)
    sender.publish(3, 100)
    hearer.wait_received(3)
    assert (stranger.of("matched"), stranger.of("received")) == ([], [])
    assert sum("Security refused a peer" in line for line in sender.log) == 1


def test_why_a_fast_peer_that_begins_the_handshake_stays_away_is_said(cast, keys):
    sender = cast.start("ours", "pub", env=keys.join("/listener"))
    hearer = cast.start("fast", "sub", env=keys.join("/talker"))
    said = sender.wait_log("it is on Fast DDS and began the handshake")
    assert "give one of them another name" in said
    assert hearer.of("matched") == []
