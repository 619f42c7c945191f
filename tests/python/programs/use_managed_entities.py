"""What a managed node manages: publishers, and entities of a user."""
import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.lifecycle import (
    LifecycleNode, LifecycleNodeMixin, LifecyclePublisher, LifecycleState, ManagedEntity, Node,
    NodeMixin, Publisher, SimpleManagedEntity, State, TransitionCallbackReturn)
from std_msgs.msg import String
from support import show

print(Node is LifecycleNode, NodeMixin is LifecycleNodeMixin, State is LifecycleState,
      Publisher is LifecyclePublisher)


class Entity(ManagedEntity):
    def on_configure(self, state):
        print("entity", state.label, state.state_id)
        return super().on_configure(state)

    def on_activate(self, state):
        print("entity", state.label, super().on_activate(state))
        return TransitionCallbackReturn.SUCCESS

    def on_deactivate(self, state):
        return super().on_deactivate(state)

    def on_cleanup(self, state):
        return super().on_cleanup(state)

    def on_shutdown(self, state):
        print("entity", state.label)
        return super().on_shutdown(state)

    def on_error(self, state):
        print("entity error", state.label)
        return super().on_error(state)


class Switch(SimpleManagedEntity):
    @SimpleManagedEntity.when_enabled
    def work(self):
        print("works")

    @SimpleManagedEntity.when_enabled(when_not_enabled=lambda: print("rests"))
    def say(self):
        print("says")

    def on_activate(self, state):
        return super().on_activate(state)

    def on_deactivate(self, state):
        return super().on_deactivate(state)


class Managed(LifecycleNode):
    def on_configure(self, state):
        return super().on_configure(state)

    def on_activate(self, state):
        return super().on_activate(state)

    def on_cleanup(self, state):
        print("cleanup", state)
        return super().on_cleanup(state)

    def on_shutdown(self, state):
        print("shutdown", state)
        return super().on_shutdown(state)

    def on_error(self, state):
        print("error", state)
        return super().on_error(state)


rclpy.init(args=[])
node = Managed("entities")
switch = Switch()
node.add_managed_entity(Entity())
node.add_managed_entity(switch)
publisher = node.create_lifecycle_publisher(String, "words", 1)
heard = []
node.create_subscription(String, "words", lambda message: heard.append(message.data), 10)
executor = SingleThreadedExecutor()
executor.add_node(node)
print(type(publisher) is LifecyclePublisher, publisher.is_activated, switch.is_activated)
print(node.trigger_configure())
switch.work()
switch.say()
publisher.publish(String(data="nobody hears"))
print(node.trigger_activate(), publisher.is_activated)
switch.work()
switch.say()
publisher.publish(String(data="heard"))
for _ in range(50):
    if heard:
        break
    executor.spin_once(timeout_sec=0.1)
print(heard)
print(node.trigger_deactivate(), switch.work(), node.trigger_cleanup())
node.destroy_lifecycle_publisher(publisher)
show(lambda: node.trigger_configure())
print(node.trigger_shutdown())


class Fails(LifecycleNode):
    def on_configure(self, state):
        raise ValueError("of a transition")

    def on_error(self, state):
        print("error", state)
        return super().on_error(state)


fails = Fails("fails")
print(fails.trigger_configure())
quiet = LifecycleNode("quiet", enable_communication_interface=False)
print(quiet.trigger_configure(), [one.service_name for one in quiet.services
                                  if "change_state" in one.service_name])
rclpy.shutdown()
