"""An action server whose callbacks are exchanged, and whose goals begin later."""
import rclpy
from rclpy.action import (
    ActionClient, ActionServer, CancelResponse, GoalResponse,
    get_action_client_names_and_types_by_node, get_action_server_names_and_types_by_node)
from rclpy.action.client import ClientGoalHandle
from rclpy.action.server import (
    ServerGoalHandle, default_cancel_callback, default_goal_callback,
    default_handle_accepted_callback)
from rclpy.executors import SingleThreadedExecutor
from support import kind, show
from test_msgs.action import Fibonacci

rclpy.init(args=[])
node = rclpy.create_node("deferred")
executor = SingleThreadedExecutor()
executor.add_node(node)
kept = []


def execute(handle):
    print("execute", type(handle) is ServerGoalHandle, handle.request.order, handle.is_active,
          handle.is_cancel_requested, handle.status, len(handle.goal_id.uuid))
    handle.succeed()
    result = Fibonacci.Result()
    result.sequence = [1, 2]
    return result


def until(future):
    executor.spin_until_future_complete(future, timeout_sec=10)
    return future.result()


server = ActionServer(node, Fibonacci, "count", execute)
client = ActionClient(node, Fibonacci, "count")
print(client.wait_for_server(timeout_sec=10), client.server_is_ready(), server.action_type)
print(default_goal_callback(None) == GoalResponse.ACCEPT,
      default_cancel_callback(None) == CancelResponse.REJECT)
handle = until(client.send_goal_async(Fibonacci.Goal(order=1)))
print(type(handle) is ClientGoalHandle, handle.accepted, handle.stamp.sec > 0, handle == handle)
response = until(handle.get_result_async())
print(response.status, response.result)

server.register_handle_accepted_callback(kept.append)
handle = until(client.send_goal_async(Fibonacci.Goal(order=2)))
print(handle.status, len(kept), kept[0].status)
kept[0].execute()
print(until(handle.get_result_async()).result.sequence)

later = until(client.send_goal_async(Fibonacci.Goal(order=3)))
kept[1].execute(execute)
print(until(later.get_result_async()).status)
server.register_handle_accepted_callback(default_handle_accepted_callback)


def refuse(request):
    print("asked", request.order)
    return GoalResponse.REJECT


server.register_goal_callback(refuse)
print(until(client.send_goal_async(Fibonacci.Goal(order=4))).accepted)
server.register_goal_callback(lambda request: "no answer")
print(until(client.send_goal_async(Fibonacci.Goal(order=5))).accepted)
server.register_goal_callback(default_goal_callback)


def fail(handle):
    raise ValueError("of a goal")


server.register_execute_callback(fail)
handle = until(client.send_goal_async(Fibonacci.Goal(order=6)))
print(until(handle.get_result_async()).status)
show(lambda: server.register_execute_callback(7))

server.register_cancel_callback(lambda handle: CancelResponse.ACCEPT)
server.register_handle_accepted_callback(kept.append)
server.register_execute_callback(execute)
handle = until(client.send_goal_async(Fibonacci.Goal(order=7)))
answer = until(handle.cancel_goal_async())
print(answer.return_code, len(answer.goals_canceling), kept[-1].is_cancel_requested)
kept[-1].canceled()
print(kept[-1].status, kept[-1].is_active)
kind(kept[-1].succeed)
show(lambda: kept[-1].publish_feedback(Fibonacci.Result()))
kept[-1].publish_feedback(Fibonacci.Feedback())
print([name for name, _ in get_action_server_names_and_types_by_node(node, "deferred", "/")],
      get_action_client_names_and_types_by_node(node, "deferred", "/"))
show(lambda: client.send_goal_async(7))
show(lambda: ActionClient(node, 7, "count"))
server.destroy()
client.destroy()
kept[-1].destroy()
node.destroy_node()
rclpy.shutdown()
