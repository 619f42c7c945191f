"""Prints the first message, then each library that rclpy brought into this process."""


def libraries():
    with open("/proc/self/maps", encoding="utf-8") as maps:
        return {line.split()[-1] for line in maps if ".so" in line}


of_interpreter = libraries()

import rclpy  # noqa: E402  pylint: disable=wrong-import-position
from rclpy.wait_for_message import wait_for_message  # noqa: E402  pylint: disable=wrong-import-position
from std_msgs.msg import String  # noqa: E402  pylint: disable=wrong-import-position

rclpy.init()
node = rclpy.create_node("listener")
found, message = wait_for_message(String, node, "chatter", time_to_wait=30)
print(f"heard '{message.data}'" if found else "heard nothing")
print("\n".join(sorted(libraries() - of_interpreter)))
