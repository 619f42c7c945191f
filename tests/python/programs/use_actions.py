"""Goals: done, rejected, canceled, aborted, forgotten."""
import threading
import time

import rclpy
from rclpy.action import (
    ActionClient, ActionServer, CancelResponse, GoalResponse, get_action_names_and_types)
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from support import kind
from test_msgs.action import Fibonacci

rclpy.init(args=[])
server_node = rclpy.create_node("server")
client_node = rclpy.create_node("client")
group = ReentrantCallbackGroup()
mode = ["succeed"]
executed = []  # told at the end: the client hears of a goal before or after its execution begins


def execute(goal):
    executed.append(
        ("execute", goal.request.order, goal.is_active, goal.is_cancel_requested, goal.status))
    sequence, feedback = [0, 1], Fibonacci.Feedback()
    if mode[0] == "forget":
        return Fibonacci.Result(sequence=sequence)
    for _ in range(1, goal.request.order):
        if goal.is_cancel_requested:
            goal.canceled()
            return Fibonacci.Result(sequence=sequence)
        sequence.append(sequence[-1] + sequence[-2])
        feedback.sequence = sequence
        goal.publish_feedback(feedback)
        if mode[0] == "slow":
            time.sleep(0.05)
    goal.abort() if mode[0] == "abort" else goal.succeed()
    return Fibonacci.Result(sequence=sequence)


def accept(goal):
    return GoalResponse.REJECT if goal.order > 50 else GoalResponse.ACCEPT


server = ActionServer(server_node, Fibonacci, "fibonacci", execute, goal_callback=accept,
                      cancel_callback=lambda goal: CancelResponse.ACCEPT, callback_group=group)
client = ActionClient(client_node, Fibonacci, "fibonacci", callback_group=group)
executor = MultiThreadedExecutor(4)
executor.add_node(server_node)
executor.add_node(client_node)
thread = threading.Thread(target=executor.spin, daemon=True)
thread.start()


def result_of(future):
    end = time.monotonic() + 20
    while not future.done() and time.monotonic() < end:
        time.sleep(0.005)
    return future.result()


print(client.wait_for_server(timeout_sec=10), client.server_is_ready())
heard = []
goal = result_of(client.send_goal_async(
    Fibonacci.Goal(order=5),
    feedback_callback=lambda message: heard.append(list(message.feedback.sequence))))
print(goal.accepted, type(goal).__name__, len(goal.goal_id.uuid))
result = result_of(goal.get_result_async())
print(result.status, list(result.result.sequence))
# ROS 2's may lose the last one; in a reentrant group they may come in any order.
end = time.monotonic() + 20
while not heard and time.monotonic() < end:
    time.sleep(0.005)
print([0, 1] in [one[:2] for one in heard], goal.status)
print(result_of(goal.get_result_async()).status)
goal = result_of(client.send_goal_async(Fibonacci.Goal(order=60)))
print(goal.accepted, goal.status, result_of(goal.get_result_async()).status)
mode[0] = "slow"
goal = result_of(client.send_goal_async(Fibonacci.Goal(order=40)))
while len(executed) < 2:  # it is canceled while it runs
    time.sleep(0.005)
answer = result_of(goal.cancel_goal_async())
print(answer.return_code, len(answer.goals_canceling))
print(result_of(goal.get_result_async()).status)
print(result_of(goal.cancel_goal_async()).return_code)
for mode[0] in ("abort", "forget"):
    goal = result_of(client.send_goal_async(Fibonacci.Goal(order=4)))
    result = result_of(goal.get_result_async())
    print(result.status, list(result.result.sequence))
mode[0] = "succeed"
result = client.send_goal(Fibonacci.Goal(order=3))
print(result.status, list(result.result.sequence))
kind(lambda: client.send_goal_async(3))
kind(lambda: ActionServer(server_node, Fibonacci, "other", 3))
print(get_action_names_and_types(client_node))
for line in executed:
    print(*line)
server.destroy()
client.destroy()
executor.shutdown()
rclpy.shutdown()
