"""Managed nodes between our runtime and foreign peers: ROS 2 itself, in the dialect of
Fast DDS, and `ros2-client`, in Cyclone's."""

import pytest

from test_services import reply_to, wait_service

pytestmark = pytest.mark.foreigners("rust", "ros2")


@pytest.fixture
def lead(cast, foreign):
    """lead(transition), state(): a foreign manager of our node /ns/lamp."""
    node = cast.start("ours", "managed", "--node", "lamp", "--namespace", "/ns")
    clients = {}
    for service, kind in (("change_state", "ChangeState"), ("get_state", "GetState")):
        clients[service] = cast.start(foreign, "call", "--service", f"/ns/lamp/{service}",
                                      "--type", f"lifecycle_msgs/srv/{kind}")
    for client in clients.values():
        wait_service(client, node, len(clients))

    class Lead:
        @staticmethod
        def to(transition):
            return reply_to(clients["change_state"], transition)

        @staticmethod
        def state():
            return reply_to(clients["get_state"])

    return Lead


def test_peer_leads_our_node_through_its_states(lead):
    assert lead.state() == [1, "unconfigured"]
    assert lead.to(1) is True
    assert lead.state() == [2, "inactive"]
    assert lead.to("activate") is True
    assert lead.state() == [3, "active"]
    assert lead.to("shutdown") is True
    assert lead.state() == [4, "finalized"]


def test_peer_is_refused_what_the_state_of_our_node_does_not_have(lead):
    assert lead.to("activate") is False
    assert lead.to(7) is False
    assert lead.to("no_such") is False
    assert lead.state() == [1, "unconfigured"]


def test_we_lead_a_node_of_a_peer_through_its_states(cast, foreign):
    node = cast.start(foreign, "managed", "--service", "/ns/lamp", "--node", "lamp",
                      "--namespace", "/ns")  # fmt: skip
    manager = cast.start("ours", "manage", "--service", "/ns/lamp")
    wait_service(manager, node, 1 if foreign == "rust" else 2)
    assert reply_to(manager) == [1, "unconfigured"]
    assert reply_to(manager, "configure") is True
    assert reply_to(manager, 3) is True
    assert reply_to(manager) == [3, "active"]


@pytest.mark.foreigners("rust")
def test_we_are_refused_what_the_state_of_a_peer_does_not_have(cast, foreign):
    """rclpy raises an exception in the node that is asked so, and does not reply."""
    node = cast.start(foreign, "managed", "--service", "/ns/lamp")
    manager = cast.start("ours", "manage", "--service", "/ns/lamp")
    wait_service(manager, node)
    assert reply_to(manager, 3) is False
    assert reply_to(manager) == [1, "unconfigured"]


def test_ros2_sees_the_states_and_transitions_of_our_node_and_hears_of_changes(cast):
    node = cast.start("ours", "managed", "--node", "lamp", "--namespace", "/ns")
    heard = cast.start("ros2", "sub", "--topic", "/ns/lamp/transition_event", "--type",
                       "lifecycle_msgs/msg/TransitionEvent")  # fmt: skip
    clients = {}
    for service, kind in (
        ("change_state", "ChangeState"),
        ("get_available_states", "GetAvailableStates"),
        ("get_available_transitions", "GetAvailableTransitions"),
        ("get_transition_graph", "GetAvailableTransitions"),
    ):
        clients[service] = cast.start("ros2", "call", "--service", f"/ns/lamp/{service}",
                                      "--type", f"lifecycle_msgs/srv/{kind}")  # fmt: skip
        wait_service(clients[service])
    heard.wait_matched(1)
    states = reply_to(clients["get_available_states"])
    assert {"unconfigured", "inactive", "active", "finalized"} <= set(states)
    assert set(reply_to(clients["get_available_transitions"])) == {"configure", "shutdown"}
    assert len(reply_to(clients["get_transition_graph"])) > 20
    assert reply_to(clients["change_state"], "configure") is True
    # To configuring, and from there to inactive.
    events = [bytes.fromhex(event["bytes"]) for event in heard.wait_received(2)]
    assert b"configuring" in events[0] and b"inactive" in events[1]
    assert node.close() == 0
