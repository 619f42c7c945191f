"""What each side sees of the other: node names, counts, and what a ROS 2 peer
expects to find on the wire."""

import pathlib
import re

import pytest
from rosbags.typesys import Stores, get_typestore

SERVICES_OF_A_NODE = {
    "get_parameters": "rcl_interfaces::srv::dds_::GetParameters",
    "set_parameters": "rcl_interfaces::srv::dds_::SetParameters",
    "set_parameters_atomically": "rcl_interfaces::srv::dds_::SetParametersAtomically",
    "list_parameters": "rcl_interfaces::srv::dds_::ListParameters",
    "describe_parameters": "rcl_interfaces::srv::dds_::DescribeParameters",
    "get_parameter_types": "rcl_interfaces::srv::dds_::GetParameterTypes",
    "get_type_description": "type_description_interfaces::srv::dds_::GetTypeDescription",
}
HASHES = get_typestore(Stores.ROS2_JAZZY)
# Those of requests and responses too, which rosbags does not know.
PUBLISHED = dict(
    line.split() for line in (
        pathlib.Path(__file__).parents[1] / "interfaces/published_hashes.txt"
    ).read_text().splitlines() if "RIHS01_" in line)


def expect_graph(watcher, condition) -> dict:
    """Waits for a snapshot that fulfils condition(snapshot)."""
    return watcher.wait_for(
        "a graph that fits",
        lambda: (g := watcher.latest("graph")) and condition(g) and g,
    )


def counts(who: str, graph: dict, topic: str) -> tuple:
    """(writers, readers) of a ROS topic in a snapshot of `who`."""
    ros_names = who in ("ours", "ros2")
    seen = graph["topics"].get(topic if ros_names else "rt" + topic, {})
    return seen.get("writers", 0), seen.get("readers", 0)


@pytest.mark.pairs(
    ("rust", "python"),
    ("ours", "rust"),
    ("ours", "python"),
    ("ours", "ours"),
    ("rust", "ours"),
    ("ours", "ros2"),
    ("ros2", "ours"),
)
def test_watcher_sees_names_and_counts_come_and_go(cast, pair):
    watched, watcher = pair
    eye = cast.start(watcher, "graph")
    talker = cast.start(watched, "pub", "--topic", "/t", "--node", "talker", "--namespace", "/ns")
    expect_graph(eye, lambda g: "/ns/talker" in g["nodes"] and counts(watcher, g, "/t") == (1, 0))
    listener = cast.start(watched, "sub", "--topic", "/t", "--node", "listener")
    expect_graph(eye, lambda g: "/listener" in g["nodes"] and counts(watcher, g, "/t") == (1, 1))
    talker.close()
    expect_graph(
        eye, lambda g: "/ns/talker" not in g["nodes"] and counts(watcher, g, "/t") == (0, 1)
    )
    listener.close()
    expect_graph(eye, lambda g: "/listener" not in g["nodes"] and counts(watcher, g, "/t") == (0, 0))


def test_we_see_a_peer_that_dies_without_a_farewell_disappear(cast):
    """With a peer whose lease is short: rustdds promises an infinite one."""
    eye = cast.start("ours", "graph")
    peer = cast.start("python", "pub", "--topic", "/t")
    expect_graph(eye, lambda g: counts("ours", g, "/t") == (1, 0))
    peer.kill()
    expect_graph(eye, lambda g: counts("ours", g, "/t") == (0, 0))


def test_we_show_a_raw_dds_peer_as_a_node_of_unknown_name(cast):
    eye = cast.start("ours", "graph")
    cast.start("python", "pub", "--topic", "/t")
    expect_graph(
        eye,
        lambda g: g["topics"].get("/t", {}).get("publishers") == ["_NODE_NAME_UNKNOWN_"]
        or g["topics"].get("/t", {}).get("publishers", [""])[0].endswith("_NODE_NAME_UNKNOWN_"),
    )


@pytest.mark.foreigners("rust", "ros2")
def test_we_name_the_node_behind_a_foreign_endpoint(cast, foreign):
    eye = cast.start("ours", "graph")
    cast.start(foreign, "pub", "--topic", "/t", "--node", "talker", "--namespace", "/ns")
    graph = expect_graph(
        eye, lambda g: g["topics"].get("/t", {}).get("publishers") == ["/ns/talker"]
    )
    assert graph["topics"]["/t"]["types"] == ["std_msgs/msg/String"]


def test_a_history_that_is_not_on_the_wire_is_unknown(cast):
    """Fast DDS does not tell it, Cyclone does: ours is known."""
    eye = cast.start("ours", "graph")
    for who, history in (("ros2", "unknown 0"), ("ours", "keep_last 10")):
        cast.start(who, "pub", "--topic", f"/of_{who}")
        graph = expect_graph(eye, lambda g: counts("ours", g, f"/of_{who}") == (1, 0))
        assert graph["topics"][f"/of_{who}"]["histories"] == [history]


@pytest.mark.foreigners("rust", "python")
def test_we_list_the_services_of_a_foreign_peer_with_their_types(cast, foreign):
    eye = cast.start("ours", "graph")
    cast.start(foreign, "serve", "--service", "/ns/add")
    graph = expect_graph(eye, lambda g: "/ns/add" in g["services"])
    assert graph["services"]["/ns/add"] == ["example_interfaces/srv/AddTwoInts"]


@pytest.fixture
def wire(cast):
    """What a raw DDS peer sees of one default node of ours, /ns/n."""
    eye = cast.start("python", "graph")
    cast.start("ours", "node", "--node", "n", "--namespace", "/ns")
    return expect_graph(
        eye,
        lambda g: "/ns/n" in g["nodes"]
        and "rr/ns/n/get_type_descriptionReply" in g["topics"]
        and len(g["endpoints"]) >= 19,
    )


