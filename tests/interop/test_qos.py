"""QoS over the wire: what matches, what conflicts, who is told, and what
deadline and lifespan do."""

import time

import pytest

from harness.cast import match

CONFLICTS = {
    "reliability": (["--best-effort"], []),
    "durability": ([], ["--transient-local"]),
    "deadline": (["--deadline-ms", "1000"], ["--deadline-ms", "100"]),
    "no_deadline": ([], ["--deadline-ms", "100"]),
}
COMPATIBLE = {
    "reliable_to_best_effort": ([], ["--best-effort"]),
    "transient_local_to_volatile": (["--transient-local"], []),
    "shorter_deadline": (["--deadline-ms", "100"], ["--deadline-ms", "1000"]),
    "history_does_not_matter": (["--keep-all"], ["--depth", "1"]),
}


@pytest.mark.parametrize("qos", CONFLICTS.values(), ids=CONFLICTS.keys())
def test_conflicting_ends_are_told_and_do_not_match(cast, pair, qos):
    pub = cast.start(pair[0], "pub", "--topic", "/t", *qos[0])
    sub = cast.start(pair[1], "sub", "--topic", "/t", *qos[1])
    for end in (pub, sub):
        end.wait_for("a QoS conflict", lambda end=end: end.of("incompatible_qos"))
    assert not pub.of("matched") and not sub.of("matched")
    for end in (pub, sub):  # Cyclone may tell twice of ends that come at one moment
        assert len(end.of("incompatible_qos")) <= 2


@pytest.mark.parametrize("qos", COMPATIBLE.values(), ids=COMPATIBLE.keys())
def test_compatible_ends_match_and_talk(cast, pair, qos):
    pub = cast.start(pair[0], "pub", "--topic", "/t", *qos[0])
    sub = cast.start(pair[1], "sub", "--topic", "/t", *qos[1])
    match(pub, sub)
    while not sub.of("received"):
        pub.publish(1, 10, 5)
    assert not pub.of("incompatible_qos") and not sub.of("incompatible_qos")


@pytest.mark.pairs(("python", "ours"), ("rust", "ours"), ("ours", "python"))
def test_subscription_is_told_of_a_missed_deadline(cast, pair):
    qos = ["--topic", "/t", "--deadline-ms", "100"]
    pub = cast.start(pair[0], "pub", *qos)
    sub = cast.start(pair[1], "sub", *qos)
    match(pub, sub)
    pub.publish(1, 10)
    sub.wait_received(1)
    sub.wait_for("two missed deadlines", lambda: len(sub.of("deadline_missed")) >= 2)


@pytest.mark.pairs(("python", "ours"), ("ours", "python"), ("ours", "rust"))
def test_late_joiner_does_not_get_what_has_outlived_its_lifespan(cast, pair):
    qos = ["--topic", "/t", "--transient-local", "--lifespan-ms", "200"]
    pub = cast.start(pair[0], "pub", *qos)
    old = pub.publish(3, 10)
    while time.time_ns() < old[-1]["after"] + 300_000_000:
        time.sleep(0.01)  # what passes is the lifespan itself
    sub = cast.start(pair[1], "sub", *qos)
    match(pub, sub)
    pub.publish(1, 77)
    assert [s["size"] for s in sub.wait_received(1)] == [77]
