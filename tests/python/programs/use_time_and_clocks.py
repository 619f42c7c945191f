"""Times, durations, clocks and their jumps."""
import rclpy
from rclpy.clock import Clock, ClockChange, JumpThreshold, ROSClock
from rclpy.clock_type import ClockType
from rclpy.duration import Duration, Infinite
from rclpy.time import Time
from support import show

for kwargs in ({}, {"seconds": 1, "nanoseconds": 5}, {"seconds": 1.5}, {"seconds": -1},
               {"nanoseconds": -1}, {"nanoseconds": 2 ** 63}):
    show(lambda: Time(**kwargs))
    show(lambda: Duration(**kwargs))
a, b = Time(seconds=3), Time(seconds=1)
print(a - b, a + Duration(seconds=1), a - Duration(seconds=1), a > b, a == b, a != b)
print(a.seconds_nanoseconds(), a.to_msg(), Time.from_msg(a.to_msg()), a.clock_type)
show(lambda: a - Time(clock_type=ClockType.ROS_TIME))
show(lambda: a < Time(clock_type=ClockType.ROS_TIME))
show(lambda: b - Duration(seconds=5))
show(lambda: a + 3)
show(lambda: hash(a))
print(Infinite, repr(Duration(nanoseconds=5)), Duration(seconds=-1.5).to_msg())
print(Duration(seconds=1) == Duration(nanoseconds=10 ** 9), Duration() == 3)
show(lambda: Duration.from_msg(3))
for kind in (ClockType.SYSTEM_TIME, ClockType.STEADY_TIME, ClockType.ROS_TIME):
    clock = Clock(clock_type=kind)
    print(type(clock).__name__, clock, clock.now().nanoseconds > 0, clock.now().clock_type)
show(lambda: Clock(clock_type=2))
clock = ROSClock()
print(clock.ros_time_is_active)
for kwargs in ({"min_forward": Duration(), "min_backward": None},
               {"min_forward": None, "min_backward": Duration(seconds=1)},
               {"min_forward": None, "min_backward": None, "on_clock_change": False}):
    show(lambda: JumpThreshold(**kwargs))
jumps = []
threshold = JumpThreshold(min_forward=Duration(seconds=1), min_backward=Duration(seconds=-1))
handle = clock.create_jump_callback(
    threshold, pre_callback=lambda: jumps.append("pre"),
    post_callback=lambda jump: jumps.append((ClockChange(jump.clock_change).name,
                                             jump.delta.nanoseconds)))
clock._set_ros_time_is_active(True)
print(jumps.pop(0), jumps.pop(0)[0], jumps)
clock.set_ros_time_override(Time(seconds=5, clock_type=ClockType.ROS_TIME))
clock.set_ros_time_override(Time(seconds=5, nanoseconds=5, clock_type=ClockType.ROS_TIME))
clock.set_ros_time_override(Time(seconds=2, clock_type=ClockType.ROS_TIME))
print(jumps, clock.now())
handle.unregister()
clock.set_ros_time_override(Time(seconds=9, clock_type=ClockType.ROS_TIME))
print(len(jumps))
show(lambda: clock.create_jump_callback(threshold))
rclpy.init(args=[])
steady = Clock(clock_type=ClockType.STEADY_TIME)
before = steady.now()
print(steady.sleep_for(Duration(seconds=0.1)), (steady.now() - before).nanoseconds > 9e7)
show(lambda: steady.sleep_until(Time(seconds=1)))
rclpy.shutdown()
show(lambda: steady.sleep_for(Duration(seconds=1)))
