"""A managed node: its transitions, from here and by its services."""
import rclpy
from lifecycle_msgs.srv import (
    ChangeState, GetAvailableStates, GetAvailableTransitions, GetState)
from rclpy.executors import SingleThreadedExecutor
from rclpy.lifecycle import LifecycleNode, LifecycleState, TransitionCallbackReturn
from std_msgs.msg import String
from support import kind


class Managed(LifecycleNode):
    answer = TransitionCallbackReturn.SUCCESS

    def on_configure(self, state):
        print("configure", state)
        self.publisher = self.create_lifecycle_publisher(String, "chat", 1)
        return super().on_configure(state)

    def on_deactivate(self, state):
        print("deactivate", state)
        super().on_deactivate(state)
        return self.answer

    def on_error(self, state):
        print("error", state)
        return TransitionCallbackReturn.SUCCESS


rclpy.init(args=[])
node, other = Managed("managed"), rclpy.create_node("other")
executor = SingleThreadedExecutor()
executor.add_node(node)
executor.add_node(other)


def ask(kind, name, **kwargs):
    client = other.create_client(kind, f"/managed/{name}")
    client.wait_for_service(timeout_sec=10)
    request = kind.Request()
    if kwargs:
        request.transition.id = kwargs["id"]
    future = client.call_async(request)
    executor.spin_until_future_complete(future, timeout_sec=10)
    return future.result()


kind(node.trigger_activate)
print(node.trigger_configure(), node.publisher.is_activated)
node.publisher.publish(String())
print(node.trigger_activate(), node.publisher.is_activated)
print(node.trigger_deactivate(), node.publisher.is_activated)
print(ask(GetState, "get_state"))
print(ask(ChangeState, "change_state", id=3), ask(GetState, "get_state"))
print([(one.id, one.label) for one in
       ask(GetAvailableStates, "get_available_states").available_states])
print([(one.transition.id, one.transition.label, one.goal_state.label) for one in
       ask(GetAvailableTransitions, "get_available_transitions").available_transitions])
node.answer = TransitionCallbackReturn.FAILURE
print(node.trigger_deactivate(), ask(GetState, "get_state"))
node.answer = TransitionCallbackReturn.ERROR
print(node.trigger_deactivate(), ask(GetState, "get_state"))
print(node.trigger_shutdown(), ask(GetState, "get_state"))
print(TransitionCallbackReturn.SUCCESS.to_label(), LifecycleState("a", 1))
rclpy.shutdown()
