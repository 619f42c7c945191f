"""Servers of actions."""
import threading
import time
import traceback
from enum import Enum

from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.action.endpoints import (
    ActionEndpoint, check_is_action, check_is_valid, hidden, prefix_of)
from rclpy.action.goals import GoalEvent, ServerGoalHandle
from rclpy.executors import await_or_execute
from rclpy.impl.reexports import reexports
from rclpy.qos import (
    QoSProfile, qos_profile_action_status_default, qos_profile_services_default)
from rclpy.service import Service

__getattr__ = reexports(__name__)

InvalidHandle = _rclpy.InvalidHandle
RCLError = _rclpy.RCLError
__all__ = ["ActionServer", "CancelResponse", "GoalEvent", "GoalResponse", "RCLError",
           "ServerGoalHandle", "default_cancel_callback", "default_goal_callback",
           "default_handle_accepted_callback"]


class GoalResponse(Enum):
    """What a goal callback gives."""

    REJECT = 1
    ACCEPT = 2


class CancelResponse(Enum):
    """What a cancel callback gives."""

    REJECT = 1
    ACCEPT = 2


def default_handle_accepted_callback(goal_handle):
    """Begin at once."""
    goal_handle.execute()


def default_goal_callback(goal_request):
    """Accept all goals."""
    return GoalResponse.ACCEPT


def default_cancel_callback(cancel_request):
    """Let nobody cancel."""
    return CancelResponse.REJECT


class _LaterService(Service):
    """A service whose callback gets the header, and answers when it likes."""

    def _serve(self, request, header):
        self._node().executor._start(self.callback(self, request, header), self.callback_group)


