"""One server of ours with many clients at once: ROS 2 on Fast DDS, processes of ours in
Cyclone's dialect, and clients in its own process."""

import os

import pytest

from test_both_dialects import start, wait_there

CLIENTS = 2  # of each kind; RANVIER_INTEROP_CLIENTS in the environment: so many
CALLS = 20  # of each client; RANVIER_INTEROP_CALLS in the environment: so many
# Of replies to clients on Fast DDS that keep ten: each gets those of all, and where its process does
# not run meanwhile its own is pushed out. A server on Fast DDS loses about one in a hundred.
MOST_LOST = 0.05


@pytest.mark.patience(30)
@pytest.mark.timeout(1200)
def test_each_of_many_clients_gets_its_own_answers_and_all_of_them(cast):
    """Those on Fast DDS keep more than ten replies that they have not read: each client gets
    the replies of all (docs/interop.md)."""
    count = int(os.environ.get("RANVIER_INTEROP_CLIENTS", CLIENTS))
    calls = int(os.environ.get("RANVIER_INTEROP_CALLS", CALLS))
    server = start(cast, "ours", "serve", "/add", "--local-clients", count)
    clients = [start(cast, "ros2", "call", "/add", "--depth", 10_000) for _ in range(count)]
    clients += [start(cast, "ours", "call") for _ in range(count)]
    for client in clients:
        wait_there(client)
    for number, client in enumerate(clients):
        client.tell("volley", calls, 1000 * number)
    server.tell("volley", calls, 100_000)
    whole = 60 + count * calls / 10
    done = [c.wait_for("all replies", lambda c=c: c.latest("volley"), whole) for c in clients]
    server.wait_for("all local replies", lambda: len(server.of("volley")) == count, whole)
    done += server.of("volley")
    print(f"{len(done)} clients, {sum(d.pop('late') for d in done)} replies later than 1 s")
    assert done == [{"event": "volley", "right": calls, "wrong": 0, "lost": 0}] * len(done)


@pytest.mark.timeout(300)
def test_ten_clients_that_keep_ten_replies_lose_few_and_get_none_of_others(cast):
    count, calls = 10, int(os.environ.get("RANVIER_INTEROP_CALLS", 50))
    start(cast, os.environ.get("RANVIER_INTEROP_SERVER", "ours"), "serve", "/add")
    client = start(cast, "ros2", "call", "/add", "--clients", count, "--patience", 2)
    wait_there(client)
    client.tell("volley", calls, 0)
    client.wait_for("all replies", lambda: len(client.of("volley")) == count, 60 + count * calls / 10)
    done = client.of("volley")
    print(f"{sum(d['lost'] for d in done)} of {count * calls} replies lost")
    assert [d["wrong"] for d in done] == [0] * count
    assert sum(d["right"] for d in done) >= (1 - MOST_LOST) * count * calls
