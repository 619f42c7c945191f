"""The policy of a running graph."""
from xml.sax.saxutils import escape, quoteattr

from rclpy.action import graph
from ros2cli.errors import Refused

_CALLS = tuple(f"/_action/{name}" for name in ("cancel_goal", "get_result", "send_goal"))
_TOPICS = ("/_action/feedback", "/_action/status")
# What stands in a profile: list, element, attribute.
_WORDS = {"publish": ("topics", "topic"), "subscribe": ("topics", "topic"),
          "reply": ("services", "service"), "request": ("services", "service"),
          "call": ("actions", "action"), "execute": ("actions", "action")}


def read_policy(node):
    """
    Give the text of a policy that allows what every node of the graph does now.

    Raises Refused if there is no node.
    """
    enclaves = {}
    for name, space, enclave in node.get_node_names_and_namespaces_with_enclaves():
        uses = enclaves.setdefault(enclave or "/", {}).setdefault((space, name), {})
        for access, names in uses_of(node, name, space).items():
            uses.setdefault(access, set()).update(names)
    if not enclaves:
        raise Refused("No node is there to make a policy of. Start the nodes first, with the "
                      "ROS_DOMAIN_ID of this command.")
    return _text(enclaves)


def uses_of(node, name, space):
    """Give {access: names} of a node, with whole actions as actions."""
    publish, subscribe, reply, request = ({one for one, _ in ask(name, space)} for ask in (
        node.get_publisher_names_and_types_by_node, node.get_subscriber_names_and_types_by_node,
        node.get_service_names_and_types_by_node, node.get_client_names_and_types_by_node))
    execute = _take_actions(
        graph.get_action_server_names_and_types_by_node(node, name, space),
        [(reply, _CALLS), (publish, _TOPICS)])
    call = _take_actions(
        graph.get_action_client_names_and_types_by_node(node, name, space),
        [(request, _CALLS), (subscribe, _TOPICS)])
    return {"publish": publish, "subscribe": subscribe, "reply": reply, "request": request,
            "execute": execute, "call": call}


def _take_actions(actions, parts):
    """Take the parts of each action out of the names. One of which a part is missing stays."""
    whole = set()
    for action, _ in actions:
        if all(action + end in names for names, ends in parts for end in ends):
            whole.add(action)
            for names, ends in parts:
                names -= {action + end for end in ends}
    return whole


def _text(enclaves):
    lines = ['<policy version="0.2.0"><enclaves>']
    for enclave, nodes in enclaves.items():
        lines.append(f"<enclave path={quoteattr(enclave)}><profiles>")
        for (space, name), uses in nodes.items():
            lines.append(f"<profile ns={quoteattr(space)} node={quoteattr(name)}>")
            lines += [_list(access, names) for access, names in uses.items() if names]
            lines.append("</profile>")
        lines.append("</profiles></enclave>")
    return "\n".join([*lines, "</enclaves></policy>\n"])


def _list(access, names):
    many, one = _WORDS[access]
    inside = "".join(f"<{one}>{escape(name)}</{one}>" for name in names)
    return f'<{many} {access}="ALLOW">{inside}</{many}>'
