"""`peer.py logs`: what all nodes say on /rosout; `log TEXT` says something there."""

from rcl_interfaces.msg import Log
from rclpy.qos import DurabilityPolicy, QoSProfile

from talk import emit


def hear(node, _options):
    qos = QoSProfile(depth=1000, durability=DurabilityPolicy.TRANSIENT_LOCAL)
    node.create_subscription(
        Log, "/rosout", lambda m: emit("log", node=m.name, level=m.level, text=m.msg), qos
    )
    return lambda words: node.get_logger().warning(" ".join(words[1:]))
