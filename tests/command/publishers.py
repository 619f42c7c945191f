"""Nodes that publish as `ros2 topic pub` does, each in the way of one command line.

Prints "ready" when all are there.
"""
import rclpy
from geometry_msgs.msg import PoseStamped
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from std_msgs.msg import Int32MultiArray, String
from test_msgs.msg import BasicTypes

BASIC = BasicTypes(
    bool_value=True, byte_value=b"\0", char_value=65, float32_value=1.25, float64_value=-2.5e-7,
    int8_value=-8, uint8_value=8, int16_value=-16, uint16_value=16, int32_value=-32,
    uint32_value=32, int64_value=-64, uint64_value=64)


def publish(executor, name, topic, message, rate, **qos):
    node = rclpy.create_node(f"{name}_pub", start_parameter_services=False)
    publisher = node.create_publisher(type(message), topic, QoSProfile(depth=10, **qos))

    def once():
        if hasattr(message, "header"):
            message.header.stamp = node.get_clock().now().to_msg()
        publisher.publish(message)

    once()
    node.create_timer(1.0 / rate, once)
    executor.add_node(node)
    return node


def main():
    rclpy.init()
    executor = SingleThreadedExecutor()
    pose = PoseStamped()
    pose.header.frame_id = "map"
    pose.pose.position.x = 1.5
    nodes = [
        publish(executor, "latched", "latched", String(data="kept"), 0.2,
                durability=DurabilityPolicy.TRANSIENT_LOCAL),
        publish(executor, "pose", "pose", pose, 10),
        publish(executor, "array", "array", Int32MultiArray(data=list(range(1, 201))), 5),
        publish(executor, "types", "types", BASIC, 5),
        publish(executor, "best", "best", String(data="best"), 5,
                reliability=ReliabilityPolicy.BEST_EFFORT)]
    print("ready", flush=True)
    try:
        executor.spin()
    except (ExternalShutdownException, KeyboardInterrupt):
        pass
    return nodes


if __name__ == "__main__":
    main()
