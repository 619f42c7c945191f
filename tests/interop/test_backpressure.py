"""Keep all is bounded and honest: a stopped receiver blocks the publisher,
and nothing is lost once it runs again."""

import pytest

from harness.cast import match
from test_topics import phases

COUNT, SIZE = 400, 64_000


# Not with rustdds 0.15: its threads end when the process is stopped.
@pytest.mark.parametrize("receiver", ["python", "fast", "ours"])
def test_keep_all_publisher_waits_for_a_stopped_receiver_and_loses_nothing(
        cast, receiver, monkeypatch):
    monkeypatch.setenv("RANVIER_SHM", "0")  # through which ours has more room than that
    qos = ["--topic", "/t", "--keep-all"]
    sub = cast.start(receiver, "sub", *qos)
    pub = cast.start("ours", "pub", *qos)
    match(pub, sub)
    sub.stop()
    pub.tell("publish", COUNT, SIZE)
    pub.wait_quiet(1.0)
    blocked_at = len(pub.of("sent"))
    sub.resume()
    received = sub.wait_received(COUNT)
    assert blocked_at < COUNT
    assert phases(received) == [n % 26 for n in range(COUNT)]


def test_stopped_best_effort_receiver_does_not_hold_up_the_publisher(cast):
    sub = cast.start("python", "sub", "--topic", "/t", "--best-effort")
    pub = cast.start("ours", "pub", "--topic", "/t", "--best-effort")
    match(pub, sub)
    sub.stop()
    pub.publish(COUNT, SIZE)
    sub.resume()
    pub.publish(5, 10, 20)
    sub.wait_for("a sample of the second batch", lambda: any(s["size"] == 10 for s in sub.of("received")))
