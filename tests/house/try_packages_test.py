"""The tool that tries public packages reads them as colcon does: in the order of their needs, for ROS 2.

    try_packages_test.py ROOT
"""
import importlib.util
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1))
spec = importlib.util.spec_from_file_location("try_packages", ROOT / "tools/try_packages.py")
try_packages = importlib.util.module_from_spec(spec)
sys.modules["try_packages"] = try_packages
spec.loader.exec_module(try_packages)

PACKAGE = """<package format="3"><name>{}</name><version>1.0.0</version><description>Made for a test.</description>
<maintainer email="us@example.org">Us</maintainer><license>Apache-2.0</license>{}</package>
"""
BOTH_RELEASES = """<buildtool_depend condition="$ROS_VERSION == 1">catkin</buildtool_depend>
<buildtool_depend condition="$ROS_VERSION == 2">ament_cmake</buildtool_depend>
<depend condition="$ROS_VERSION == 1">axle</depend>
<export><build_type condition="$ROS_VERSION == 1">catkin</build_type>
<build_type condition="$ROS_VERSION == 2">ament_cmake</build_type></export>"""


class TryPackagesTest(unittest.TestCase):
    def packages(self, **described):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        sources = pathlib.Path(scratch.name) / "sources"
        for name, lines in described.items():
            (sources / name).mkdir(parents=True)
            (sources / name / "package.xml").write_text(PACKAGE.format(name, lines))
        return try_packages.Workspace(sources, sources, sources.parent / "try", 1).packages()

    def test_a_package_stands_behind_what_it_needs(self):
        found = self.packages(axle="<depend>wheel</depend>", wheel="<exec_depend>valve</exec_depend>", valve="")
        self.assertEqual([each.name for each in found], ["valve", "wheel", "axle"])
        self.assertEqual(found[2].needs, {"wheel"})

    def test_a_package_for_both_releases_of_ros_is_read_as_one_for_ros_2(self):
        cart, axle = sorted(self.packages(cart=BOTH_RELEASES, axle=""), key=lambda each: each.name, reverse=True)
        self.assertEqual((axle.name, cart.kind, cart.needs), ("axle", "ament_cmake", set()))


if __name__ == "__main__":
    unittest.main()
