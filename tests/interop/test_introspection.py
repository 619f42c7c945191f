"""What the two ends of a service tell of their calls, heard by both stacks."""

import pytest

from test_both_dialects import BASIC, ask, wait_there

SENT, RECEIVED, REPLY_SENT, REPLY_RECEIVED = range(4)


@pytest.mark.pairs(("ours", "ros2"), ("ros2", "ours"))
def test_both_stacks_hear_what_the_two_ends_of_a_call_tell(cast, pair):
    spies = [cast.start(who, "spy", "--service", "/add") for who in ("ours", "ros2")]
    ends = {}
    for who, mode in zip(pair, ("serve", "call")):
        kind = BASIC if who == "ours" else []
        ends[mode] = cast.start(who, mode, "--service", "/add", "--introspect", *kind)
    wait_there(ends["call"])
    calls = 0
    # The topic matches in its own time: what is told before that is lost.
    while not all(heard_of_one_call(spy) for spy in spies):
        calls += 1
        assert ask(ends["call"], 40, calls) == 40 + calls
        for spy in spies:
            spy.wait_quiet(0.05)
    for spy in spies:
        events = heard_of_one_call(spy)
        assert {e["kind"]: e["value"] for e in events} == {
            SENT: 40, RECEIVED: 40, REPLY_SENT: events[-1]["value"],
            REPLY_RECEIVED: events[-1]["value"],
        }  # fmt: skip
        assert events[-1]["value"] in range(41, 41 + calls)


def heard_of_one_call(spy) -> list:
    """The four events of the last call, sorted by kind, if all are there."""
    last = sorted(spy.of("spied")[-4:], key=lambda event: event["kind"])
    whole = [event["kind"] for event in last] == [SENT, RECEIVED, REPLY_SENT, REPLY_RECEIVED]
    return last if whole and len({e["number"] for e in last}) == 1 else []
