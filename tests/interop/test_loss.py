"""Services where datagrams are lost. Needs root, for a network namespace of its own, and
nftables."""

import os

import pytest

from harness.hosts import LossyHost
from test_both_dialects import start, wait_there

CALLS = 15  # of each case; RANVIER_INTEROP_CALLS in the environment: so many
PERCENT = 3
FAST = {"RANVIER_TEST_SERVICE_DIALECT": "fast"}

CASES = {
    "ros2-calls-ours": ("ours", "ros2", {}),
    "we-call-ros2": ("ros2", "ours", {}),
    "ours-in-the-dialect-of-fast-dds": ("ours", "ours", FAST),
    "ours-in-the-dialect-of-cyclone": ("ours", "ours", {}),
}


@pytest.fixture
def host():
    host = LossyHost()
    yield host
    host.close()


@pytest.mark.patience(30)
@pytest.mark.timeout(600)
@pytest.mark.parametrize("size", [20, 60_000])
@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_no_reply_is_lost_where_datagrams_are(host, cast, case, size):
    """A reply of 60,000 bytes is one datagram: more would go in fragments, of which the
    first has the identity (docs/interop.md)."""
    serving, calling, env = case
    calls = int(os.environ.get("RANVIER_INTEROP_CALLS", CALLS))
    start(cast, serving, "serve", within=host.on(0), env=env)
    client = start(cast, calling, "call", within=host.on(0), env=env)
    wait_there(client)
    host.lose(PERCENT)
    rounds = 0
    while host.lost() == 0:  # of few datagrams all may arrive
        rounds += 1
        client.tell("volley", calls, 5, size)
        client.wait_for("its end", lambda: len(client.of("volley")) == rounds, 60 + 3 * calls)
    late = sum(done.pop("late") for done in client.of("volley"))
    print(f"{rounds * calls} calls, {host.lost()} datagrams lost, {late} replies later than 1 s")
    whole = {"event": "volley", "right": calls, "wrong": 0, "lost": 0}
    assert client.of("volley") == [whole] * rounds
