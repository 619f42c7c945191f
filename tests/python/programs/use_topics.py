"""Messages: alone, with what is known beside them, and as bytes."""
import rclpy
import rclpy.executors
from std_msgs.msg import Int32, String
from support import kind, show, spin_until

rclpy.init(args=[])
node = rclpy.create_node("talks")
got, infos, raw = [], [], []
node.create_subscription(String, "chat", lambda message: got.append(message.data), 10)
node.create_subscription(String, "chat", lambda message, info: infos.append(info), 10)
node.create_subscription(String, "chat", raw.append, 10, raw=True)
publisher = node.create_publisher(String, "chat", 10)
print(spin_until(lambda: publisher.get_subscription_count() == 3, node))
for number in range(3):
    publisher.publish(String(data=str(number)))
print(spin_until(lambda: len(got) == len(infos) == len(raw) == 3, node), got)
print(sorted(infos[0]), infos[0]["source_timestamp"] > 0)
print(type(raw[0]).__name__, raw[0])
publisher.publish(raw[1])
print(spin_until(lambda: len(got) == 4, node), got)
show(lambda: publisher.publish(Int32()))
show(lambda: publisher.publish("text"))
kind(lambda: publisher.publish(None))
print(publisher.topic, publisher.topic_name, publisher.logger_name, publisher.msg_type.__name__)
rclpy.shutdown()
kind(lambda: publisher.publish(String()))
