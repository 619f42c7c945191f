"""The services by which peers see and set the parameters of a node."""
import weakref

from rclpy.exceptions import ParameterNotDeclaredException, ParameterUninitializedException
from rclpy.impl.denied import UnlessDenied
from rclpy.impl.reexports import reexports
from rclpy.parameter import Parameter
from rclpy.qos import qos_profile_parameters
from rclpy.validate_topic_name import TOPIC_SEPARATOR_STRING

__getattr__ = reexports(__name__)


class ParameterService:
    """Makes the six services of a node."""

    def __init__(self, node):
        from rcl_interfaces import srv
        self._node_weak_ref = weakref.ref(node)
        for name, kind, callback in (
                ("describe_parameters", srv.DescribeParameters, self._describe_parameters),
                ("get_parameters", srv.GetParameters, self._get_parameters),
                ("get_parameter_types", srv.GetParameterTypes, self._get_parameter_types),
                ("list_parameters", srv.ListParameters, self._list_parameters),
                ("set_parameters", srv.SetParameters, self._set_parameters),
                ("set_parameters_atomically", srv.SetParametersAtomically,
                 self._set_parameters_atomically)):
            with UnlessDenied():
                node.create_service(kind, TOPIC_SEPARATOR_STRING.join((node.get_name(), name)),
                                    callback, qos_profile=qos_profile_parameters)

    def _node(self):
        node = self._node_weak_ref()
        if node is None:
            raise ReferenceError("Expected valid node weak reference")
        return node

    def _describe_parameters(self, request, response):
        node = self._node()
        try:
            response.descriptors = node.describe_parameters(list(request.names))
        except ParameterNotDeclaredException as error:
            _warn(node, "describe parameters", error)
        return response

    def _get_parameters(self, request, response):
        node = self._node()
        try:
            response.values = [_value(node, name) for name in request.names]
        except ParameterNotDeclaredException as error:
            _warn(node, "get parameters", error)
        return response

    def _get_parameter_types(self, request, response):
        node = self._node()
        try:
            response.types = [int(getattr(one, "value", one))
                              for one in node.get_parameter_types(list(request.names))]
        except ParameterNotDeclaredException as error:
            _warn(node, "get parameter types", error)
        return response

    def _list_parameters(self, request, response):
        try:
            response.result = self._node().list_parameters(list(request.prefixes), request.depth)
        except (TypeError, ValueError):
            pass
        return response

    def _set_parameters(self, request, response):
        for message in request.parameters:
            response.results.append(self._set("set parameter", [message]))
        return response

    def _set_parameters_atomically(self, request, response):
        response.result = self._set("set parameters atomically", request.parameters)
        return response

    def _set(self, what, messages):
        from rcl_interfaces.msg import SetParametersResult
        node = self._node()
        try:
            parameters = [Parameter.from_parameter_msg(message) for message in messages]
        except (ValueError, TypeError) as error:
            result = SetParametersResult(successful=False, reason=str(error))
        else:
            result = node._set_for_peer(parameters)
        if not result.successful:
            _warn(node, what, result.reason)
        return result


def _value(node, name):
    try:
        return node.get_parameter(name).get_parameter_value()
    except ParameterUninitializedException:
        return Parameter(name).get_parameter_value()


def _warn(node, what, why):
    node.get_logger().warning(f"Failed to {what}: {why}")
