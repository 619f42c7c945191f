"""Managed nodes between our runtime and a foreign peer, in Cyclone's dialect."""

import pytest

from test_services import reply_to, wait_service


@pytest.fixture
def lead(cast):
    """lead(transition), state(): a foreign manager of our node /ns/lamp."""
    node = cast.start("ours", "managed", "--node", "lamp", "--namespace", "/ns")
    clients = {}
    for service, kind in (("change_state", "ChangeState"), ("get_state", "GetState")):
        clients[service] = cast.start("rust", "call", "--service", f"/ns/lamp/{service}",
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


def test_we_lead_a_node_of_a_peer_through_its_states(cast):
    node = cast.start("rust", "managed", "--service", "/ns/lamp")
    manager = cast.start("ours", "manage", "--service", "/ns/lamp")
    wait_service(manager, node)
    assert reply_to(manager) == [1, "unconfigured"]
    assert reply_to(manager, 3) is False
    assert reply_to(manager, "configure") is True
    assert reply_to(manager, 3) is True
    assert reply_to(manager) == [3, "active"]
