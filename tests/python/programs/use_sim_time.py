"""Simulated time: /clock, use_sim_time, timers that go by it."""
import rclpy
from rclpy.parameter import Parameter
from rclpy.time import Time
from rosgraph_msgs.msg import Clock
from support import spin_until

rclpy.init(args=[])
node = rclpy.create_node("n", parameter_overrides=[Parameter("use_sim_time", value=True)])
source = rclpy.create_node("source")
clock = source.create_publisher(Clock, "/clock", 10)
print(node.get_clock().ros_time_is_active, node.get_clock().now())
count = []
node.create_timer(1.0, lambda: count.append(node.get_clock().now().nanoseconds))
spin_until(lambda: clock.get_subscription_count() == 1, node, source)
for second in (10, 11, 12):
    clock.publish(Clock(clock=Time(seconds=second).to_msg()))
    spin_until(lambda: node.get_clock().now().nanoseconds == second * 10 ** 9, node)
print(node.get_clock().now(), spin_until(lambda: len(count) >= 2, node))
print(node.set_parameters([Parameter("use_sim_time", value=False)])[0].successful)
print(node.get_clock().ros_time_is_active, node.get_clock().now().nanoseconds > 10 ** 18)
print(node.set_parameters([Parameter("use_sim_time", value=3)])[0].successful)
rclpy.shutdown()
