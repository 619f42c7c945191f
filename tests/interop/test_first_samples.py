"""Nothing that a reliable publisher sends after the match is lost, be it sent the
moment that the publisher knows of the match."""

import os
import time

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


@pytest.mark.patience(20)
def test_what_ros2_has_kept_comes_before_its_next_heartbeat(cast):
    """Fast DDS gives one by itself each 3 s. The quickest of some subscriptions is looked at:
    the others may wait for a busy machine."""
    qos = ["--topic", "/latched", "--transient-local", "--depth", "1"]
    pub = cast.start("ros2", "pub", *qos)
    sent = pub.publish(1, 50)
    waits = []
    for _ in range(4):
        sub = cast.start("ours", "sub", *qos)
        sub.wait_matched(1)
        since = time.monotonic()
        expect_samples(sub.wait_received(1), sent, 50)
        waits.append(time.monotonic() - since)
        sub.close()
    print(f"after the match: {', '.join(f'{wait:.2f} s' for wait in waits)}")
    assert min(waits) < 2
