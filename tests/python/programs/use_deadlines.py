"""Deadlines, liveliness, lifespans and late joiners."""

import rclpy
from rclpy.duration import Duration
from rclpy.event_handler import PublisherEventCallbacks, SubscriptionEventCallbacks
from rclpy.qos import DurabilityPolicy, LivelinessPolicy, QoSProfile
from std_msgs.msg import String
from support import spin_until

rclpy.init(args=[])
node = rclpy.create_node("n")
missed, offered, alive = [], [], []
short = QoSProfile(depth=1, deadline=Duration(seconds=0.2))
subscription = node.create_subscription(
    String, "deadline", lambda message: None, short,
    event_callbacks=SubscriptionEventCallbacks(deadline=missed.append))
publisher = node.create_publisher(
    String, "deadline", short, event_callbacks=PublisherEventCallbacks(deadline=offered.append))
print(spin_until(lambda: subscription.get_publisher_count() == 1, node))
publisher.publish(String())
print(spin_until(lambda: bool(missed) and bool(offered), node))
print(missed[0].total_count >= 1, offered[0].total_count_change >= 1)

kept = QoSProfile(depth=3, durability=DurabilityPolicy.TRANSIENT_LOCAL)
late = node.create_publisher(String, "late", kept)
for number in range(5):
    late.publish(String(data=str(number)))
got = []
node.create_subscription(String, "late", lambda message: got.append(message.data), kept)
print(spin_until(lambda: len(got) == 3, node), got)
print(late.wait_for_all_acked(Duration(seconds=10)))

manual = QoSProfile(depth=1, liveliness=LivelinessPolicy.MANUAL_BY_TOPIC,
                    liveliness_lease_duration=Duration(seconds=0.3))
node.create_subscription(
    String, "alive", print, manual,
    event_callbacks=SubscriptionEventCallbacks(liveliness=alive.append))
living = node.create_publisher(String, "alive", manual)
living.assert_liveliness()
print(spin_until(lambda: alive and alive[-1].not_alive_count == 1, node))
# On a machine that is late, one event tells both.
print(sum(one.alive_count_change for one in alive),
      sum(one.not_alive_count_change for one in alive))
rclpy.shutdown()
