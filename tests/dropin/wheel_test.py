"""A wheel of this build, installed by pip alone where nothing else of Ranvier is in reach.

usage: wheel_test.py <build folder> [--wheel <wheel> <python>] [unittest arguments]

With a wheel, that one is installed for that Python with its dependencies from PyPI: so wheels of
other Pythons than the system's are tried, by hand, after `make wheels`.
"""
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

import bare_tree
from bill import assert_whole, carried
from prefix import RUN_LIMIT_S, Prefix, own_domain, run

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
GIVEN, PYTHON = None, "/usr/bin/python3"
if sys.argv[1:2] == ["--wheel"]:
    GIVEN, PYTHON = pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
    del sys.argv[1:4]
ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "tests/dropin/packages"
PROGRAMS = ROOT / "tests/dropin/wheel_programs"
MOST_BYTES, MOST_BYTES_PACKED = 25_000_000, 8_000_000
# What every Linux of the platform tag has (PEP 600).
OF_EVERY_LINUX = {"libc", "libm", "libstdc++", "libgcc_s", "ld-linux-x86-64", "libpthread", "libdl",
                  "librt", "ld-linux-aarch64"}


def why_not():
    if GIVEN:
        return ""
    if BUILD != ROOT / "build":
        return "tools/wheel.sh packs build/, and these tests are of another folder"
    if not list((BUILD / "lib/python3/site-packages").glob("_ranvier.*.so")):
        return "the build has no Python extension"
    if importlib.util.find_spec("auditwheel") is None:
        return "auditwheel is not in .venv (tools/requirements_wheel.txt)"
    return ""


def setUpModule():  # pylint: disable=invalid-name
    global SCRATCH, WHEEL  # pylint: disable=global-statement
    if why_not():
        raise unittest.SkipTest(why_not())
    SCRATCH = pathlib.Path(tempfile.mkdtemp(prefix="ranvier-wheel-"))
    unittest.addModuleCleanup(shutil.rmtree, SCRATCH)
    WHEEL = GIVEN or made_wheel()


def made_wheel():
    """A wheel of the build folder, for the system's Python."""
    run([ROOT / "tools/wheel.sh", PYTHON, SCRATCH / "dist"])
    return next((SCRATCH / "dist").glob("*.whl"))


