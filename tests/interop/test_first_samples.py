"""Nothing that a reliable publisher sends after the match is lost, be it sent the
moment that the publisher knows of the match."""

import os

import pytest

from test_topics import expect_samples

FRESH = 10  # pairs of processes; RANVIER_INTEROP_FRESH in the environment: so many


def fresh() -> range:
    return range(int(os.environ.get("RANVIER_INTEROP_FRESH", FRESH)))


@pytest.mark.parametrize("first", ["pub", "sub"])
@pytest.mark.patience(20)
@pytest.mark.parametrize("turn", fresh())
def test_what_is_published_at_the_match_arrives(cast, first, turn):
    """Of ROS 2 itself, in fresh processes, whichever starts first."""
    started = {}
    for mode in sorted(["pub", "sub"], reverse=first == "sub"):
        who, options = ("ros2", ["--at-match", 3]) if mode == "pub" else ("ours", [])
        started[mode] = cast.start(who, mode, "--topic", "/t", *options)
    pub = started["pub"]
    sent = pub.wait_for("its samples", lambda: len(x := pub.of("sent")) == 3 and x)
    expect_samples(started["sub"].wait_received(3), sent, 50)
