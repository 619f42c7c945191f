"""Clients of services."""
import math
import threading
import time
import weakref
from contextlib import ExitStack

from rclpy.impl.ends import End
from rclpy.impl.entity import OfNode
from rclpy.impl.reexports import reexports
from rclpy.task import Future
from rclpy.utilities import timeout_sec_to_nsec

__getattr__ = reexports(__name__)

_TURN_SEC = 0.1  # of a wait; handlers of signals in Python run between two


class Client(OfNode):
    """Sends requests. Node.create_client() makes one."""

    _list = "_clients"

    def __init__(self, context, client_impl, srv_type, srv_name, qos_profile, callback_group):
        self.context = context
        self.__client = client_impl
        self.srv_type = srv_type
        self.srv_name = srv_name
        self.qos_profile = qos_profile
        self.callback_group = callback_group
        self._pending_requests = {}
        self._executor_event = False
        self._lock = threading.Lock()
        self._end = End()

    def call(self, request, timeout_sec=None):
        """
        Send a request and wait for the response, while another thread spins.

        :return: the response; None if the time is over.

        Raises ExternalShutdownException if the context ends first, InvalidHandle if the client
        is destroyed, and ShutdownException in a callback whose executor is shut down.
        """
        if not isinstance(request, self.srv_type.Request):
            raise TypeError()
        future = self.call_async(request)
        try:
            self._wait_for(future, timeout_sec)
        finally:
            if not future.done():
                self.remove_pending_request(future)
        return future.result()

    def _wait_for(self, future, timeout_sec=None):
        """
        Wait until a future is done that a response makes done, or the time is over.

        Raises what ended before, without which no response comes: InvalidHandle for the client,
        ExternalShutdownException for the context, ShutdownException for the executor of it in
        whose callback this is.
        """
        over = threading.Event()
        executor = self._executor_here()
        with ExitStack() as told, self._says_that_it_waits():
            told.enter_context(future._waking(over.set))
            told.enter_context(self._end.telling(over.set))
            told.enter_context(self.context._telling_of_end(over.set))
            if executor is not None:
                told.enter_context(executor._ended.telling(over.set))
            over.wait(timeout_sec)
        if future.done() or future.cancelled():
            return
        with self.handle:
            self._check_that_it_is_served(executor)

    def _says_that_it_waits(self):
        """For `with`: the callback that this is in waits for a response (RANVIER_STUCK_AFTER)."""
        return self.__client.waiting()

    def _check_that_it_is_served(self, executor):
        from rclpy.executors import ExternalShutdownException, ShutdownException
        if not self.context.ok():
            raise ExternalShutdownException(
                f"service '{self.service_name}' was called, and the context ended before the "
                "response came")
        if executor is not None and executor._ended.has_come:
            raise ShutdownException(
                f"service '{self.service_name}' was called in a callback of an executor that was "
                "shut down before the response came")

    def call_async(self, request):
        """Send a request; give the Future of its response."""
        if not isinstance(request, self.srv_type.Request):
            raise TypeError()
        future = Future()
        with self._lock:
            with self.handle:
                number = self.__client.send_request(request, _Reply(self, future))
            future._client = weakref.ref(self)
            if not future.done():
                self._pending_requests[number] = future
        future.add_done_callback(self.remove_pending_request)
        return future

    def get_pending_request(self, sequence_number):
        """Give the Future of a request; KeyError if there is none."""
        with self._lock:
            return self._pending_requests[sequence_number]

    def remove_pending_request(self, future):
        """Forget the request: its response is dropped when it comes."""
        with self._lock:
            for number, pending in self._pending_requests.items():
                if pending is future:
                    break
            else:
                return
            self._pending_requests.pop(number, None)
        if not future.done() and not self.__client.destroyed:
            self.__client.remove_pending(number)

    def service_is_ready(self):
        with self.handle:
            return self.__client.service_server_is_available()

    def wait_for_service(self, timeout_sec=None):
        """Wait until there is a server; False if the time is over. RCLError if the context ends."""
        end = math.inf if timeout_sec is None else time.monotonic() + timeout_sec
        with self.handle:
            while True:
                left = end - time.monotonic()
                turn = min(left, _TURN_SEC) if left > 0 else 0
                if self.__client.wait_for_server(timeout_sec_to_nsec(turn)):
                    return True
                if turn == 0:
                    return False

    def configure_introspection(self, clock, service_event_qos_profile, introspection_state):
        """Publish, or no more, what happens to requests, on <service>/_service_event."""
        with self.handle:
            self.__client.configure_introspection(
                clock.handle, service_event_qos_profile.get_c_qos_profile(),
                int(introspection_state))

    @property
    def handle(self):
        return self.__client

    @property
    def service_name(self):
        with self.handle:
            return self.__client.service_name

    @property
    def logger_name(self):
        return self._node().get_logger().name

    def destroy(self):
        """End it."""
        self._leave_node()
        self.__client.destroy_when_not_in_use()
        self._end.come()

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.destroy()


class _Reply:
    """Is called with the response of one request."""

    __slots__ = ("_client", "_future")

    def __init__(self, client, future):
        self._client = weakref.ref(client)
        self._future = future

    def __call__(self, response):
        client = self._client()
        if client is not None:
            self._future._set_executor(client._executor())
        if not self._future.cancelled():
            self._future.set_result(response)
