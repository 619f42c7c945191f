"""Managed nodes: their states, and the transitions between these."""
from ros2cli.calls import call_all

_STATE_TYPE = "lifecycle_msgs/srv/GetState"


def get_node_names(*, node, include_hidden_nodes=False):
    """Give the NodeName of each managed node: those that tell their state."""
    from ros2node import api
    managed = {name.rpartition("/")[0] for name, types in node.get_service_names_and_types()
               if name.endswith("/get_state") and _STATE_TYPE in types}
    return [one for one in api.get_node_names(
        node=node, include_hidden_nodes=include_hidden_nodes) if one.full_name in managed]


def _native(node):
    direct = getattr(node, "direct_node", node)
    return getattr(direct, "node", direct)


def _ask(node, kind, service, requests, patient=False):
    """Node -> its response; an exception in the place of one that did not come."""
    responses = call_all(_native(node), kind, {
        f"{name}/{service}": request for name, request in requests.items()}, patient=patient)
    return {name: RuntimeError(f"Node '{name}' did not answer '{service}'")
            if response is None else response
            for name, response in zip(requests, responses.values())}


def _field(responses, name):
    return {node: one if isinstance(one, Exception) else getattr(one, name)
            for node, one in responses.items()}


def call_get_states(*, node, node_names):
    """Node -> its State."""
    from lifecycle_msgs.srv import GetState
    return _field(_ask(node, GetState, "get_state",
                       {name: GetState.Request() for name in node_names}), "current_state")


def call_get_available_transitions(*, node, states):
    """Node -> the transitions of its state. `states` has the names of the nodes."""
    from lifecycle_msgs.srv import GetAvailableTransitions
    return _field(_ask(node, GetAvailableTransitions, "get_available_transitions",
                       {name: GetAvailableTransitions.Request() for name in states}),
                  "available_transitions")


def call_get_transition_graph(*, node, states):
    """Node -> all its transitions. `states` has the names of the nodes."""
    from lifecycle_msgs.srv import GetAvailableTransitions
    return _field(_ask(node, GetAvailableTransitions, "get_transition_graph",
                       {name: GetAvailableTransitions.Request() for name in states}),
                  "available_transitions")


def call_change_states(*, node, transitions):
    """Node -> whether its transition succeeded. `transitions` is node -> Transition."""
    from lifecycle_msgs.srv import ChangeState
    return _field(_ask(node, ChangeState, "change_state",
                       {name: ChangeState.Request(transition=transition)
                        for name, transition in transitions.items()}, patient=True), "success")


def add_node_arguments(parser, nargs=None):
    """Give a parser the options of a verb that asks a node."""
    from ros2cli.node.strategy import add_arguments
    from ros2node.api import NodeNameCompleter
    add_arguments(parser)
    argument = parser.add_argument("node_name", nargs=nargs, help="the node: '/camera'")
    argument.completer = NodeNameCompleter(include_hidden_nodes_key="include_hidden_nodes")
    parser.add_argument("--include-hidden-nodes", action="store_true",
                        help="also those of which a part begins with '_'")


def find_node(node, args):
    """Give the full name of the node of the options; RuntimeError if there is no such one."""
    from ros2node.api import get_absolute_node_name
    name = get_absolute_node_name(args.node_name)
    names = get_node_names(node=node, include_hidden_nodes=args.include_hidden_nodes)
    if name not in {one.full_name for one in names}:
        raise RuntimeError("Node not found")
    return name


def answer(responses, name):
    """Give the response of a node; raises what stands in its place."""
    if isinstance(responses[name], Exception):
        raise responses[name]
    return responses[name]
