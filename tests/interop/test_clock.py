"""Simulated time goes from one stack to the other over /clock."""

import pytest

SECOND = 1_000_000_000


@pytest.mark.pairs(("ours", "ours"), ("ours", "ros2"), ("ros2", "ours"))
def test_a_follower_has_the_time_that_is_given(cast, pair):
    follower = cast.start(pair[1], "follow")
    giver = cast.start(pair[0], "clock")
    giver.wait_matched(1)
    for moment in (5 * SECOND, 7 * SECOND + 250_000_000, 3 * SECOND):  # the last one jumps back
        while (follower.latest("time") or {}).get("ns") != moment:
            giver.tell("tick", moment)
            follower.wait_quiet(0.05)
