"""Transient local is whole: what was sent while only subscriptions of the
same process were matched reaches a remote late joiner."""

import pytest

from harness.cast import match
from test_topics import expect_samples


def publish_one_by_one(pub, count, locals_) -> list:
    """So that a local subscription of a small depth loses none."""
    sent = []
    for _ in range(count):
        heard = len(pub.of("local_received")) + locals_
        sent += pub.publish(1, 80)
        pub.wait_for("local samples", lambda: len(pub.of("local_received")) == heard)
    return sent


@pytest.mark.parametrize("locals_", [0, 1, 3])
def test_remote_late_joiner_gets_what_only_local_subscriptions_heard(cast, foreign, locals_):
    qos = ["--topic", "/latched", "--transient-local", "--depth", "4"]
    pub = cast.start("ours", "pub", *qos, "--local-subscriptions", locals_)
    sent = publish_one_by_one(pub, 6, locals_)
    sub = cast.start(foreign, "sub", *qos)
    expect_samples(sub.wait_received(4), sent[2:], 80)
    sub.wait_matched(1)
    sent += publish_one_by_one(pub, 2, locals_)
    expect_samples(sub.wait_received(6), sent[2:], 80)


def test_second_late_joiner_gets_the_same_history(cast, foreign):
    qos = ["--topic", "/latched", "--transient-local", "--depth", "3"]
    pub = cast.start("ours", "pub", *qos, "--local-subscriptions", 1)
    sent = pub.publish(5, 30)
    for _ in range(2):
        sub = cast.start(foreign, "sub", *qos)
        expect_samples(sub.wait_received(3), sent[2:], 30)


def test_samples_that_locals_and_a_remote_hear_arrive_once_everywhere(cast, foreign):
    qos = ["--topic", "/mixed"]
    sub = cast.start(foreign, "sub", *qos)
    pub = cast.start("ours", "pub", *qos, "--local-subscriptions", 2)
    pub.wait_matched(3)
    sub.wait_matched(1)
    sent = pub.publish(10, 40)
    expect_samples(sub.wait_received(10), sent, 40)
    locals_ = pub.wait_for(
        "local samples", lambda: len(x := pub.of("local_received")) >= 20 and x
    )
    assert len(locals_) == 20
