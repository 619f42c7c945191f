"""A module of tests of rclpy: its default context is in a domain of its own, on this host."""
import os

import rclpy
from own_domain import own_domain

LIMIT = 20  # seconds; nothing takes that long unless it hangs


def setUpModule():
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    rclpy.init(args=[], domain_id=own_domain())


def tearDownModule():
    rclpy.try_shutdown()
