"""Clients of actions."""
import math
import threading
import time
import uuid
import weakref

from rclpy.action.endpoints import (
    ActionEndpoint, check_is_action, check_is_valid, hidden, prefix_of)
from rclpy.impl.reexports import reexports
from rclpy.qos import (
    QoSProfile, qos_profile_action_status_default, qos_profile_services_default)
from rclpy.task import Future, is_coroutine_function

__getattr__ = reexports(__name__)

_UNKNOWN, _ACCEPTED = 0, 1
_ENDED = (4, 5, 6)  # of action_msgs/msg/GoalStatus: succeeded, canceled, aborted


class ClientGoalHandle:
    """A goal that a server was asked for."""

    def __init__(self, action_client, goal_id, goal_response):
        self._action_client = action_client
        self._goal_id = goal_id
        self._goal_response = goal_response
        self._status = _ACCEPTED if goal_response.accepted else _UNKNOWN

    def __eq__(self, other):
        if not isinstance(other, ClientGoalHandle):
            return False
        return bytes(self._goal_id.uuid) == bytes(other._goal_id.uuid)

    def __ne__(self, other):
        return not self == other

    __hash__ = object.__hash__

    def __repr__(self):
        return (f"ClientGoalHandle <id={self._goal_id.uuid}, accepted={self.accepted}, "
                f"status={self._status}>")

    @property
    def goal_id(self):
        return self._goal_id

    @property
    def stamp(self):
        return self._goal_response.stamp

    @property
    def accepted(self):
        return self._goal_response.accepted

    @property
    def status(self):
        return self._status

    def cancel_goal(self):
        """Ask for the end of it and wait for the answer, while another thread spins."""
        return self._action_client._cancel_goal(self)

    def cancel_goal_async(self):
        """Ask for the end of it; give the Future of the answer."""
        return self._action_client._cancel_goal_async(self)

    def get_result(self):
        """Wait for the result, while another thread spins."""
        return self._action_client._get_result(self)

    def get_result_async(self):
        """Give the Future of the result, with its status."""
        return self._action_client._get_result_async(self)


