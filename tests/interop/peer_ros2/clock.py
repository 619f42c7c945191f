"""`peer.py clock` gives simulated time, `peer.py follow` follows it."""

from rclpy.clock import JumpThreshold
from rclpy.duration import Duration
from rclpy.event_handler import PublisherEventCallbacks
from rclpy.parameter import Parameter
from rclpy.qos import QoSProfile, ReliabilityPolicy
from rosgraph_msgs.msg import Clock

from talk import emit


def give(node, _options):
    """`tick NANOSECONDS`"""
    callbacks = PublisherEventCallbacks(
        matched=lambda info: emit("matched", count=info.current_count)
    )
    qos = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
    publisher = node.create_publisher(Clock, "/clock", qos, event_callbacks=callbacks)

    def obey(words) -> None:
        now = Clock()
        now.clock.sec, now.clock.nanosec = divmod(int(words[1]), 1_000_000_000)
        publisher.publish(now)

    return obey


def follow(node, _options):
    node.set_parameters([Parameter("use_sim_time", value=True)])
    clock = node.get_clock()
    threshold = JumpThreshold(
        min_forward=Duration(nanoseconds=1), min_backward=Duration(nanoseconds=-1)
    )
    node.watch = clock.create_jump_callback(
        threshold, post_callback=lambda _: emit("time", ns=clock.now().nanoseconds)
    )
    return lambda words: None