def own_node(wire: dict) -> dict:
    nodes = [n for ns in wire["entities"].values() for n in ns]
    assert [n["name"] for n in nodes] == ["/ns/n"]
    return nodes[0]


def test_default_node_offers_its_17_endpoints(wire):
    expected = {"rt/rosout": (1, 0), "rt/parameter_events": (1, 1)}
    for service in SERVICES_OF_A_NODE:
        expected[f"rq/ns/n/{service}Request"] = (0, 1)
        expected[f"rr/ns/n/{service}Reply"] = (1, 0)
    seen = {t: (c["writers"], c["readers"]) for t, c in wire["topics"].items()}
    assert seen.pop("ros_discovery_info") == (1, 1)
    assert seen == expected
    assert sum(map(sum, expected.values())) == 17


def test_services_carry_the_dds_type_names_of_ros(wire):
    for service, kind in SERVICES_OF_A_NODE.items():
        assert wire["topics"][f"rq/ns/n/{service}Request"]["type"] == kind + "_Request_"
        assert wire["topics"][f"rr/ns/n/{service}Reply"]["type"] == kind + "_Response_"


def test_discovery_info_assigns_every_endpoint_to_the_node(wire):
    node = own_node(wire)
    mine = [e for e in wire["endpoints"] if e["topic"] != "ros_discovery_info"]
    assert node["writers"] == sorted(e["gid"] for e in mine if e["kind"] == "writer")
    assert node["readers"] == sorted(e["gid"] for e in mine if e["kind"] == "reader")


def test_participant_says_its_enclave(wire):
    assert list(wire["participants"].values()) == ["enclave=/;"]


def test_topic_endpoints_carry_the_type_hash_that_rosbags_computes(wire):
    for topic, kind in {
        "rt/rosout": "rcl_interfaces/msg/Log",
        "rt/parameter_events": "rcl_interfaces/msg/ParameterEvent",
    }.items():
        found = {e["user_data"].split("ranvier=")[0] for e in wire["endpoints"] if e["topic"] == topic}
        assert found == {f"typehash={HASHES.hash_rihs01(kind)};"}


def test_service_endpoints_carry_the_hash_of_the_request_or_of_the_response(wire):
    for service, dds_type in SERVICES_OF_A_NODE.items():
        for part, end in ("Request", "Request"), ("Response", "Reply"):
            name = dds_type.replace("::dds_::", "::").replace("::", "/") + f"_{part}"
            found = {e["user_data"].split("typehash=")[-1] for e in wire["endpoints"]
                     if e["topic"].endswith(f"/ns/n/{service}{end}")}
            assert found == {f"{PUBLISHED[name]};"}, name


def test_both_endpoints_of_a_service_carry_one_id_made_of_the_participant(wire):
    for service in SERVICES_OF_A_NODE:
        ends = [e for e in wire["endpoints"] if f"/ns/n/{service}Re" in e["topic"]]
        ids = {re.search(r"serviceid=([0-9a-f.]+);", e["user_data"]).group(1) for e in ends}
        assert len(ends) == 2 and len(ids) == 1
        octets = [int(o, 16) for o in ids.pop().split(".")]
        assert len(octets) == 16
        assert bytes(octets[:12]).hex() == ends[0]["gid"][:24]


def test_rosout_is_transient_local_and_reliable(wire):
    rosout = next(e for e in wire["endpoints"] if e["topic"] == "rt/rosout")
    assert rosout["reliable"] and "TransientLocal" in rosout["durability"]


@pytest.fixture
def seen_by_ros2(cast):
    """What ROS 2 itself sees of one default node of ours, /ns/n."""
    eye = cast.start("ros2", "graph")
    cast.start("ours", "node", "--node", "n", "--namespace", "/ns")
    return expect_graph(
        eye,
        lambda g: len(g["services_of"].get("/ns/n", {})) == 7
        and g["topics"]["/rosout"]["writers"] == 1
        and (g["topics"]["/parameter_events"]["writers"], g["topics"]["/parameter_events"]["readers"])
        == (1, 1),
    )


def test_ros2_sees_the_services_of_our_node_with_their_types(seen_by_ros2):
    expected = {
        f"/ns/n/{name}": [kind.replace("::srv::dds_::", "/srv/")]
        for name, kind in SERVICES_OF_A_NODE.items()
    }
    assert seen_by_ros2["services_of"]["/ns/n"] == expected
    assert expected.items() <= seen_by_ros2["services"].items()


def test_ros2_sees_the_qos_of_our_topics(seen_by_ros2):
    rosout = seen_by_ros2["topics"]["/rosout"]["publishers"][0]
    assert (rosout["node"], rosout["type"]) == ("/ns/n", "rcl_interfaces/msg/Log")
    assert (rosout["reliability"], rosout["durability"]) == ("RELIABLE", "TRANSIENT_LOCAL")
    assert rosout["lifespan_ns"] == 10_000_000_000
    for end in ("publishers", "subscriptions"):
        events = seen_by_ros2["topics"]["/parameter_events"][end][0]
        assert (events["reliability"], events["durability"]) == ("RELIABLE", "VOLATILE")
        assert events["hash"] == HASHES.hash_rihs01("rcl_interfaces/msg/ParameterEvent")


def test_we_list_the_services_of_a_ros2_node_with_their_types(cast):
    eye = cast.start("ours", "graph")
    cast.start("ros2", "node", "--node", "n", "--namespace", "/ns")
    graph = expect_graph(
        eye, lambda g: sum(name.startswith("/ns/n/") for name in g["services"]) == 7
    )
    assert graph["services"]["/ns/n/list_parameters"] == ["rcl_interfaces/srv/ListParameters"]
