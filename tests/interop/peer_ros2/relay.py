"""`peer.py relay`: sends what comes on /there/TYPE back on /back/TYPE, read and written by
ROS 2 itself; reports its bytes."""

from rclpy.serialization import serialize_message

from options import message_class
from talk import emit


def relay(node, options):
    for name in options.types.split(","):
        _line(node, name)
    return lambda words: None


def _line(node, name) -> None:
    kind = message_class(name)
    back = node.create_publisher(kind, f"/back/{name}", 10)

    def send_back(message) -> None:
        emit("there", type=name, bytes=serialize_message(message).hex())
        back.publish(message)

    node.create_subscription(kind, f"/there/{name}", send_back, 10)