def text_of(path):
    """What a file of a process says; nothing if the process has ended."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


class WheelTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch, cls.wheel = SCRATCH, WHEEL
        cls.venv = cls.scratch / "venv"
        if GIVEN:  # with a pip of that Python: Debian's does not know all of them
            run([PYTHON, "-m", "venv", cls.venv])
            run([cls.venv / "bin/python", "-m", "pip", "install", cls.wheel])
        else:
            run([PYTHON, "-m", "venv", "--without-pip", cls.venv])
            run([sys.executable, "-m", "pip", "--disable-pip-version-check", "--python",
                 cls.venv / "bin/python", "install", "--no-index", "--no-deps", cls.wheel])
        cls.site, = cls.venv.glob("lib/python3*/site-packages")

    def start(self, *words, **env):
        """A program of the new environment, with an empty environment of processes."""
        domain = str(own_domain())
        return subprocess.Popen(
            [self.venv / "bin" / words[0], *words[1:]], cwd="/", text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST", "ROS_DOMAIN_ID": domain, **env})

    def said(self, *words, **env):
        with self.start(*words, **env) as process:
            said, _ = process.communicate(timeout=RUN_LIMIT_S)
        self.assertEqual(process.returncode, 0, said)
        return said

    def folder_with(self, *modules):
        """For PYTHONPATH: pip has no network to take them from, so the system's are lent.

        A wheel that was given has its dependencies.
        """
        if GIVEN:
            return ""
        lent = self.scratch / "lent"
        lent.mkdir(exist_ok=True)
        for name in modules:
            found = importlib.util.find_spec(name)
            if found is None:
                self.skipTest(f"this machine has no {name} (tools/packages.txt)")
            if not (lent / name).exists():
                (lent / name).symlink_to(pathlib.Path(found.origin).parent)
        return str(lent)

    def files(self):
        return [path for path in self.site.rglob("*") if path.is_file()]

    def test_auditwheel_names_the_platform_that_the_wheel_claims(self):
        said = run([sys.executable, "-m", "auditwheel", "show", self.wheel])
        tag = re.search(r'following platform tag:\s+"(\w+)"', said)[1]
        self.assertRegex(tag, r"^manylinux_2_\d+_")
        self.assertTrue(self.wheel.stem.endswith(tag), f"{self.wheel.name}: {tag}")

    def test_it_is_small_packed_and_installed(self):
        self.assertLessEqual(self.wheel.stat().st_size, MOST_BYTES_PACKED)
        own = [path for path in self.files() if not path.relative_to(self.site).parts[0].startswith(
            ("numpy", "yaml", "_yaml", "pyyaml", "pip", "setuptools"))]  # of others
        self.assertLessEqual(sum(path.stat().st_size for path in own), MOST_BYTES)

    def test_no_file_names_a_folder_of_the_build(self):
        # pip's own note says from which file it installed.
        naming = [path.name for path in self.files() if path.name != "direct_url.json" and
                  any(str(folder).encode() in path.read_bytes() for folder in (ROOT, BUILD))]
        self.assertEqual(naming, [])

    def test_the_licences_of_all_that_it_carries_are_there(self):
        folder, = self.site.glob("ranvier-*.dist-info/licenses")
        named = {path.name for path in folder.iterdir()}
        self.assertLessEqual({"LICENSE", "common", "nanobind", "robin_map", "nlohmann-json3-dev"},
                             named)
        carried = [path.name for path in self.site.glob("ranvier.libs/*")]
        self.assertTrue(carried)
        for library in ("libyaml-0.so.2", *(re.sub(r"-[0-9a-f]{8}", "", name) for name in carried)):
            said = run(["dpkg", "-S", f"*/{library}"])
            text = (folder / said.split(":")[0] / "copyright").read_text(errors="replace")
            self.assertIn("opyright", text, library)

    def test_it_says_what_is_in_it(self):
        file, = self.site.glob("ranvier-*.dist-info/sboms/ranvier.spdx.json")
        bill = json.loads(file.read_text())
        with zipfile.ZipFile(self.wheel) as packed:
            packed.extractall(self.scratch / "unpacked")
        assert_whole(self, bill, self.scratch / "unpacked")
        self.assertLessEqual({"libddsc0debian", "libyaml-0-2", "pypi:nanobind", "robin-map"}, carried(bill))

    def test_a_talker_and_a_listener_need_no_library_from_elsewhere(self):
        with self.start("python", PROGRAMS / "talker.py") as talker:
            try:
                heard = self.said("python", PROGRAMS / "listener.py")
            finally:
                talker.terminate()
                talker.communicate(timeout=RUN_LIMIT_S)
        lines = heard.splitlines()
        self.assertEqual(lines[0], "heard 'hello'")
        # What the interpreter itself has loaded before is its own.
        own = (str(self.venv), str(pathlib.Path(PYTHON).resolve().parents[1] / "lib/python3"))
        foreign = [line for line in lines[1:] if not line.startswith(own) and
                   re.split(r"[.]so|-\d", pathlib.Path(line).name)[0] not in OF_EVERY_LINUX]
        self.assertEqual(foreign, [])
        self.assertTrue(any("libddsc" in line for line in lines), lines)

    def test_the_command_ros2_sees_a_talker(self):
        with self.start("python", PROGRAMS / "talker.py") as talker:
            try:
                self.said("python", PROGRAMS / "listener.py")
                self.assertIn("/chatter\n", self.said("ros2", "topic", "list"))
            finally:
                talker.terminate()
                talker.communicate(timeout=RUN_LIMIT_S)

    def test_a_session_of_ros2_trace_records_a_node(self):
        name = f"walk-{own_domain()}"
        self.said("ros2", "trace", "start", name, "-p", str(self.scratch))
        try:
            self.said("python", "-c", "import rclpy; rclpy.init(); rclpy.create_node('walker')")
        finally:
            self.said("ros2", "trace", "stop", name)
        self.assertRegex(self.said("ranvier-trace", "print", str(self.scratch / name)),
                         "rcl_node_init.*walker")

    def test_a_parameter_file_is_read(self):
        file = self.scratch / "params.yaml"
        file.write_text("/**:\n  ros__parameters:\n    depth: 7\n")
        program = ("import rclpy, sys\nrclpy.init(args=sys.argv)\n"
                   "node = rclpy.create_node('n')\n"
                   "print(node.declare_parameter('depth', 1).value)\n")
        self.assertEqual(self.said("python", "-c", program, "--ros-args", "--params-file",
                                   str(file)), "7\n")

    def test_its_commands_run(self):
        self.assertIn("usage: ros2 trace", self.said("ros2", "trace", "--help"))
        self.assertIn("usage: launch_test", self.said("launch_test", "--help"))
        self.assertIn("`rclcpp_publish`", self.said("ranvier-trace", "events"))
        self.assertIn(f"std_msgs\t{self.site}/ranvier", self.said("ament_index", "packages"))

    def test_the_command_ros2_looks_at_packages_and_at_the_graph(self):
        self.assertIn("std_msgs\n", self.said("ros2", "pkg", "list"))
        self.assertIn("string data\n", self.said("ros2", "interface", "show",
                                                 "std_msgs/msg/String"))
        self.assertEqual(self.said("ros2", "node", "list"), "")
        groups = self.said("python", "-c", "from importlib.metadata import entry_points\n"
                           "print(*entry_points(group='ros2topic.verb').names)")
        self.assertIn("echo", groups.split())

    def test_pytest_finds_the_plugins_of_launch(self):
        said = self.said("python", "-c", "from importlib.metadata import entry_points\n"
                         "for one in entry_points(group='pytest11'): print(one.name)")
        self.assertLessEqual({"launch_testing", "launch_pytest"}, set(said.split()))

    def test_launch_runs_a_file_of_nodes_and_leaves_none_behind(self):
        lent = self.folder_with("numpy", "yaml")
        python = self.venv / "bin/python"
        file = self.scratch / "chat.launch.py"
        file.write_text(f"""
