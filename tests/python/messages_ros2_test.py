"""The classes of messages against those of ROS 2 itself: what one program prints under both.

    PYTHONPATH=... messages_ros2_test.py PYTHON-OF-ROS-2 [unittest arguments]
"""
import json
import os
import pathlib
import subprocess
import sys
import unittest

ROS2 = pathlib.Path(sys.argv.pop(1))
PROGRAM = pathlib.Path(__file__).with_name("print_messages.py")
PACKAGES = ("actionlib_msgs", "builtin_interfaces", "diagnostic_msgs", "geometry_msgs",
            "lifecycle_msgs", "nav_msgs", "rcl_interfaces", "rosgraph_msgs", "sensor_msgs",
            "service_msgs", "shape_msgs", "std_msgs", "std_srvs", "stereo_msgs", "test_msgs",
            "trajectory_msgs", "unique_identifier_msgs", "visualization_msgs", "action_msgs")


def printed(python, environment):
    result = subprocess.run([python, "-B", PROGRAM, *PACKAGES], env=environment, check=True,
                            stdout=subprocess.PIPE, text=True)
    return json.loads(result.stdout)


@unittest.skipUnless(ROS2.exists(), f"there is no ROS 2 at {ROS2} (tools/bootstrap.sh test)")
class SameAsRos2Test(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        without = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        cls.theirs = printed(ROS2, without)
        cls.ours = printed(sys.executable, dict(os.environ))
        versions = [one.pop("numpy").split(".")[0] for one in (cls.theirs, cls.ours)]
        cls.same_numpy = versions[0] == versions[1]

    def compare(self, what):
        both = set(self.theirs) & set(self.ours)
        self.assertGreater(len(both), 200)
        for name in sorted(both):
            with self.subTest(name):
                self.assertEqual(self.told(self.ours, name, what),
                                 self.told(self.theirs, name, what))

    def told(self, of, name, what):
        """numpy 1 and numpy 2 take different numbers for arrays of fixed length."""
        told = of[name].get(what)
        if what != "assigned" or self.same_numpy or told is None:
            return told
        types = of[name]["fields"][0]
        return {field: kept for field, kept in told.items() if not types[field].endswith("]")}

    def test_the_same_classes_are_there(self):
        self.assertEqual(set(self.theirs) - set(self.ours), set())

    def test_names_and_modules_are_the_same(self):
        self.compare("names")

    def test_fields_and_slots_are_the_same(self):
        self.compare("fields")

    def test_the_types_of_slots_are_the_same(self):
        self.compare("slot_types")

    def test_constants_and_defaults_are_the_same(self):
        self.compare("constants")

    def test_what_a_new_message_reads_as_is_the_same(self):
        self.compare("repr")

    def test_what_is_assigned_is_kept_as_the_same(self):
        self.compare("assigned")

    def test_what_checks_say_is_the_same(self):
        self.compare("checks")


unittest.main()
