"""Which nodes a launch has made."""


def _names(context):
    names = context.get_locals_as_dict().get("unique_ros_node_names")
    if names is None:
        names = {}
        context.extend_globals({"unique_ros_node_names": names})
    return names


def add_node_name(context, node_name, node):
    """Note that this action makes a node of this full name."""
    _names(context).setdefault(node_name, {})[id(node)] = node


def get_node_name_count(context, node_name):
    """Give how many nodes of this name the launch has made."""
    return len(_names(context).get(node_name, {}))


def nodes_of_name(context, node_name):
    """Give what makes the nodes of this name: actions, and responses of containers."""
    return list(_names(context).get(node_name, {}).values())
