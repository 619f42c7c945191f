"""QoS that parameters override, and events of endpoints."""
import rclpy
from rclpy.event_handler import PublisherEventCallbacks, SubscriptionEventCallbacks
from rclpy.qos import QoSPolicyKind, QoSProfile
from rclpy.qos_overriding_options import QoSOverridingOptions
from std_msgs.msg import String
from support import show, spin_until

rclpy.init(args=["x", "--ros-args", "-p", "qos_overrides./t.publisher.reliability:=best_effort",
                 "-p", "qos_overrides./t.publisher.depth:=7"])
node = rclpy.create_node("n")
options = QoSOverridingOptions.with_default_policies()
print(node.create_publisher(String, "t", 10, qos_overriding_options=options).qos_profile)
print(sorted(node.get_parameters_by_prefix("qos_overrides")))
print(node.describe_parameter("qos_overrides./t.publisher.depth"))


class Refusal:
    successful, reason = False, "because"


show(lambda: node.create_subscription(
    String, "u", print, 10, qos_overriding_options=QoSOverridingOptions.with_default_policies(
        callback=lambda profile: Refusal())))
node.create_subscription(String, "v", print, 10, qos_overriding_options=QoSOverridingOptions(
    [QoSPolicyKind.DEPTH], entity_id="me"))
print([name for name in node.get_parameters_by_prefix("qos_overrides") if name.startswith("/v")])
events = []
node.create_subscription(
    String, "e", print, QoSProfile(depth=1, reliability=2),
    event_callbacks=SubscriptionEventCallbacks(matched=events.append))
publisher = node.create_publisher(String, "e", 1)
print(spin_until(lambda: bool(events), node), events[0].total_count, events[0].current_count_change)
node.destroy_publisher(publisher)
print(spin_until(lambda: len(events) > 1, node), events[1].current_count)
events.clear()
node.create_subscription(
    String, "w", print, QoSProfile(depth=1, durability=1),
    event_callbacks=SubscriptionEventCallbacks(use_default_callbacks=False))
node.create_publisher(String, "w", 1, event_callbacks=PublisherEventCallbacks(
    incompatible_qos=events.append))
print(spin_until(lambda: bool(events), node), events[0].total_count,
      int(events[0].last_policy_kind))
rclpy.shutdown()
