"""Parameters of other nodes."""
from rclpy.impl.reexports import reexports
from rclpy.parameter import Parameter, parameter_dict_from_yaml_file
from rclpy.qos import qos_profile_parameter_events, qos_profile_services_default

__getattr__ = reexports(__name__)


class AsyncParameterClient:
    """Asks and sets parameters of a remote node; each call gives a Future of the response."""

    def __init__(self, node, remote_node_name, qos_profile=qos_profile_services_default,
                 callback_group=None):
        from rcl_interfaces import srv
        self.remote_node_name = remote_node_name
        self.node = node

        def client(kind, name):
            return node.create_client(kind, f"{remote_node_name}/{name}",
                                      qos_profile=qos_profile, callback_group=callback_group)

        self._get_parameter_client = client(srv.GetParameters, "get_parameters")
        self._list_parameter_client = client(srv.ListParameters, "list_parameters")
        self._set_parameter_client = client(srv.SetParameters, "set_parameters")
        self._get_parameter_types_client = client(
            srv.GetParameterTypes, "get_parameter_types")
        self._describe_parameters_client = client(
            srv.DescribeParameters, "describe_parameters")
        self._set_parameters_atomically_client = client(
            srv.SetParametersAtomically, "set_parameters_atomically")

    def _clients(self):
        return (self._list_parameter_client, self._set_parameter_client,
                self._get_parameter_client, self._get_parameter_types_client,
                self._describe_parameters_client, self._set_parameters_atomically_client)

    def services_are_ready(self):
        return all(client.service_is_ready() for client in self._clients())

    def wait_for_services(self, timeout_sec=None):
        """Wait for all six; False if the time is over."""
        import time
        end = None if timeout_sec is None else time.monotonic() + timeout_sec
        for client in self._clients():
            left = None if end is None else max(0.0, end - time.monotonic())
            if not client.wait_for_service(left):
                return False
        return True

    @staticmethod
    def _send(client, request, callback):
        future = client.call_async(request)
        if callback is not None:
            future.add_done_callback(callback)
        return future

    def list_parameters(self, prefixes=None, depth=None, callback=None):
        from rcl_interfaces.srv import ListParameters
        request = ListParameters.Request()
        if prefixes:
            request.prefixes = list(prefixes)
        if depth:
            request.depth = depth
        return self._send(self._list_parameter_client, request, callback)

    def get_parameters(self, names, callback=None):
        from rcl_interfaces.srv import GetParameters
        return self._send(self._get_parameter_client, GetParameters.Request(names=names),
                          callback)

    @staticmethod
    def _messages(parameters):
        return [one.to_parameter_msg() if isinstance(one, Parameter) else one
                for one in parameters]

    def set_parameters(self, parameters, callback=None):
        from rcl_interfaces.srv import SetParameters
        request = SetParameters.Request(parameters=self._messages(parameters))
        return self._send(self._set_parameter_client, request, callback)

    def set_parameters_atomically(self, parameters, callback=None):
        from rcl_interfaces.srv import SetParametersAtomically
        request = SetParametersAtomically.Request(parameters=self._messages(parameters))
        return self._send(self._set_parameters_atomically_client, request, callback)

    def describe_parameters(self, names, callback=None):
        from rcl_interfaces.srv import DescribeParameters
        return self._send(self._describe_parameters_client,
                          DescribeParameters.Request(names=names), callback)

    def get_parameter_types(self, names, callback=None):
        from rcl_interfaces.srv import GetParameterTypes
        return self._send(self._get_parameter_types_client,
                          GetParameterTypes.Request(names=names), callback)

    def delete_parameters(self, names, callback=None):
        """Set them to nothing, which deletes those that are dynamically typed."""
        return self.set_parameters([Parameter(name) for name in names], callback)

    def _of_file(self, parameter_file, use_wildcard):
        return list(parameter_dict_from_yaml_file(parameter_file, use_wildcard).values())

    def load_parameter_file(self, parameter_file, use_wildcard=False, callback=None):
        """Set what a parameter file has, whatever nodes it names."""
        return self.set_parameters(self._of_file(parameter_file, use_wildcard), callback)

    def load_parameter_file_atomically(self, parameter_file, use_wildcard=False, callback=None):
        """The same, all or none."""
        return self.set_parameters_atomically(
            self._of_file(parameter_file, use_wildcard), callback)

    def on_parameter_event(self, callback, qos_profile=qos_profile_parameter_events, *,
                           callback_group=None, event_callbacks=None,
                           qos_overriding_options=None, raw=False):
        """Subscribe to the events of all nodes."""
        from rcl_interfaces.msg import ParameterEvent
        return self.node.create_subscription(
            ParameterEvent, "/parameter_events", callback, qos_profile,
            callback_group=callback_group, event_callbacks=event_callbacks,
            qos_overriding_options=qos_overriding_options, raw=raw)
