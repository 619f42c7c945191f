"""`ros2 action send_goal`."""
import time

from ros2action import api
from ros2action.verb import VerbExtension
from ros2cli.calls import spin_while_there
from ros2cli.fields import read_message
from ros2cli.helpers import unsigned_int
from ros2cli.node.direct import DirectNode, add_arguments
from ros2cli.interrupt import SIGTERM_STATUS

_STATUS = ("UNKNOWN", "ACCEPTED", "EXECUTING", "CANCELING", "SUCCEEDED", "CANCELED", "ABORTED")
_CANCEL_LIMIT_S = 5.0
_MATCHING_S = 0.2  # what is there is matched before that


class SendGoalVerb(VerbExtension):
    """Send a goal to an action, and wait for its result."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        argument = parser.add_argument("action_name", help="the action: '/fibonacci'")
        argument.completer = api.action_name_completer
        argument = parser.add_argument("action_type",
                                       help="its type: 'example_interfaces/action/Fibonacci'")
        argument.completer = api.ActionTypeCompleter(action_name_key="action_name")
        values = parser.add_mutually_exclusive_group()
        argument = values.add_argument("goal", nargs="?", default="{}",
                                       help="the fields of the goal, as YAML: '{order: 10}'")
        argument.completer = api.ActionGoalPrototypeCompleter(action_type_key="action_type")
        values.add_argument("--stdin", action="store_true", help="read the fields from stdin")
        parser.add_argument("-f", "--feedback", action="store_true", help="print its feedback")
        parser.add_argument("-t", "--timeout", metavar="N", type=unsigned_int,
                            help="wait no longer than N seconds for the server, and for the "
                                 "result; 0: do not wait for the result")

    def main(self, *, args):
        kind = api.action_class(args.action_type)
        goal = _read_goal(kind, args)
        with DirectNode(args) as direct:
            return _Sending(direct.node, kind, args).run(goal)


def _read_goal(kind, args):
    text = args.goal
    if args.stdin:
        from ros2cli.helpers import collect_stdin
        text = collect_stdin()
    goal, _ = read_message(kind.Goal, text, "goal", "Failed to populate message fields: {!r}")
    return goal


def _yaml(message):
    from rosidl_runtime_py import message_to_yaml
    return message_to_yaml(message)


class _Sending:
    """One goal, from the wait for its server to its end."""

    def __init__(self, node, kind, args):
        from rclpy.action import ActionClient
        self._node = node
        self._domain = node.context.get_domain_id()  # a context that has ended does not tell
        self._feedback = self._print_feedback if args.feedback else None
        self._client = ActionClient(node, kind, args.action_name)
        self._timeout = args.timeout
        self._handle = None

    @staticmethod
    def _print_feedback(message):
        print(f"Feedback:\n    {_yaml(message.feedback)}")

    def run(self, goal):
        print("Waiting for an action server to become available...")
        limit = None if self._timeout is None else max(self._timeout, _MATCHING_S)
        if not self._client.wait_for_server(limit):
            if not self._node.context.ok():
                return SIGTERM_STATUS
            return (f"The server of the action '{self._client._action_name}' was not there within "
                    f"{self._timeout} s.")
        print(f"Sending goal:\n     {_yaml(goal)}")
        try:
            status = self._to_the_end(goal)
        except KeyboardInterrupt:
            status = SIGTERM_STATUS
        if status and self._handle is not None and self._handle.status not in (4, 5, 6):
            self._cancel()
        return status

    def _to_the_end(self, goal):
        try:
            future = self._client.send_goal_async(goal, self._feedback)
        except (OverflowError, TypeError, ValueError) as error:  # what no field can hold
            return f"Failed to populate message fields: {error!r}"
        status = self._wait(future)
        if status:
            return status
        handle = future.result()
        if not handle.accepted:
            print("Goal was rejected.")
            return 1
        self._handle = handle
        print(f"Goal accepted with ID: {bytes(handle.goal_id.uuid).hex()}\n")
        if self._timeout == 0:
            print("The result is not waited for: the timeout is 0.")
            return 0
        future = handle.get_result_async()
        status = self._wait(future, self._timeout)
        if status:
            return status
        if not future.done():
            self._handle = None  # nobody cancels it
            return f"The result did not come within {self._timeout} s. The goal goes on."
        response = future.result()
        print(f"Result:\n    {_yaml(response.result)}")
        print(f"Goal finished with status: {_STATUS[response.status]}")
        return 0

    def _wait(self, future, limit_s=None):
        """
        Wait for an answer, `limit_s` seconds at most.

        :return: the status of a signal. RuntimeError if the server has gone.
        """
        end = None if limit_s is None else time.monotonic() + limit_s
        there = self._client.server_is_ready
        status = spin_while_there(self._node, future, there, end)
        if status or future.done() or (end is not None and time.monotonic() >= end):
            return status
        raise RuntimeError(f"The server of the action '{self._client._action_name}' has gone "
                           "before the goal ended. Look at its node.")

    def _cancel(self):
        """Cancel the goal: by a node of another context, as a signal has ended the first."""
        import rclpy
        print("Canceling goal...")
        context = rclpy.Context()
        context.init(args=[], domain_id=self._domain)
        with context:
            node = rclpy.create_node(f"{self._node.get_name()}_cancel", context=context,
                                     start_parameter_services=False)
            if self._ask_to_cancel(node, context):
                print("Goal canceled.")

    def _ask_to_cancel(self, node, context):
        from action_msgs.srv import CancelGoal
        from rclpy.executors import SingleThreadedExecutor
        client = node.create_client(
            CancelGoal, f"{self._client._action_name}/_action/cancel_goal")
        if not client.wait_for_service(_CANCEL_LIMIT_S):
            return False
        request = CancelGoal.Request()
        request.goal_info.goal_id = self._handle.goal_id
        future = client.call_async(request)
        executor = SingleThreadedExecutor(context=context)
        executor.add_node(node)
        executor.spin_until_future_complete(future, _CANCEL_LIMIT_S)
        executor.shutdown()
        return future.done() and bool(future.result().goals_canceling)
