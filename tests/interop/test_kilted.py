"""The same program of ROS 2 in its next release, Kilted, on Fast DDS 3: what its peers of
Jazzy do with us in many cases, in one of each kind. Skipped where Kilted is not installed
(tools/requirements_kilted.txt)."""

import pytest

from harness.cast import match
from test_actions import SUCCEEDED, next_of
from test_both_dialects import BASIC, ask, fresh, wait_there
from test_topics import expect_samples

pytestmark = [
    pytest.mark.pairs(("ours", "kilted"), ("kilted", "ours")),
    pytest.mark.patience(20),
]


def test_topics_go_both_ways(cast, pair):
    pub = cast.start(pair[0], "pub", "--topic", "/t")
    sub = cast.start(pair[1], "sub", "--topic", "/t")
    match(pub, sub)
    sent = pub.publish(5, 1000)
    expect_samples(sub.wait_received(5), sent, 1000)


@pytest.mark.parametrize("first", ["serve", "call"])
@pytest.mark.parametrize("turn", fresh())
def test_the_first_call_is_answered_whoever_starts_first(cast, pair, first, turn):
    ends = {}
    for mode in sorted(["call", "serve"], reverse=first == "serve"):
        who = pair[mode == "call"]
        kind = BASIC if who == "ours" else []
        ends[mode] = cast.start(who, mode, "--service", "/add", *kind)
    wait_there(ends["call"])
    assert [ask(ends["call"], i, 40) for i in range(3)] == [40, 41, 42]
    print(f"first reply after {ends['call'].of('reply')[0]['ms']} ms")


def test_goals_run_and_end(cast, pair):
    kind = ["--type", "test_msgs/action/Fibonacci"]
    cast.start(pair[0], "actor", "--action", "/count", *kind)
    client = cast.start(pair[1], "act", "--action", "/count", *kind)
    wait_there(client)
    client.tell("goal", 3)
    assert next_of(client, "answer", 0)["accepted"]
    result = next_of(client, "result", 0)
    assert (result["status"], result["value"]) == (SUCCEEDED, [3, 3])


def test_parameters_are_read_and_set(cast, pair):
    cast.start(pair[0], "node", "--node", "n", "--namespace", "/ns")
    client = cast.start(pair[1], "params", "--of", "/ns/n")
    wait_there(client)
    for words, value in (("get answer name", [42, "peer"]), ("set answer=43", [True])):
        before = len(client.of("reply"))
        client.tell(words)
        reply = client.wait_for("a reply", lambda n=before: client.of("reply")[n:])[0]
        assert reply["value"] == value
