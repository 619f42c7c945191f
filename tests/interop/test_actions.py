"""Actions between our runtime and client libraries that others wrote: ROS 2 itself, in the
dialect of Fast DDS, and `ros2-client`, in Cyclone's."""

import os

import pytest

WITH_ROS2 = [("ours", "ros2"), ("ros2", "ours")]
pytestmark = [
    pytest.mark.pairs(("ours", "rust"), ("rust", "ours"), *WITH_ROS2),
    pytest.mark.patience(20),
]

EXECUTING, CANCELING, SUCCEEDED, CANCELED = 2, 3, 4, 5
UNTIL_CANCELLED = 1000
GOALS = 9  # of a volley; RANVIER_INTEROP_GOALS in the environment: so many


@pytest.fixture
def action(cast, pair):
    """(server, client) that know of each other."""
    kind = ["--type", "test_msgs/action/Fibonacci"] if "ros2" in pair else []
    server = cast.start(pair[0], "actor", "--action", "/ns/count", *kind)
    client = cast.start(pair[1], "act", "--action", "/ns/count", *kind)
    client.wait_for("the server", lambda: (client.latest("service") or {}).get("there"))
    server.wait_matched(1)
    return server, client


def goals_of(server):
    return [event["order"] for event in server.of("goal")]


def next_of(peer, event, seen):
    """The event of a kind that follows the `seen` ones."""
    return peer.wait_for(f"a new {event}", lambda: peer.of(event)[seen:])[0]


def test_goals_run_one_after_the_other(action):
    server, client = action
    for i, order in enumerate((3, 5, 0)):
        client.tell("goal", order)
        assert next_of(client, "answer", i)["accepted"]
        result = next_of(client, "result", i)
        assert (result["status"], result["value"]) == (SUCCEEDED, [order, order])
    # The last result may be here before the server's own line about its goal.
    server.wait_for("3 goals", lambda: len(goals_of(server)) >= 3)
    assert goals_of(server) == [3, 5, 0]


def test_a_refused_goal_is_told_so_and_the_next_one_runs(action):
    _, client = action
    client.tell("goal", -1)
    assert not next_of(client, "answer", 0)["accepted"]
    client.tell("goal", 1)
    assert next_of(client, "answer", 1)["accepted"]
    assert next_of(client, "result", 0)["value"] == [1, 1]


def test_a_running_goal_is_cancelled(action):
    _, client = action
    client.tell("goal", UNTIL_CANCELLED)
    assert next_of(client, "answer", 0)["accepted"]
    client.wait_for("executing", lambda: EXECUTING in [s["value"] for s in client.of("status")])
    client.tell("cancel")
    assert next_of(client, "canceling", 0) == {"event": "canceling", "code": 0, "count": 1}
    assert next_of(client, "result", 0)["status"] == CANCELED


def test_feedback_reaches_the_client(action):
    """The topics match in their own time, after the services: what is sent
    before that is lost, whoever made the two."""
    _, client = action
    sent = 0
    while not client.of("feedback"):
        client.tell("goal", sent)
        next_of(client, "result", sent)
        sent += 1
    assert {tuple(event["value"]) for event in client.of("feedback")} == {(1,)}


@pytest.mark.pairs(*WITH_ROS2)
def test_every_goal_of_many_ends_on_both_sides_be_it_cancelled_or_not(action):
    """Five at a time; every third is cancelled as soon as it is accepted."""
    server, client = action
    count = int(os.environ.get("RANVIER_INTEROP_GOALS", GOALS))
    client.tell("volley", count)
    client.wait_for("all results", lambda: len(client.of("result")) == count, 20 + count)
    server.wait_for("all ends", lambda: len(server.of("ended")) == count)
    ends = [CANCELED if i % 3 == 2 else SUCCEEDED for i in range(count)]
    assert sorted(e["status"] for e in client.of("result")) == sorted(ends)
    assert sorted(e["status"] for e in server.of("ended")) == sorted(ends)
    values = [e["value"] for e in client.of("result") if e["status"] == SUCCEEDED]
    assert sorted(values) == [[i, i] for i in range(count) if i % 3 != 2]
