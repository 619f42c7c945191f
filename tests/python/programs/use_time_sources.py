"""Time that a program sets, and what jumps of it do."""
import rclpy
from builtin_interfaces.msg import Time as TimeMessage
from rclpy.clock import (
    Clock, ClockChange, ClockType, JumpHandle, JumpThreshold, ROSClock, TimeJump)
from rclpy.duration import Duration
from rclpy.time import Time
from rclpy.time_source import TimeSource
from rosgraph_msgs.msg import Clock as ClockMessage
from support import show

rclpy.init(args=[])
node = rclpy.create_node("sources")
clock = Clock(clock_type=ClockType.ROS_TIME)
print(type(clock) is ROSClock, clock.clock_type == ClockType.ROS_TIME, clock.ros_time_is_active)
source = TimeSource(node=None)
source.attach_clock(clock)
print(source.ros_time_is_active)
show(lambda: source.attach_clock(Clock(clock_type=ClockType.STEADY_TIME)))
jumps = []


def jumped(jump):
    jumps.append((type(jump) is TimeJump, jump.clock_change == ClockChange.ROS_TIME_NO_CHANGE,
                  jump.clock_change == ClockChange.ROS_TIME_ACTIVATED,
                  jump.clock_change == ClockChange.ROS_TIME_DEACTIVATED,
                  jump.clock_change == ClockChange.SYSTEM_TIME_NO_CHANGE))


threshold = JumpThreshold(min_forward=Duration(seconds=1), min_backward=Duration(seconds=-1),
                          on_clock_change=True)
handle = clock.create_jump_callback(threshold, post_callback=jumped)
print(type(handle) is JumpHandle)
source.ros_time_is_active = True
print(clock.ros_time_is_active)
for seconds in (10, 10, 100, 50):
    source.clock_callback(ClockMessage(clock=TimeMessage(sec=seconds)))
    print(clock.now())
source.ros_time_is_active = False
print(clock.ros_time_is_active, jumps)
handle.unregister()
source.attach_node(node)
show(lambda: source.attach_node(7))
source.detach_node()
show(lambda: JumpThreshold(min_forward=None, min_backward=None, on_clock_change=False))
show(lambda: JumpThreshold(min_forward=Duration(seconds=-1), min_backward=None))
show(lambda: JumpThreshold(min_forward=None, min_backward=Duration(seconds=1)))
show(lambda: clock.create_jump_callback(threshold))
show(lambda: clock.set_ros_time_override(Time(seconds=5, clock_type=ClockType.SYSTEM_TIME)))
show(lambda: clock.set_ros_time_override(5))
with clock.create_jump_callback(threshold, pre_callback=lambda: None):
    pass
print(Duration(seconds=1).nanoseconds, Duration.from_msg(Duration(seconds=2.5).to_msg()))
print(clock.sleep_for(Duration(nanoseconds=1)), clock.handle is not None)
node.destroy_node()
rclpy.shutdown()
