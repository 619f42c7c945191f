"""The goals of a server."""
import threading
from enum import Enum

from rclpy import _rclpy_pybind11 as _rclpy


class GoalEvent(Enum):
    """What may happen to a goal."""

    EXECUTE = 0
    CANCEL_GOAL = 1
    SUCCEED = 2
    ABORT = 3
    CANCELED = 4


# action_msgs/msg/GoalStatus
_ACCEPTED, _EXECUTING, _CANCELING, _SUCCEEDED, _CANCELED, _ABORTED = range(1, 7)
_NEXT = {
    (_ACCEPTED, GoalEvent.EXECUTE): _EXECUTING,
    (_ACCEPTED, GoalEvent.CANCEL_GOAL): _CANCELING,
    (_EXECUTING, GoalEvent.CANCEL_GOAL): _CANCELING,
    (_EXECUTING, GoalEvent.SUCCEED): _SUCCEEDED,
    (_EXECUTING, GoalEvent.ABORT): _ABORTED,
    (_CANCELING, GoalEvent.EXECUTE): _CANCELING,  # canceled before the work began
    (_CANCELING, GoalEvent.SUCCEED): _SUCCEEDED,
    (_CANCELING, GoalEvent.ABORT): _ABORTED,
    (_CANCELING, GoalEvent.CANCELED): _CANCELED,
}


class ServerGoalHandle:
    """A goal that a server has accepted."""

    def __init__(self, action_server, goal_id, goal_request, stamp):
        self._action_server = action_server
        self._goal_id = goal_id
        self._goal_request = goal_request
        self._stamp = stamp
        self._status = _ACCEPTED
        self._gives_result = True  # unless an execute callback returns it
        self._lock = threading.Lock()

    def __eq__(self, other):
        if not isinstance(other, ServerGoalHandle):
            return False
        return bytes(self._goal_id.uuid) == bytes(other._goal_id.uuid)

    def __ne__(self, other):
        return not self == other

    __hash__ = object.__hash__

    @property
    def request(self):
        return self._goal_request

    @property
    def goal_id(self):
        return self._goal_id

    @property
    def is_active(self):
        """Whether it is neither succeeded nor aborted nor canceled."""
        return self._status in (_ACCEPTED, _EXECUTING, _CANCELING)

    @property
    def is_cancel_requested(self):
        return self._status == _CANCELING

    @property
    def _is_cancelable(self):
        return (self._status, GoalEvent.CANCEL_GOAL) in _NEXT

    @property
    def status(self):
        return self._status

    def _status_message(self):
        from action_msgs.msg import GoalStatus
        message = GoalStatus(status=self._status)
        message.goal_info.goal_id = self._goal_id
        message.goal_info.stamp = self._stamp
        return message

    def _apply_if(self, event):
        """Do the event; False if the state does not allow it."""
        with self._lock:
            following = _NEXT.get((self._status, event))
            if following is not None:
                self._status = following
        return following is not None

    def _apply(self, event):
        before = self._status
        if not self._apply_if(event):
            raise _rclpy.RCLError(
                f"goal_handle attempted invalid transition from state {_name(before)} with "
                f"event {event.name}")
        self._action_server._publish_status()

    def execute(self, execute_callback=None):
        """Begin the work, if it is not canceled; None: that of the server."""
        self._action_server.notify_execute(self, execute_callback)

    def publish_feedback(self, feedback):
        """Tell who listens how far it is."""
        self._action_server._publish_feedback(self, feedback)

    def executing(self):
        """Say that the work has begun, for who does it without an execute callback."""
        self._apply(GoalEvent.EXECUTE)

    def succeed(self, response=None):
        """
        Say that the work is done.

        :param response: the result. None: what the execute callback returns; an empty one if
            there is no such callback.
        """
        self._end(GoalEvent.SUCCEED, response)

    def abort(self, response=None):
        """Say that the work has failed; `response` as for succeed()."""
        self._end(GoalEvent.ABORT, response)

    def canceled(self, response=None):
        """Say that the work was ended because somebody asked for it; `response` as there."""
        self._end(GoalEvent.CANCELED, response)

    def _end(self, event, response):
        server = self._action_server
        result_type = server.action_type.Result
        if response is not None and not isinstance(response, result_type):
            raise TypeError(f"the result of a goal should be a {result_type.__name__}, it is "
                            f"{response!r}")
        self._apply(event)
        if response is not None or self._gives_result:
            server._keep_result(self, result_type() if response is None else response)

    def destroy(self):
        """Do nothing: a handle has nothing of its own."""


def _name(status):
    return ("UNKNOWN", "ACCEPTED", "EXECUTING", "CANCELING", "SUCCEEDED", "CANCELED",
            "ABORTED")[status]
