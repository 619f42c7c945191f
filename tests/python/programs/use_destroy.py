"""Entities that are used after their end, and ended twice."""
import rclpy
from std_msgs.msg import String
from support import show

rclpy.init(args=[])
node = rclpy.create_node("n")
publisher = node.create_publisher(String, "t", 1)
subscription = node.create_subscription(String, "t", print, 1)
timer = node.create_timer(10, print)
guard = node.create_guard_condition(print)
print(len(list(node.subscriptions)), len(list(node.timers)), len(list(node.guards)) > 0)
for end, entity in ((node.destroy_publisher, publisher),
                    (node.destroy_subscription, subscription), (node.destroy_timer, timer),
                    (node.destroy_guard_condition, guard)):
    print(end(entity), end(entity))
show(lambda: publisher.publish(String()))
show(lambda: publisher.topic_name)
show(lambda: subscription.topic_name)
show(timer.cancel)
show(guard.trigger)
try:
    node.handle = 3
except AttributeError as error:
    print(error)
node.destroy_node()
show(node.get_name)
show(lambda: node.create_publisher(String, "t", 1))
show(node.destroy_node)
rclpy.shutdown()
