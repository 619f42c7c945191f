"""Messages as bytes."""
from rclpy.serialization import deserialize_message, serialize_message
from geometry_msgs.msg import PoseStamped
from std_msgs.msg import String
from support import kind

data = serialize_message(String(data="hello"))
print(data, deserialize_message(data, String))
pose = PoseStamped()
pose.header.frame_id = "map"
pose.pose.position.x = 1.5
again = deserialize_message(serialize_message(pose), PoseStamped)
print(again == pose, again)
kind(lambda: deserialize_message(b"", String))
kind(lambda: serialize_message(3))