from launch import LaunchDescription
from launch.actions import Shutdown
from launch_ros.actions import Node


def generate_launch_description():
    return LaunchDescription([
        Node(executable='{python}', arguments=['{PROGRAMS}/talker.py'], name='voice',
             parameters=[{{'use_sim_time': False}}], remappings=[('chatter', 'said')]),
        Node(executable='{python}', arguments=['{PROGRAMS}/listener.py'], output='screen',
             remappings=[('chatter', 'said')], on_exit=Shutdown())])
""")
        log = str(self.scratch / "log")
        said = self.said("ros2", "launch", str(file), PYTHONPATH=lent, ROS_LOG_DIR=log)
        self.assertIn("heard 'hello'", said)
        self.assertRegex(said, r"\[python-1\]: process has ")
        talking = [path for path in pathlib.Path("/proc").glob("[0-9]*/cmdline")
                   if bytes(PROGRAMS / "talker.py") in text_of(path)]
        self.assertEqual(talking, [])
        xml = self.scratch / "bad.launch.xml"
        xml.write_text("<launch><node pkg='nosuch' exec='x'/></launch>")
        with self.start("ros2", "launch", str(xml), PYTHONPATH=lent, ROS_LOG_DIR=log) as bad:
            said, _ = bad.communicate(timeout=RUN_LIMIT_S)
        self.assertEqual(bad.returncode, 1)
        self.assertIn("package 'nosuch' not found", said)

    def test_doctor_finds_the_packages_of_the_wheel(self):
        with self.start("ros2", "doctor") as doctor:
            said, _ = doctor.communicate(timeout=RUN_LIMIT_S)
        self.assertNotIn("No package is found", said)
        self.assertNotIn("has no manifest", said)
        self.assertRegex(self.said("ros2", "doctor", "--report"), r"(?m)^std_msgs +: +\d+\.\d+")

    def test_interfaces_of_the_wheel_are_in_the_ament_index(self):
        said = self.said("python", "-c", "from rosidl_runtime_py import get_interface_path as find\n"
                                         "print(find('std_msgs/msg/String'))")
        self.assertEqual(pathlib.Path(said.strip()),
                         self.site / "ranvier/share/std_msgs/msg/String.msg")

    def test_a_message_with_numpy_where_numpy_is(self):
        lent = self.folder_with("numpy")
        said = self.said("python", "-c", "from sensor_msgs.msg import Imu\n"
                         "print(Imu().orientation_covariance.shape)", PYTHONPATH=lent)
        self.assertEqual(said, "(9,)\n")

    @unittest.skipUnless(pathlib.Path("/usr/share/ament_cmake").exists(), "no ament-cmake here")
    def test_packages_of_users_are_found_by_their_prefixes_alone(self):
        prefix = Prefix(BUILD)
        self.addCleanup(prefix.close)
        wanted = ("farm_interfaces", "garden_interfaces")
        install = prefix.build_with_colcon(*(PACKAGES / name for name in wanted)) / "install"
        places = [install / name for name in wanted]
        program = ("import rclpy\nfrom farm_interfaces.msg import Farm\nrclpy.init()\n"
                   "node = rclpy.create_node('n')\n"
                   "print(node.create_publisher(Farm, 't', 1).topic_name)\n")
        # The prefix that they were built against is out of reach.
        prefix.folder.rename(prefix.folder.with_name("gone"))
        modules = [str(next(one.rglob(f"{one.name}/__init__.py")).parents[1]) for one in places]
        said = self.said("python", "-c", program, AMENT_PREFIX_PATH=":".join(map(str, places)),
                         PYTHONPATH=":".join([*modules, self.folder_with("numpy")]))
        self.assertEqual(said, "/t\n")


@unittest.skipIf(GIVEN, "the root of a bare tree has Debian's Python alone")
@unittest.skipIf(bare_tree.why_not(), bare_tree.why_not())
class BareTreeTest(unittest.TestCase):
    """Where nothing is installed but Debian's base and python3-venv."""

    @classmethod
    def setUpClass(cls):
        cls.tree = bare_tree.BareTree(SCRATCH / "tree", "python3-venv")
        shutil.copy(WHEEL, cls.tree.root)
        shutil.copytree(PROGRAMS, cls.tree.root / "programs")
        cls.enter("python3", "-m", "venv", "/venv")
        # numpy, the one dependency, would come from the network; what these tests do goes without.
        cls.enter("/venv/bin/pip", "install", "--no-index", "--no-deps", f"/{WHEEL.name}")

    @classmethod
    def start(cls, *words, **env):
        return subprocess.Popen(
            cls.tree.words(*words), text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={"PATH": "/venv/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
                 "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
                 "ROS_DOMAIN_ID": str(own_domain()), **env})

    @classmethod
    def enter(cls, *words, **env):
        with cls.start(*words, **env) as process:
            said, _ = process.communicate(timeout=RUN_LIMIT_S)
        assert process.returncode == 0, f"{words}: {process.returncode}\n{said}"
        return said

    def test_a_talker_and_a_listener_run(self):
        with self.start("python", "/programs/talker.py") as talker:
            try:
                self.assertIn("heard 'hello'\n", self.enter("python", "/programs/listener.py"))
            finally:
                talker.terminate()
                talker.communicate(timeout=RUN_LIMIT_S)

    def test_a_trace_is_recorded_and_read(self):
        self.enter("ros2", "trace", "start", "walk", "-p", "/tmp")
        try:
            self.enter("python", "-c", "import rclpy; rclpy.init(); rclpy.create_node('walker')")
        finally:
            self.enter("ros2", "trace", "stop", "walk")
        self.assertRegex(self.enter("ranvier-trace", "print", "/tmp/walk"),
                         "rcl_node_init.*walker")

    def test_a_package_of_ament_prefix_path_is_found_and_its_program_runs(self):
        index = self.tree.root / "mine/share/ament_index/resource_index/packages"
        index.mkdir(parents=True)
        (index / "walking").touch()
        program = self.tree.root / "mine/lib/walking/walk"
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\necho walked $1\n")
        program.chmod(0o755)
        found = {"AMENT_PREFIX_PATH": "/mine"}
        self.assertEqual(self.enter("ros2", "pkg", "prefix", "walking", **found), "/mine\n")
        self.assertEqual(self.enter("ros2", "run", "walking", "walk", "far", **found),
                         "walked far\n")

    def test_a_launch_file_starts_two_programs_of_python(self):
        (self.tree.root / "two.launch.py").write_text(
            "from launch import LaunchDescription\n"
            "from launch.actions import ExecuteProcess, Shutdown\n"
            "def generate_launch_description():\n"
            "    listener = ExecuteProcess(cmd=['python', '/programs/listener.py'],\n"
            "                              output='screen', on_exit=Shutdown())\n"
            "    talker = ExecuteProcess(cmd=['python', '/programs/talker.py'])\n"
            "    return LaunchDescription([talker, listener])\n")
        self.assertIn("heard 'hello'", self.enter("ros2", "launch", "/two.launch.py"))


unittest.main()