class ActionClient(ActionEndpoint):
    """Asks a server for goals."""

    def __init__(self, node, action_type, action_name, *, callback_group=None,
                 goal_service_qos_profile=qos_profile_services_default,
                 result_service_qos_profile=qos_profile_services_default,
                 cancel_service_qos_profile=qos_profile_services_default,
                 feedback_sub_qos_profile=QoSProfile(depth=10),
                 status_sub_qos_profile=qos_profile_action_status_default):
        check_is_action(action_type)
        check_is_valid(node, "Failed to create action client: ")
        self._node = node
        self._action_type = action_type
        self._action_name = action_name
        self._prefix = prefix_of(node, action_name)
        self.callback_group = node.default_callback_group if callback_group is None \
            else callback_group
        self._logger = node.get_logger().get_child("action_client")
        self._feedback_callbacks = {}
        self._goal_handles = weakref.WeakValueDictionary()
        self._running = {}  # those of goals that have not ended, as far as is known
        self._lock = threading.Lock()
        impl = action_type.Impl
        self._goal_client = self._client(
            impl.SendGoalService, "send_goal", goal_service_qos_profile)
        self._cancel_client = self._client(
            impl.CancelGoalService, "cancel_goal", cancel_service_qos_profile)
        self._result_client = self._client(
            impl.GetResultService, "get_result", result_service_qos_profile)
        self._feedback_sub = self._subscription(
            impl.FeedbackMessage, "feedback", self._on_feedback, feedback_sub_qos_profile)
        self._status_sub = self._subscription(
            impl.GoalStatusMessage, "status", self._on_status, status_sub_qos_profile)
        self._keep(node, self._goal_client, self._cancel_client, self._result_client,
                   self._feedback_sub, self._status_sub)

    def _client(self, kind, part, qos):
        node = self._node
        return hidden(node.create_client(
            kind, self._prefix + part, qos_profile=qos,
            callback_group=self.callback_group), node._clients)

    def _subscription(self, kind, part, callback, qos):
        node = self._node
        return hidden(node.create_subscription(
            kind, self._prefix + part, callback, qos,
            callback_group=self.callback_group), node._subscriptions)

    # ---- what comes ----

    def _on_feedback(self, message):
        callback = self._feedback_callbacks.get(bytes(message.goal_id.uuid))
        if callback is None:
            return
        if is_coroutine_function(callback):
            self._node.executor._start(callback(message), self.callback_group)
        else:
            callback(message)

    def _on_status(self, message):
        for status in message.status_list:
            key = bytes(status.goal_info.goal_id.uuid)
            handle = self._goal_handles.get(key)
            if handle is not None and handle.status not in _ENDED:
                self._note(handle, status.status)

    def _note(self, handle, status):
        handle._status = status
        if status in _ENDED:
            self._running.pop(bytes(handle.goal_id.uuid), None)

    def _after(self, service_future, result_of):
        """Give the Future of what is made of a response."""
        future = Future()
        future._client = service_future._client

        def answered():
            executor = self._node.executor
            if executor is not None:
                future._set_executor(executor)
            if service_future.cancelled():
                future.cancel()
            elif service_future.exception() is not None:
                future.set_exception(service_future.exception())
            else:
                future.set_result(result_of(service_future.result()))

        service_future._wake_when_done(answered)
        return future

    # ---- goals ----

    def send_goal(self, goal, **kwargs):
        """
        Ask for a goal and wait for its result, while another thread spins.

        :return: the response with the result; None if the goal was rejected.
        """
        if not isinstance(goal, self._action_type.Goal):
            raise TypeError()
        handle = self._wait(self.send_goal_async(goal, **kwargs))
        return self._get_result(handle) if handle.accepted else None

    def send_goal_async(self, goal, feedback_callback=None, goal_uuid=None):
        """
        Ask for a goal.

        :param feedback_callback: called with feedback messages.
        :return: the Future of a ClientGoalHandle.
        """
        if not isinstance(goal, self._action_type.Goal):
            raise TypeError()
        request = self._action_type.Impl.SendGoalService.Request()
        if goal_uuid is None:
            request.goal_id.uuid = list(uuid.uuid4().bytes)
        else:
            request.goal_id = goal_uuid
        request.goal = goal
        goal_id = request.goal_id
        key = bytes(goal_id.uuid)
        if key in self._goal_handles:
            raise RuntimeError(f"Goal handle for goal id {key} already exists")
        if feedback_callback is not None:
            self._feedback_callbacks[key] = feedback_callback

        def answered(response):
            handle = ClientGoalHandle(self, goal_id, response)
            if handle.accepted:
                self._running[key] = self._goal_handles[key] = handle
                # Feedback may come after the end: it is heard while the user has the goal.
                weakref.finalize(handle, self._feedback_callbacks.pop, key, None)
            else:
                self._feedback_callbacks.pop(key, None)
            return handle

        return self._after(self._goal_client.call_async(request), answered)

    @staticmethod
    def _wait(future):
        future._client()._wait_for(future)  # the action client, which asks, has it
        return future.result()

    def _check(self, goal_handle):
        if not isinstance(goal_handle, ClientGoalHandle):
            raise TypeError(f"Expected type ClientGoalHandle but received {type(goal_handle)}")

    def _cancel_goal(self, goal_handle):
        return self._wait(self._cancel_goal_async(goal_handle))

    def _cancel_goal_async(self, goal_handle):
        self._check(goal_handle)
        request = self._action_type.Impl.CancelGoalService.Request()
        request.goal_info.goal_id = goal_handle.goal_id
        return self._after(self._cancel_client.call_async(request), lambda response: response)

    def _get_result(self, goal_handle):
        return self._wait(self._get_result_async(goal_handle))

    def _get_result_async(self, goal_handle):
        self._check(goal_handle)
        request = self._action_type.Impl.GetResultService.Request()
        request.goal_id = goal_handle.goal_id

        def answered(response):
            self._note(goal_handle, response.status)
            return response

        return self._after(self._result_client.call_async(request), answered)

    # ---- the server ----

    def server_is_ready(self):
        """Whether all that a server consists of is matched."""
        return all(client.service_is_ready() for client in (
            self._goal_client, self._cancel_client, self._result_client)) and all(
                sub.get_publisher_count() > 0
                for sub in (self._feedback_sub, self._status_sub))

    def wait_for_server(self, timeout_sec=None):
        """Wait for a server; False if the time is over. RCLError if the context ends."""
        end = math.inf if timeout_sec is None else time.monotonic() + timeout_sec
        while self._node.context.ok():
            if self.server_is_ready():
                return True
            left = end - time.monotonic()
            if not left > 0:  # the time is over, or no number
                return False
            time.sleep(min(0.02, left))
        return self.server_is_ready()
