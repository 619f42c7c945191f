"""The services by which peers see and set the parameters of a node."""
import weakref

from rclpy.exceptions import ParameterNotDeclaredException, ParameterUninitializedException
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
        except ParameterNotDeclaredException:
            response.descriptors = node.describe_parameters([])
        return response

    def _get_parameters(self, request, response):
        node = self._node()
        try:
            for name in request.names:
                try:
                    value = node.get_parameter(name)
                except ParameterUninitializedException:
                    value = Parameter(name)
                response.values.append(value.get_parameter_value())
        except ParameterNotDeclaredException:
            response.values = []
        return response

    def _get_parameter_types(self, request, response):
        node = self._node()
        try:
            response.types = [int(getattr(one, "value", one))
                              for one in node.get_parameter_types(list(request.names))]
        except ParameterNotDeclaredException:
            response.types = []
        return response

    def _list_parameters(self, request, response):
        try:
            response.result = self._node().list_parameters(list(request.prefixes), request.depth)
        except (TypeError, ValueError):
            pass
        return response

    def _set_parameters(self, request, response):
        from rcl_interfaces.msg import SetParametersResult
        node = self._node()
        for message in request.parameters:
            try:
                result = node.set_parameters([Parameter.from_parameter_msg(message)])[0]
            except (ParameterNotDeclaredException, ValueError, TypeError) as error:
                result = SetParametersResult(successful=False, reason=str(error))
            response.results.append(result)
        return response

    def _set_parameters_atomically(self, request, response):
        from rcl_interfaces.msg import SetParametersResult
        try:
            response.result = self._node().set_parameters_atomically(
                [Parameter.from_parameter_msg(message) for message in request.parameters])
        except (ParameterNotDeclaredException, ValueError, TypeError) as error:
            response.result = SetParametersResult(successful=False, reason=str(error))
        return response
