"""Waits for a transform as tf2_ros does in Python: it looks, sleeps, and looks again."""
import time


def wait_for_transform(is_there):
    while not is_there():
        time.sleep(0.02)
