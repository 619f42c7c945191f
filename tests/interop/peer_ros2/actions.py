"""`peer.py act` and `peer.py actor`: the two sides of an action. What a server does
with a goal is in docs/interop.md."""

from rclpy.action import ActionClient, ActionServer, CancelResponse, GoalResponse
from rclpy.task import Future
from test_msgs.action import Fibonacci

from talk import emit

UNTIL_CANCELLED = 1000
AT_ONCE = 5  # a client keeps ten replies that it has not read


def serve(node, options):
    running = []

    async def execute(goal):
        goal.publish_feedback(Fibonacci.Feedback(sequence=[1]))
        order = goal.request.order
        if order != UNTIL_CANCELLED:
            goal.succeed()
            emit("ended", status=goal.status)
            return Fibonacci.Result(sequence=[order, order])
        cancelled = Future()
        running.append((goal, cancelled))
        await cancelled
        goal.canceled()
        emit("ended", status=goal.status)
        return Fibonacci.Result()

    def judge(request):
        emit("goal", order=request.order)
        return GoalResponse.REJECT if request.order < 0 else GoalResponse.ACCEPT

    node.server = ActionServer(node, Fibonacci, options.action, execute, goal_callback=judge,
                               cancel_callback=lambda _: CancelResponse.ACCEPT)  # fmt: skip
    known = [0]

    def look():
        for goal, cancelled in running:
            if goal.is_cancel_requested and not cancelled.done():
                cancelled.set_result(None)
        running[:] = [one for one in running if not one[1].done()]
        services = ("send_goal", "cancel_goal", "get_result")
        now = min(node.count_clients(f"{options.action}/_action/{s}") for s in services)
        if known[0] != now:
            known[0] = now
            emit("matched", count=now)

    node.create_timer(0.005, look)
    return lambda words: None


def follow(node, options):
    """`goal ORDER`, `cancel`, `volley COUNT`; obeyed on the executor's thread, as a reply
    may otherwise come before rclpy has noted the goal."""
    follower = _Follower(ActionClient(node, Fibonacci, options.action))
    node.create_timer(0.005, follower.look)
    return lambda words: node.executor.create_task(follower.obey, words)


class _Follower:
    def __init__(self, client) -> None:
        self._client = client
        self._there = False
        self._goal = None
        self._status = None
        self._left = iter(())

    def look(self) -> None:
        if self._there != self._client.server_is_ready():
            self._there = not self._there
            emit("service", there=self._there)
        if self._goal and self._goal.status != self._status:
            self._status = self._goal.status
            emit("status", value=self._status)

    def obey(self, words) -> None:
        verb, *arguments = words
        if verb == "cancel":
            self._goal.cancel_goal_async().add_done_callback(_report_cancel)
        elif verb == "volley":
            self._left = iter(range(int(arguments[0])))
            for _ in range(AT_ONCE):
                self._send_next()
        else:
            self._send(int(arguments[0]), self._take_answer)

    def _send(self, order: int, then) -> None:
        goal = Fibonacci.Goal(order=order)
        sent = self._client.send_goal_async(goal, feedback_callback=_report_feedback)
        sent.add_done_callback(lambda done: then(done.result()))

    def _take_answer(self, goal) -> None:
        emit("answer", accepted=goal.accepted)
        if goal.accepted:
            self._goal, self._status = goal, None
            goal.get_result_async().add_done_callback(_report_result)

    def _send_next(self) -> None:
        number = next(self._left, None)
        if number is None:
            return
        cancelled = number % 3 == 2

        def follow_on(goal) -> None:
            if cancelled:
                goal.cancel_goal_async()
            goal.get_result_async().add_done_callback(end)

        def end(done) -> None:
            _report_result(done)
            self._send_next()

        self._send(UNTIL_CANCELLED if cancelled else number, follow_on)


def _report_cancel(done) -> None:
    answer = done.result()
    emit("canceling", code=answer.return_code, count=len(answer.goals_canceling))


def _report_feedback(message) -> None:
    emit("feedback", value=list(message.feedback.sequence))


def _report_result(done) -> None:
    reply = done.result()
    emit("result", status=reply.status, value=list(reply.result.sequence))
