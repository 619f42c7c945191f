"""Samples of many fragments to ROS 2 itself, which keeps what it has half received."""

import os

import pytest

from harness.cast import match
from test_loss import host  # noqa: F401  a fixture
from test_network import hosts  # noqa: F401  a fixture

COUNT, SIZE, PERIOD_MS = 150, 2_000_000, 20
PERCENT = 20
QOS = ["--topic", "/t", "--depth", 2]


@pytest.mark.patience(60)
def test_subscription_goes_on_after_samples_that_the_publisher_gave_up_half_received(host, cast):
    """Fast DDS 2.14 never returns from take() once a GAP has named a sample of which it
    has some fragments. Where fragments are lost, a publisher of a small depth gives up many."""
    within = host.on(0)
    sub = cast.start("ros2", "sub", *QOS, within=within)
    pub = cast.start("ours", "pub", *QOS, within=within)
    match(pub, sub)
    host.lose(PERCENT)
    pub.publish(COUNT, SIZE, PERIOD_MS)
    before = len(sub.of("received"))
    print(f"{before} of {COUNT} received, {host.lost()} datagrams lost")
    last = pub.publish(1, 77)[0]
    sub.wait_for("the last sample", lambda: sub.of("received")[-1:] and sub.of("received")[-1]["size"] == 77)
    assert sub.of("received")[-1]["phase"] == last["n"] % 26


@pytest.mark.skipif("RANVIER_INTEROP_LARGE" not in os.environ, reason="a measurement: RANVIER_INTEROP_LARGE=1")
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("who", ["ours", "ros2"])
@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("hertz", [2, 10, 15, 20, 30])
@pytest.mark.parametrize("size", [1_000_000, 2_800_000, 4_100_000, 6_200_000, 8_000_000])
def test_how_many_of_sixty_large_samples_arrive_at_ros2(hosts, cast, size, hertz, count, who):
    """By UDP, on one host and between two; ours beside what ROS 2 itself sends."""
    env = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET", "FASTDDS_BUILTIN_TRANSPORTS": "UDPv4"}
    qos = ["--topic", "/t", "--depth", 10]
    sub = cast.start("ros2", "sub", *qos, within=hosts.on(count - 1), env=env)
    pub = cast.start(who, "pub", *qos, within=hosts.on(0), env=env)
    match(pub, sub)
    sent = pub.publish(60, size, 1000 // hertz)
    sub.wait_quiet(3)
    print(f"{who} to ros2, {count} host(s), {size} bytes, {hertz} Hz: "
          f"{len(sub.of('received'))} of {len(sent)} arrived")
