"""What a node sees of the graph."""
import time

from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.impl import node_names

_PUBLISHER, _SUBSCRIPTION, _SERVICE, _CLIENT = range(4)
# The places in the tuple of an endpoint.
_KIND, _NAME, _TYPE, _HASH, _NODE, _SPACE, _GID, _QOS = range(8)


def _names_and_types(endpoints):
    found = {}
    for endpoint in endpoints:
        found.setdefault(endpoint[_NAME], set()).add(endpoint[_TYPE])
    return [(name, sorted(found[name])) for name in sorted(found)]


class NodeGraph:
    """The part of Node that asks the graph."""

    def _endpoints(self, name="", of_dds=False):
        with self.handle:
            return _rclpy.graph_endpoints(self.handle, name, of_dds)

    def _by_node(self, node_name, node_namespace, kind, of_dds=False):
        space = node_names.absolute(node_namespace)
        node_names.check_node(node_name, space)
        if (node_name, space) not in self.get_node_names_and_namespaces():
            what = ("publisher", "subscriber", "service", "client")[kind]
            raise _rclpy.NodeNameNonExistentError(
                f"cannot get {what} names and types for nonexistent node: "
                f"{node_names.full(space, node_name)}")
        return _names_and_types(
            one for one in self._endpoints(of_dds=of_dds)
            if one[_KIND] == kind and one[_NODE] == node_name and one[_SPACE] == space)

    def get_publisher_names_and_types_by_node(self, node_name, node_namespace,
                                              no_demangle=False):
        return self._by_node(node_name, node_namespace, _PUBLISHER, no_demangle)

    def get_subscriber_names_and_types_by_node(self, node_name, node_namespace,
                                               no_demangle=False):
        return self._by_node(node_name, node_namespace, _SUBSCRIPTION, no_demangle)

    def get_service_names_and_types_by_node(self, node_name, node_namespace):
        return self._by_node(node_name, node_namespace, _SERVICE)

    def get_client_names_and_types_by_node(self, node_name, node_namespace):
        return self._by_node(node_name, node_namespace, _CLIENT)

    def get_topic_names_and_types(self, no_demangle=False):
        """Give each topic with the types of its endpoints."""
        return _names_and_types(one for one in self._endpoints(of_dds=no_demangle)
                                if one[_KIND] in (_PUBLISHER, _SUBSCRIPTION))

    def get_service_names_and_types(self):
        return _names_and_types(one for one in self._endpoints()
                                if one[_KIND] in (_SERVICE, _CLIENT))

    def get_node_names(self):
        return [name for name, _, _ in self.get_node_names_and_namespaces_with_enclaves()]

    def get_fully_qualified_node_names(self):
        return [node_names.full(space, name)
                for name, space in self.get_node_names_and_namespaces()]

    def get_node_names_and_namespaces(self):
        return [(name, space)
                for name, space, _ in self.get_node_names_and_namespaces_with_enclaves()]

    def get_node_names_and_namespaces_with_enclaves(self):
        with self.handle:
            return _rclpy.graph_nodes(self.handle)

    def _count(self, name, is_service, kind):
        with self.handle:
            full = node_names.resolve(self.handle, name, is_service, True)
        return sum(one[_KIND] == kind for one in self._endpoints(full))

    def count_publishers(self, topic_name):
        return self._count(topic_name, False, _PUBLISHER)

    def count_subscribers(self, topic_name):
        return self._count(topic_name, False, _SUBSCRIPTION)

    def count_clients(self, service_name):
        return self._count(service_name, True, _CLIENT)

    def count_services(self, service_name):
        return self._count(service_name, True, _SERVICE)

    def _info_by_topic(self, topic_name, no_mangle, kind):
        from rclpy.impl.endpoint_info import info_of
        name = topic_name if no_mangle else self.resolve_topic_name(topic_name)
        return [info_of(one) for one in self._endpoints(name, no_mangle) if one[_KIND] == kind]

    def get_publishers_info_by_topic(self, topic_name, no_mangle=False):
        """Give a TopicEndpointInfo of each publisher; the name is remapped."""
        return self._info_by_topic(topic_name, no_mangle, _PUBLISHER)

    def get_subscriptions_info_by_topic(self, topic_name, no_mangle=False):
        """Give a TopicEndpointInfo of each subscription; the name is remapped."""
        return self._info_by_topic(topic_name, no_mangle, _SUBSCRIPTION)

    def wait_for_node(self, fully_qualified_node_name, timeout):
        """Wait until the graph shows the node; False after `timeout` seconds."""
        wanted = node_names.absolute(fully_qualified_node_name)
        end = time.monotonic() + timeout
        while True:
            if wanted in self.get_fully_qualified_node_names():
                return True
            if time.monotonic() >= end or not self.context.ok():
                return False
            time.sleep(min(0.1, max(0.0, end - time.monotonic())))