class ActionServer(ActionEndpoint):
    """Works on goals."""

    def __init__(self, node, action_type, action_name, execute_callback=None, *,
                 callback_group=None, goal_callback=default_goal_callback,
                 handle_accepted_callback=default_handle_accepted_callback,
                 cancel_callback=default_cancel_callback,
                 goal_service_qos_profile=qos_profile_services_default,
                 result_service_qos_profile=qos_profile_services_default,
                 cancel_service_qos_profile=qos_profile_services_default,
                 feedback_pub_qos_profile=QoSProfile(depth=10),
                 status_pub_qos_profile=qos_profile_action_status_default,
                 result_timeout=900):
        check_is_action(action_type)
        check_is_valid(node, "Failed to create action server: ")
        self.callback_group = node.default_callback_group if callback_group is None \
            else callback_group
        self._lock = threading.RLock()
        self._node = node
        self._action_type = action_type
        self._action_name = action_name
        self._prefix = prefix_of(node, action_name)
        self._logger = node.get_logger().get_child("action_server")
        self._execute_callback = None
        if execute_callback is not None:
            self.register_execute_callback(execute_callback)
        elif handle_accepted_callback in (None, default_handle_accepted_callback):
            self._logger.warning(
                f"Action server '{action_name}' has neither an execute_callback nor a "
                "handle_accepted_callback: nobody works on its goals")
        self.register_goal_callback(goal_callback)
        self.register_cancel_callback(cancel_callback)
        self.register_handle_accepted_callback(handle_accepted_callback)
        self._result_timeout = result_timeout
        self._goal_handles = {}  # key: ServerGoalHandle
        self._waiting = {}  # key: headers of requests for its result
        self._results = {}  # key: the response, and when the goal ended
        self._make_endpoints(goal_service_qos_profile, result_service_qos_profile,
                             cancel_service_qos_profile, feedback_pub_qos_profile,
                             status_pub_qos_profile)

    def _make_endpoints(self, goal_qos, result_qos, cancel_qos, feedback_qos, status_qos):
        impl = self._action_type.Impl
        self._feedback_publisher = self._publisher(impl.FeedbackMessage, "feedback", feedback_qos)
        self._status_publisher = self._publisher(impl.GoalStatusMessage, "status", status_qos)
        self._result_service = self._service(
            impl.GetResultService, "get_result", self._on_result, result_qos)
        self._cancel_service = self._service(
            impl.CancelGoalService, "cancel_goal", self._on_cancel, cancel_qos)
        # The last one: a goal may come, on another thread, before this returns.
        self._goal_service = self._service(
            impl.SendGoalService, "send_goal", self._on_goal, goal_qos)
        self._keep(self._node, self._goal_service, self._cancel_service, self._result_service,
                   self._feedback_publisher, self._status_publisher)

    def _service(self, kind, part, callback, qos):
        node = self._node
        return hidden(node.create_service(
            kind, self._prefix + part, callback, qos_profile=qos,
            callback_group=self.callback_group, service_class=_LaterService), node._services)

    def _publisher(self, kind, part, qos):
        node = self._node
        return hidden(node.create_publisher(
            kind, self._prefix + part, qos), node._publishers)

    @property
    def action_type(self):
        return self._action_type

    def _answer(self, service, response, header):
        """Answer a request; False if that cannot be, as when this was destroyed meanwhile."""
        try:
            service.send_response(response, header)
        except InvalidHandle:
            return False
        except RCLError as error:
            self._logger.warning(f"Failed to answer a request of {service.srv_name}, whose "
                                 f"client may have gone away: {error}")
            return False
        return True

    def _publish(self, publisher, message):
        try:
            publisher.publish(message)
        except InvalidHandle:  # this was destroyed, and a goal goes on
            pass

    # ---- goals ----

    async def _on_goal(self, service, request, header):
        response = self._action_type.Impl.SendGoalService.Response()
        key = bytes(request.goal_id.uuid)
        with self._lock:
            self._drop_expired()
            known = key in self._goal_handles
        try:
            handle = None if known else await self._accepted(request)
        except Exception:  # nobody shall wait for what will not come
            self._answer(service, response, header)
            raise
        if handle is not None:
            response.accepted = True
            response.stamp = handle._stamp
        answered = self._answer(service, response, header)
        if handle is not None and answered:
            self._publish_status()
            await self._begin(handle)
        elif handle is not None:  # nobody knows of it
            with self._lock:
                self._goal_handles.pop(key, None)

    async def _begin(self, handle):
        """Hand the goal over; if that raises, and nobody has begun with it, it is aborted."""
        try:
            await await_or_execute(self._handle_accepted_callback, handle)
        except Exception:
            if handle._apply_if(GoalEvent.EXECUTE):
                handle.abort()
            raise

    async def _accepted(self, request):
        """Ask the user; give the handle of the goal, None if it is rejected."""
        answer = await await_or_execute(self._goal_callback, request.goal)
        if not isinstance(answer, GoalResponse):
            self._logger.warning(
                "Goal request callback did not return a GoalResponse type. Rejecting goal.")
            return None
        if answer is GoalResponse.REJECT:
            return None
        handle = ServerGoalHandle(self, request.goal_id, request.goal,
                                  self._node.get_clock().now().to_msg())
        with self._lock:
            self._goal_handles[bytes(request.goal_id.uuid)] = handle
        return handle

    def notify_execute(self, goal_handle, execute_callback):
        """Begin to work on a goal, where the node is spun."""
        if execute_callback is not None:
            if not callable(execute_callback):
                raise TypeError("Failed to register goal execution callback: not callable")
        callback = self._execute_callback if execute_callback is None else execute_callback
        goal_handle.executing()
        if callback is not None:
            goal_handle._gives_result = False  # what the callback returns is the result
            self._node.executor.create_task(self._execute_goal, callback, goal_handle)

    async def _execute_goal(self, execute_callback, goal_handle):
        result_type = self._action_type.Result
        try:
            result = await await_or_execute(execute_callback, goal_handle)
        except Exception as error:
            self._logger.error(f"Error raised in execute callback: {error}")
            traceback.print_exc()
            result = result_type()
        if goal_handle.is_active:
            self._logger.warning("Goal state not set, assuming aborted. Goal ID: "
                                 f"{goal_handle.goal_id.uuid}")
            goal_handle.abort()
        if not isinstance(result, result_type):
            self._logger.error(f"The execute callback returned {type(result)}, which is no "
                               f"{result_type}: the result is an empty one")
            result = result_type()
        self._keep_result(goal_handle, result)

    def _keep_result(self, goal_handle, result):
        """Give it to those who wait for it; the first one of a goal counts."""
        key = bytes(goal_handle.goal_id.uuid)
        response = self._action_type.Impl.GetResultService.Response()
        response.status = goal_handle.status
        response.result = result
        with self._lock:
            if key in self._results:
                return
            self._results[key] = response, time.monotonic()
            waiting = self._waiting.pop(key, [])
        for header in waiting:
            self._answer_result(self._result_service, response, header)

    def _answer_result(self, service, response, header):
        try:
            self._answer(service, response, header)
        except (TypeError, ValueError, OverflowError) as error:
            self._logger.error(f"A result cannot be sent, an empty one is sent: {error}")
            response.result = self._action_type.Result()
            self._answer(service, response, header)

    def _drop_expired(self):
        if self._result_timeout < 0:
            return
        oldest = time.monotonic() - self._result_timeout
        for key in [key for key, (_, ended) in self._results.items() if ended <= oldest]:
            del self._results[key]
            self._goal_handles.pop(key, None)

    def notify_goal_done(self):
        """Do nothing more: who waits for results is notified when they are there."""

    # ---- results and cancellations ----

    async def _on_result(self, service, request, header):
        key = bytes(request.goal_id.uuid)
        with self._lock:
            self._drop_expired()
            known = self._results.get(key)
            if known is None and key in self._goal_handles:
                self._waiting.setdefault(key, []).append(header)
                return
        response = self._action_type.Impl.GetResultService.Response() if known is None \
            else known[0]
        self._answer_result(service, response, header)

    async def _on_cancel(self, service, request, header):
        response = self._action_type.Impl.CancelGoalService.Response()
        wanted, response.return_code = self._to_cancel(request.goal_info)
        raised = None
        for handle in wanted:
            try:
                canceled = await self._canceled(handle)
            except Exception as error:  # the others, and who asked, shall not suffer from it
                canceled, raised = False, raised or error
            if canceled:
                response.goals_canceling.append(
                    type(request.goal_info)(goal_id=handle.goal_id, stamp=handle._stamp))
        one_has_ended = response.return_code == response.ERROR_GOAL_TERMINATED and not all(
            handle.is_active for handle in wanted)
        if response.goals_canceling:
            response.return_code = response.ERROR_NONE
            self._publish_status()
        elif wanted and not one_has_ended:
            response.return_code = response.ERROR_REJECTED
        self._answer(service, response, header)
        if raised is not None:
            raise raised

    async def _canceled(self, handle):
        """Ask the user; False too if the goal has ended meanwhile."""
        answer = await await_or_execute(self._cancel_callback, handle)
        if not isinstance(answer, CancelResponse):
            self._logger.warning("Cancel callback did not return a CancelResponse type, but "
                                 f"{answer!r}. The goal goes on.")
        return answer is CancelResponse.ACCEPT and handle._apply_if(GoalEvent.CANCEL_GOAL)

    def _to_cancel(self, info):
        """Give the goals that a request means, and the code if none of them ends by it."""
        response = self._action_type.Impl.CancelGoalService.Response
        key = bytes(info.goal_id.uuid)
        until = (info.stamp.sec, info.stamp.nanosec)
        with self._lock:
            handles = list(self._goal_handles.values())
            named = self._goal_handles.get(key)
        if any(key) and until == (0, 0):
            if named is None:
                return [], response.ERROR_UNKNOWN_GOAL_ID
            return [named] if named._is_cancelable else [], response.ERROR_GOAL_TERMINATED
        all_of_them = not any(key) and until == (0, 0)
        return [one for one in handles if one._is_cancelable and (
            all_of_them or one is named or
            (one._stamp.sec, one._stamp.nanosec) <= until)], response.ERROR_NONE

    def _publish_status(self):
        message = self._action_type.Impl.GoalStatusMessage()
        with self._lock:
            handles = list(self._goal_handles.values())
        for handle in handles:
            message.status_list.append(handle._status_message())
        self._publish(self._status_publisher, message)

    def _publish_feedback(self, goal_handle, feedback):
        if not isinstance(feedback, self._action_type.Feedback):
            raise TypeError()
        message = self._action_type.Impl.FeedbackMessage()
        message.goal_id = goal_handle.goal_id
        message.feedback = feedback
        self._publish(self._feedback_publisher, message)

    # ---- callbacks ----

    def register_handle_accepted_callback(self, handle_accepted_callback):
        """Have it called with the handle of each goal that was accepted."""
        if handle_accepted_callback is None:
            handle_accepted_callback = default_handle_accepted_callback
        self._handle_accepted_callback = handle_accepted_callback

    def register_goal_callback(self, goal_callback):
        """Have it asked whether a goal is accepted."""
        self._goal_callback = default_goal_callback if goal_callback is None else goal_callback

    def register_cancel_callback(self, cancel_callback):
        """Have it asked whether a goal may be canceled."""
        self._cancel_callback = default_cancel_callback if cancel_callback is None \
            else cancel_callback

    def register_execute_callback(self, execute_callback):
        """Have it do the work; it gives the result."""
        if not callable(execute_callback):
            raise TypeError("Failed to register goal execution callback: not callable")
        self._execute_callback = execute_callback
