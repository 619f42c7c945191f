"""Who finds whom on a host that has a network interface beside loopback, as every
real one has, in each discovery range, and by names of peers where there is no
multicast. `cyclone` is a process configured as rmw_cyclonedds of Jazzy does it."""

import pytest

from harness.cast import match
from harness.hosts import OneHost, RoutedHosts

pytestmark = pytest.mark.patience(25)

# What rmw_cyclonedds gives its Cyclone in the range LOCALHOST. For our own program
# in the range SYSTEM_DEFAULT, which adds nothing, that is Cyclone 0.10 as Jazzy has it.
RMW_CYCLONE = """<CycloneDDS><Domain><General><AllowMulticast>false</AllowMulticast></General>
<Discovery><ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>32
</MaxAutoParticipantIndex><Peers><Peer address="localhost"/></Peers></Discovery>
</Domain></CycloneDDS>"""

LOCALHOST = {
    "range": {"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"},
    "localhost_only": {"ROS_LOCALHOST_ONLY": "1", "ROS_AUTOMATIC_DISCOVERY_RANGE": ""},
}
SUBNET = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET", "CYCLONEDDS_URI": ""}
WITH_US = [
    ("ours", "ours"),
    ("ours", "ros2"),
    ("ros2", "ours"),
    ("ours", "cyclone"),
    ("cyclone", "ours"),
    ("ours", "python"),
    ("python", "ours"),
    ("ours", "fast"),
    ("fast", "ours"),
]


# Hosts come before the cast in each case, so that they go last: Cyclone cannot end its
# threads once its interface has gone.
@pytest.fixture
def host():
    one = OneHost()
    yield one
    one.close()


def start(cast, within, who, mode, env, *options):
    """As cast.start; without shared memory, so that DDS is what is tried."""
    env = {**env, "RANVIER_SHM": "0"}
    if who == "cyclone":
        env = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "SYSTEM_DEFAULT", "ROS_LOCALHOST_ONLY": "0"}
        env |= {"CYCLONEDDS_URI": RMW_CYCLONE, "RANVIER_SHM": "0"}
        who = "ours"
    elif who == "python" and "CYCLONEDDS_URI" not in env:
        env["CYCLONEDDS_URI"] = RMW_CYCLONE
    return cast.start(who, mode, "--topic", "/t", *options, within=within, env=env)


def expect_talk(pub, sub) -> None:
    """In a large sample and a small one."""
    match(pub, sub)
    pub.publish(1, 60_000)
    pub.publish(1, 500)
    assert [s["size"] for s in sub.wait_received(2)] == [60_000, 500]


@pytest.mark.pairs(*WITH_US)
@pytest.mark.parametrize("asked", LOCALHOST.values(), ids=LOCALHOST.keys())
def test_peers_of_one_host_find_each_other_by_localhost(host, cast, pair, asked):
    host.plug()
    sub = start(cast, host.on(0), pair[1], "sub", asked)
    pub = start(cast, host.on(0), pair[0], "pub", asked)
    expect_talk(pub, sub)


@pytest.mark.pairs(*(pair for pair in WITH_US if "cyclone" not in pair))
def test_peers_of_one_host_find_each_other_on_the_subnet(host, cast, pair):
    host.plug()
    sub = start(cast, host.on(0), pair[1], "sub", SUBNET)
    pub = start(cast, host.on(0), pair[0], "pub", SUBNET)
    expect_talk(pub, sub)


@pytest.mark.pairs(("ours", "ours"), ("ours", "ros2"), ("ros2", "ours"))
@pytest.mark.parametrize("other", ["SUBNET", "LOCALHOST"])
def test_nobody_is_found_in_the_range_off(host, cast, pair, other):
    host.plug()
    off = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "OFF"}
    seen = {"ROS_AUTOMATIC_DISCOVERY_RANGE": other}
    lone = start(cast, host.on(0), pair[0], "pub", off)
    sub = start(cast, host.on(0), pair[1], "sub", seen)
    witness = start(cast, host.on(0), "ours", "pub", seen)
    expect_talk(witness, sub)  # by then the other one would have been found as well
    lone.publish(1, 100)
    assert not lone.of("matched")
    assert [s["size"] for s in sub.of("received")] == [60_000, 500]


@pytest.mark.pairs(("ros2", "ros2"), ("ours", "ours"), ("ours", "ros2"), ("ros2", "ours"), ("ours", "cyclone"),
                   ("cyclone", "ours"))  # fmt: skip
def test_an_interface_that_comes_up_later_keeps_nobody_apart(host, cast, pair):
    """The first process began when loopback was all there was."""
    asked = LOCALHOST["range"]
    sub = start(cast, host.on(0), pair[1], "sub", asked)
    host.plug()
    pub = start(cast, host.on(0), pair[0], "pub", asked)
    expect_talk(pub, sub)


@pytest.mark.pairs(("ours", "ours"), ("ours", "ros2"), ("ros2", "ours"))
def test_a_process_that_begins_before_the_network_is_found_on_its_host(host, cast, pair):
    """On the subnet: a robot at boot. Ours says that it reaches no other host."""
    sub = start(cast, host.on(0), pair[1], "sub", SUBNET)
    host.plug()
    pub = start(cast, host.on(0), pair[0], "pub", SUBNET)
    expect_talk(pub, sub)
    assert pair[1] != "ours" or sub.wait_log("reaches the processes of this host alone")


def test_processes_of_ours_keep_talking_when_an_interface_goes(host, cast):
    host.plug()
    asked = LOCALHOST["range"]
    sub = start(cast, host.on(0), "ours", "sub", asked)
    pub = start(cast, host.on(0), "ours", "pub", asked)
    match(pub, sub)
    host.unplug()
    pub.publish(1, 500)
    assert [s["size"] for s in sub.wait_received(1)] == [500]
    late = start(cast, host.on(0), "ours", "sub", asked)
    late.wait_matched(1)
    pub.wait_matched(2)
    pub.publish(1, 700)
    assert [s["size"] for s in late.wait_received(1)] == [700]


@pytest.fixture
def routed():
    hosts = RoutedHosts()
    yield hosts
    hosts.close()


@pytest.mark.pairs(("ours", "ours"), ("ours", "ros2"), ("ros2", "ours"))
@pytest.mark.parametrize("who_names", ["publisher", "subscription", "both"])
@pytest.mark.parametrize("asked", ["SUBNET", "LOCALHOST"])
def test_a_static_peer_is_found_where_no_multicast_goes(routed, cast, pair, who_names, asked):
    """LOCALHOST: this host, and those who are named."""
    ends = []
    for side, (who, mode) in enumerate(zip(pair, ("pub", "sub"))):
        env = {"ROS_AUTOMATIC_DISCOVERY_RANGE": asked}
        if who_names in ("both", ("publisher", "subscription")[side]):
            env["ROS_STATIC_PEERS"] = RoutedHosts.ADDRESSES[1 - side]
        ends.append(start(cast, routed.on(side), who, mode, env))
    expect_talk(*ends)
