"""Packages written for ROS 2 build against a moved prefix and talk.

usage: dropin_test.py <build folder> [unittest arguments]
"""
import functools
import pathlib
import re
import subprocess
import sys
import unittest

from prefix import Prefix, environment

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
PACKAGES = pathlib.Path(__file__).resolve().parent / "packages"


@unittest.skipUnless(pathlib.Path("/usr/share/ament_cmake").exists(),
                     "ament-cmake is not installed; Ubuntu 24.04 does not package it")
class DropIn(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.prefix = Prefix(BUILD)
        cls.addClassCleanup(cls.prefix.close)

    @classmethod
    @functools.cache
    def workspace(cls):
        """All packages in one colcon workspace, built once for the tests that want it."""
        return cls.prefix.build_with_colcon(*sorted(PACKAGES.glob("*/")))

    def expect_three(self, heard):
        counts = [int(count) for count in re.findall(r"heard 'count (\d+)'", heard)]
        self.assertEqual(counts, list(range(counts[0], counts[0] + 3)), heard)

    def test_no_file_remembers_where_the_prefix_was_installed(self):
        first = str(self.prefix.first_place).encode()
        remembering = [path.relative_to(self.prefix.folder).as_posix()
                       for path in self.prefix.folder.rglob("*")
                       if path.is_file() and first in path.read_bytes()]
        # A plain sh cannot know where it is; it says so when asked (next test).
        self.assertEqual(sorted(remembering), ["local_setup.sh", "setup.sh"])

    def test_setup_bash_gives_the_environment_of_a_ros_prefix(self):
        for script in ("setup.bash", "local_setup.bash"):
            words = self.prefix.run("env", setup=self.prefix.folder / script)
            env = dict(line.split("=", 1) for line in words.splitlines() if "=" in line)
            here = str(self.prefix.folder)
            self.assertEqual((env["ROS_DISTRO"], env["ROS_VERSION"], env["ROS_PYTHON_VERSION"]),
                             ("jazzy", "2", "3"))
            self.assertEqual(env["AMENT_PREFIX_PATH"], here)
            self.assertEqual(env["CMAKE_PREFIX_PATH"], here)
            self.assertEqual(env["LD_LIBRARY_PATH"], here + "/lib")
            self.assertTrue(env["PATH"].startswith(here + "/bin:"))

    def test_a_plain_sh_says_that_the_prefix_moved(self):
        script = self.prefix.folder / "setup.sh"
        done = subprocess.run(["sh", "-c", f". {script}"], env=environment(), text=True,
                              capture_output=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("Set AMENT_CURRENT_PREFIX to where it is now", done.stderr)
        told = f"AMENT_CURRENT_PREFIX={self.prefix.folder}; . {script}; echo $AMENT_PREFIX_PATH"
        done = subprocess.run(["sh", "-c", told], env=environment(), text=True,
                              capture_output=True, check=True)
        self.assertEqual(done.stdout.strip(), str(self.prefix.folder))

    def test_a_source_may_include_every_name_of_the_table_of_forwards(self):
        include = self.prefix.folder / "include"
        table = (BUILD / "forwards").rglob("*.h*")
        names = sorted(path.relative_to(BUILD / "forwards").as_posix().split("/", 1)[1]
                       for path in table)
        source = self.prefix.scratch / "all_forwards.cc"
        source.write_text("".join(f"#include <{name}>\n" for name in names))
        folders = " ".join(f"-I{folder}" for folder in include.iterdir())
        self.prefix.run(f"c++ -std=c++17 -fsyntax-only {folders} {source}")

    def test_the_python_of_the_prefix_is_taken_unless_another_is_named(self):
        scratch = self.prefix.scratch / "which_python"
        scratch.mkdir()
        (scratch / "CMakeLists.txt").write_text("""cmake_minimum_required(VERSION 3.16)
project(which_python CXX)
find_package(${FIRST} REQUIRED)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
message(STATUS "it is ${Python3_EXECUTABLE}")
""")
        named = scratch / "venv/bin/python3"
        own = (BUILD / "interpreter.cmake").read_text().partition('_own_python "')[2]
        own = own.partition('"')[0]
        self.prefix.run(f"{own} -m venv --without-pip {scratch / 'venv'}")
        for first in ("rclcpp", "ament_cmake"):
            said = self.prefix.run(f"cmake -S . -B {first} -DFIRST={first}", cwd=scratch)
            self.assertIn(f"-- it is {own}\n", said)
        said = self.prefix.run(
            f"cmake -S . -B named -DFIRST=rclcpp -DPython3_EXECUTABLE={named}", cwd=scratch)
        self.assertIn(f"-- it is {named}\n", said)
        self.assertIn(f"ament_package. '{named}' has none: it was named, or find_package(Python3) "
                      f"came before. Configure with -DPython3_EXECUTABLE={own}", said)

    def test_a_package_of_messages_alone_builds_and_runs(self):
        to = self.prefix.build_with_cmake(PACKAGES / "message_user")
        self.assertEqual(self.prefix.run(f"{to}/lib/message_user/message_user"), "at map 7\n")

    def test_messages_of_users_in_several_packages(self):
        to = self.workspace() / "install"
        setup = to / "setup.bash"
        own = self.prefix.run(to / "farm_interfaces/lib/farm_interfaces/own_user", setup=setup)
        plant = ("header: {stamp: {sec: 0, nanosec: 0}, frame_id: \"\"}, name: \"rose\", stage: 1, "
                 "place: [0.00000, 0.00000, 0.00000], leaves: [1, 2], healthy: []")
        self.assertEqual(own, f"{{bed: {{plants: [{{{plant}}}]}}, litres: 1.50000}}\nplums\n")
        user = self.prefix.run(to / "farm_user/lib/farm_user/farm_user", setup=setup).splitlines()
        self.assertEqual(user.pop(0), '{name: "spade", age: {sec: 2, nanosec: 0}}')
        self.assertEqual(user[:3], [
            "A sequence bounded to 4 elements cannot hold 5", "rosidl_typesupport_ranvier",
            "Planta 1"])
        self.assertEqual(user[3:6], ["beds:", "-", "  plants:"])
        self.assertEqual(user[-4:], ["-", "  x: 1.00000", "  y: 2.00000", "  z: 0.00000"])
        library = to / "shed_msgs/lib/libshed_msgs__rosidl_typesupport_cpp.so"
        self.assertTrue(library.exists())
        index = to / "garden_interfaces/share/ament_index/resource_index/rosidl_interfaces"
        self.assertEqual((index / "garden_interfaces").read_text(), "msg/Plant.msg\nmsg/Bed.msg\n")
        farm = to / "farm_interfaces/share"
        index = farm / "ament_index/resource_index/rosidl_interfaces/farm_interfaces"
        self.assertEqual(index.read_text().split(),
                         ["msg/Farm.msg", "srv/Water.srv", "action/Harvest.action"])
        for name in index.read_text().split():
            self.assertFalse((farm / "farm_interfaces" / name).is_symlink(), name)
            self.assertTrue((farm / "farm_interfaces" / name).is_file(), name)

    def test_messages_of_users_in_python(self):
        if not list((self.prefix.folder / "lib/python3/site-packages").glob("_ranvier.*.so")):
            self.skipTest("the prefix is built without the Python extension")
        program = self.prefix.scratch / "user.py"
        program.write_text(
            "import _ranvier\n"
            "from garden_interfaces.msg import Bed, Plant\n"
            "bed = Bed(plants=[Plant(name='rose', leaves=[1, 2])])\n"
            "print(_ranvier.deserialize(_ranvier.serialize(bed), Bed) == bed, bed.plants[0].stage)\n"
            "for one in (Bed, Plant):\n"
            "    type(one).__import_type_support__()\n"
            "    print(type(one)._TYPE_SUPPORT is not None, one.__module__)\n"
            "from mill_interfaces.action import Grind\n"
            "print(Grind.Impl.SendGoalService.Request().goal == Grind.Goal())\n")
        setup = self.workspace() / "install/setup.bash"
        self.assertEqual(self.prefix.run(f"/usr/bin/python3 {program}", setup=setup).split(), [
            "True", "1", "True", "garden_interfaces.msg._bed", "True",
            "garden_interfaces.msg._plant", "True"])

    def test_packages_in_python_alone_and_by_cmake_talk(self):
        if not list((self.prefix.folder / "lib/python3/site-packages").glob("_ranvier.*.so")):
            self.skipTest("the prefix is built without the Python extension")
        setup = self.workspace() / "install/setup.bash"
        queen = self.workspace() / "install/beehive/lib/beehive/queen"
        for listener, heard in (("beehive/lib/beehive/bee", "heard clover, at home in beehive\n"),
                                ("barn/lib/barn/owl", "heard clover\n")):
            with self.subTest(listener):
                program = self.workspace() / "install" / listener
                self.assertEqual(self.prefix.chat(queen, program, setup), heard)

    def test_targets_with_plain_cmake(self):
        to = self.prefix.build_with_cmake(PACKAGES / "chatter_targets") / "lib/chatter_targets"
        self.expect_three(self.prefix.chat(to / "talker", to / "listener"))

    def test_the_target_of_rclcpp_brings_libraries_that_only_their_callers_load(self):
        to = self.prefix.build_with_cmake(PACKAGES / "chatter_targets") / "lib/chatter_targets"
        self.prefix.run(f"{to}/average")
        for library in ("librcpputils", "liblibstatistics_collector"):
            self.assertIn(library, self.prefix.run(f"readelf -d {to}/average"))
            self.assertNotIn(library, self.prefix.run(f"readelf -d {to}/talker"))

    def test_older_variables_of_ament_with_colcon(self):
        setup = self.workspace() / "install/setup.bash"
        to = self.workspace() / "install/chatter_ament/lib/chatter_ament"
        self.expect_three(self.prefix.chat(to / "talker", to / "listener", setup))

    def load_into(self, container, name="/ComponentManager"):
        """What the client says of a container; both end well."""
        setup = self.workspace() / "install/setup.bash"
        client = self.workspace() / "install/orchard_components/lib/orchard_components/load_client"
        return self.prefix.chat(container, f"{client} {name}", setup)

    def expect_loaded(self, said):
        self.assertEqual(said.splitlines(), [
            "load Tree: yes '/north/tree' ''",
            "load Picker: yes '/north/picker' ''",
            "load Scarecrow: no '' 'Component constructor threw an exception: out of straw'",
            "load Gnome: no '' 'Failed to find class with the requested plugin name.'",
            "heard three",
            "list: /north/tree /north/picker",
            "unload: yes ''",
            "unload: no 'No node found with unique_id: 1'",
            "list: /north/picker",
            "unload: yes ''",
            "list:"])

    def test_components_in_every_container(self):
        containers = self.prefix.folder / "lib/rclcpp_components"
        for container in ("component_container", "component_container_mt",
                          "component_container_mt --ros-args -p thread_num:=2",
                          "component_container_events_cbg --ros-args -p thread_num:=2",
                          "component_container_callback_isolated",
                          "component_container_isolated",
                          "component_container_isolated --use_multi_threaded_executor"):
            with self.subTest(container):
                self.expect_loaded(self.load_into(containers / container))

    def test_components_in_a_container_of_users(self):
        own = self.workspace() / "install/orchard_components/lib/orchard_components/own_container"
        self.expect_loaded(self.load_into(own, "/own"))

    def test_a_component_is_a_program_and_in_the_index(self):
        to = self.workspace() / "install/orchard_components"
        setup = self.workspace() / "install/setup.bash"
        index = to / "share/ament_index/resource_index/rclcpp_components/orchard_components"
        self.assertEqual(index.read_text(),
                         "orchard_components::Tree;lib/libtree_component.so\n"
                         "orchard_components::Picker;lib/libpicker_component.so\n"
                         "orchard_components::Scarecrow;lib/libpicker_component.so\n")
        lib = to / "lib/orchard_components"
        listener = self.workspace() / "install/chatter_ament/lib/chatter_ament/listener"
        heard = self.prefix.chat(f"{lib}/tree --ros-args -p fruit:='count 1' -r fallen:=chatter",
                                 listener, setup)
        self.assertEqual(len(re.findall(r"heard 'count 1 \d+'", heard)), 3, heard)
        self.assertEqual(self.prefix.run(lib / "plain_loader", setup=setup),
                         "3 orchard_components::Tree tree\n")

    def test_a_managed_node_is_led_through_its_states(self):
        setup = self.workspace() / "install/setup.bash"
        to = self.workspace() / "install/lighthouse/lib/lighthouse"
        container = self.prefix.folder / "lib/rclcpp_components/component_container"
        broken = "--ros-args -p broken:=true"
        for lamp, keeper in ((f"{to}/lamp_node {broken}", "keeper"),
                             (f"{to}/lamp_component {broken}", "keeper"),
                             (container, "keeper load")):
            with self.subTest(lamp):
                seen = self.prefix.chat(lamp, to / keeper, setup)
                self.assertEqual(seen.splitlines(), [
                    "refused: unconfigured", "done: inactive", "refused: unconfigured",
                    "done: inactive", "done: active", "beams seen", "done: inactive",
                    "done: unconfigured", "done: finalized"])

    def test_an_action_of_an_own_package_between_two_processes(self):
        setup = self.workspace() / "install/setup.bash"
        to = self.workspace() / "install/mill/lib/mill"
        said = self.prefix.chat(to / "miller", to / "baker", setup)
        self.assertEqual(said.splitlines(), ["sand refused", "rye accepted", "rye: 120 kg",
                                             "oats accepted", "oats: given up"])

    def test_a_wait_set_and_an_executor_of_users(self):
        setup = self.workspace() / "install/setup.bash"
        to = self.workspace() / "install/signal_box/lib/signal_box"
        self.assertEqual(self.prefix.run(to / "wait_loop", setup=setup),
                         "signal 1\nsignal 2\nsignal 3\n")
        self.assertEqual(self.prefix.run(to / "own_executor", setup=setup),
                         "enough timers, 3 messages\n")

    def test_plugins_of_another_package_by_their_descriptions(self):
        setup = self.workspace() / "install/setup.bash"
        conductor = self.workspace() / "install/orchestra/lib/orchestra/conductor"
        said = self.prefix.run(f"{conductor} orchestra_strings/Violin kazoo", setup=setup)
        self.assertEqual(said.splitlines(), [
            "orchestra_strings/Violin of orchestra_strings (High and bright.)",
            "conductor hears a violin in bar 1",
            "orchestra_strings::Cello of orchestra_strings (Low and warm.)",
            "conductor hears a cello in bar 1",
            "conductor hears a violin in bar 2",
            "kazoo cannot be loaded"])

    def test_plugins_are_listed_by_the_base_class_that_they_have(self):
        setup = self.workspace() / "install/setup.bash"
        names = self.prefix.run(
            "ros2 run pluginlib list_plugins orchestra orchestra::Instrument", setup=setup)
        self.assertEqual(names.splitlines(),
                         ["orchestra_strings/Violin", "orchestra_strings::Cello"])
        for words, said in (("nosuch nosuch::Base", "list_plugins: .*nosuch"), ("orchestra", "usage:")):
            done = subprocess.run(
                self.prefix.shell(f"{self.prefix.folder}/lib/pluginlib/list_plugins {words}", setup),
                capture_output=True, text=True, env=environment())
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr, said)

    def test_a_package_that_does_not_say_that_it_has_interfaces_is_told_what_is_missing(self):
        scratch = self.prefix.scratch / "says_nothing"
        scratch.mkdir()
        (scratch / "package.xml").write_text(
            '<package format="3"><name>says_nothing</name><version>0.1.0</version><description>-'
            '</description><maintainer email="a@example.org">a</maintainer><license>-</license>'
            "<buildtool_depend>rosidl_default_generators</buildtool_depend></package>")
        (scratch / "CMakeLists.txt").write_text("\n".join((
            "cmake_minimum_required(VERSION 3.16)", "project(says_nothing CXX)",
            "find_package(ament_cmake REQUIRED)", "find_package(rosidl_default_generators REQUIRED)",
            "rosidl_auto_generate_interfaces()")))
        done = subprocess.run(self.prefix.shell(f"cmake -S {scratch} -B {scratch}/build"),
                              capture_output=True, text=True, env=environment())
        self.assertNotEqual(done.returncode, 0)
        said = " ".join(done.stderr.split())
        self.assertIn("<exec_depend>rosidl_default_runtime</exec_depend>", said)
        self.assertIn("<member_of_group>rosidl_interface_packages</member_of_group>", said)
        self.assertNotIn("<buildtool_depend>", said)


unittest.main()
