"""A node, and the addresses of this host."""
from ros2cli.node.direct import DirectNode


def get_interfaces_ip_addresses():
    """Interface -> its addresses, of those that are up."""
    from ros2cli.interfaces import interfaces
    return {one.name: list(one.addresses) for one in interfaces() if one.is_up}


class NetworkAwareNode(DirectNode):
    """A node; discovery itself follows the addresses of this host."""
