"""Services."""
import threading

from rclpy.exceptions import InvalidHandle
from rclpy.impl.coroutines import native_callback
from rclpy.impl.entity import Entity
from rclpy.impl.reexports import reexports
from rclpy.task import is_coroutine_function

__getattr__ = reexports(__name__)


class Service(Entity):
    """Answers requests. Node.create_service() makes one."""

    _list = "_services"

    def __init__(self, service_impl, srv_type, srv_name, callback, callback_group, qos_profile):
        self.__service = service_impl
        self.srv_type = srv_type
        self.srv_name = srv_name
        self.callback = callback
        self.callback_group = callback_group
        self._executor_event = False
        self.qos_profile = qos_profile
        self._making = threading.Lock()  # held until the native part is known here

    def _make(self, native):
        """Take what `native` gives: requests may come, on other threads, before it returns."""
        with self._making:
            self.__service = self.handle_or_none = native()

    def _native_callback(self, callback):
        node = self._node()
        if type(self)._serve is Service._serve and is_coroutine_function(callback):
            return native_callback(self._serve_later, self.callback_group, node)
        return self._serve

    def _serve(self, request, header):
        response = self.callback(request, self.srv_type.Response())
        self._answer(response, header)

    async def _serve_later(self, request, header):
        response = await self.callback(request, self.srv_type.Response())
        self._answer(response, header)

    def _answer(self, response, header):
        """Answer, unless this was destroyed while the callback ran."""
        try:
            self.send_response(response, header)
        except InvalidHandle:
            pass

    def send_response(self, response, header):
        """Answer the request that `header` names."""
        wanted = self.srv_type.Response
        if not isinstance(response, wanted):
            raise TypeError(
                f"service '{self.srv_name}' cannot answer with {response!r}: its callback has to "
                f"return a {wanted.__module__.rpartition('.')[0]}.{self.srv_type.__name__}."
                "Response, such as the one that it is given")
        with self.handle:
            self.__service.service_send_response(response, header)

    @property
    def handle(self):
        if self.__service is None:
            with self._making:
                pass
        return self.__service

    @property
    def service_name(self):
        with self.handle:
            return self.__service.name

    @property
    def logger_name(self):
        with self.handle:
            return self.__service.get_logger_name()

    def configure_introspection(self, clock, service_event_qos_profile, introspection_state):
        """Publish, or no more, what happens to requests, on <service>/_service_event."""
        with self.handle:
            self.__service.configure_introspection(
                clock.handle, service_event_qos_profile.get_c_qos_profile(),
                int(introspection_state))

    def destroy(self):
        """End it."""
        self._leave_node()
        self.__service.destroy_when_not_in_use()

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, trace):
        self.destroy()
