"""Prints each word that it has not heard before, until it hears 'end'.

With the word, whether files that this process has mapped were replaced or removed since.
"""
import sys

import rclpy
from std_msgs.msg import String


def replaced():
    with open("/proc/self/maps", encoding="utf-8") as maps:
        return any(line.endswith("(deleted)\n") and "/opt/ranvier/" in line for line in maps)


def hear(message):
    if message.data in heard:
        return
    heard.append(message.data)
    print(f"heard {message.data}, {'of older files' if replaced() else 'of these files'}", flush=True)


heard = []
rclpy.init()
node = rclpy.create_node("hears")
subscription = node.create_subscription(String, "words", hear, 10)
while "end" not in heard:
    rclpy.spin_once(node)
rclpy.shutdown()
