"""Contexts: beginnings and ends, twice and too late."""
import rclpy
from rclpy.context import Context
from support import kind, show

show(lambda: rclpy.create_node("n"))
show(rclpy.shutdown)
show(rclpy.try_shutdown)
print(rclpy.ok())
context = Context()
print(context.handle, context.ok())
show(lambda: context.init(domain_id=-2))
show(lambda: context.init(args=["--ros-args", "--foo"]))
rclpy.init(args=[])
show(lambda: rclpy.init(args=[]))
print(rclpy.ok(), rclpy.get_default_context().ok())
rclpy.get_default_context().on_shutdown(lambda: print("ended"))
node = rclpy.create_node("n")
rclpy.shutdown()
print(rclpy.ok())
kind(lambda: rclpy.create_node("m"))
show(rclpy.shutdown)
rclpy.init(args=[])
print(rclpy.create_node("again").get_name())
with Context() as other:
    print(other.ok(), other is rclpy.get_default_context())
print(other.ok())
other.on_shutdown(lambda: print("too late"))
rclpy.try_shutdown()
rclpy.try_shutdown()
rclpy.init(args=[])
rclpy.get_default_context().shutdown()  # as a signal does
rclpy.try_shutdown()
rclpy.init(args=[])
print(rclpy.ok())
rclpy.try_shutdown()
print(rclpy.utilities.remove_ros_args(["a", "--ros-args", "-r", "x:=y", "--", "b"]))
