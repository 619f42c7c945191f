"""Verbs that look at what is installed, and run it; and those of the network."""
import os
import pathlib
import re
import signal
import subprocess

from support import BUILD, LIMIT_S, RAN, CommandTest, end_of

_MULTICAST = "ip link set lo up multicast on && ip route add 224.0.0.0/4 dev lo && "


class InterfaceVerbs(CommandTest):
    def test_interfaces_are_listed_by_kind(self):
        for option, title, name in (("--only-msgs", "Messages", "std_msgs/msg/String"),
                                    ("--only-srvs", "Services", "std_srvs/srv/Empty"),
                                    ("--only-actions", "Actions", "test_msgs/action/Fibonacci")):
            said = self.ros2("interface", "list", option).stdout
            self.assertTrue(said.startswith(f"{title}:\n"))
            self.assertIn(f"    {name}\n", said)
            package = name.partition("/")[0]
            self.assertIn(f"{package}\n", self.ros2("interface", "packages", option).stdout)
            self.assertIn(f"{name}\n",
                          self.ros2("interface", "package", option, package).stdout)
        self.prints("interface package nosuch", "^Unknown package 'nosuch'$", status=1)

    def test_show_prints_the_file_with_what_is_in_it(self):
        self.says("interface show --no-comments geometry_msgs/msg/Pose",
                  "Point position\n\tfloat64 x\n\tfloat64 y\n\tfloat64 z\n"
                  "Quaternion orientation\n\tfloat64 x 0\n\tfloat64 y 0\n\tfloat64 z 0\n"
                  "\tfloat64 w 1\n")
        self.prints("interface show --all-comments geometry_msgs/msg/Pose", "\tfloat64 w 1\n")
        shown = self.ros2("interface", "show", "sensor_msgs/msg/LaserScan").stdout
        self.assertRegex(shown, r"^# .*REP 103.*\n\n# the moment of the first ray\nstd_msgs/Header")
        self.assertIn("# of the first ray [rad]\nfloat32 angle_min\n", shown)
        self.assertNotIn("\t#", shown)
        self.prints("interface show --all-comments sensor_msgs/msg/LaserScan",
                    r"(?m)^\t# the coordinate frame that the data is in$")
        done = self.ros2("interface", "show", "-", "--no-comments", input="std_msgs/msg/Bool\n")
        self.assertEqual(done.stdout, "bool data\n")
        for name, words in (("bad", "Expected three parts"), ("std_msgs/msg/No", "Could not find"),
                            ("nosuch/msg/No", "Unknown package 'nosuch'")):
            self.prints(f"interface show {name}", words, status=1)

    def test_proto_prints_defaults_as_yaml(self):
        self.says("interface proto std_srvs/srv/SetBool", '"data: false\n"\n')
        self.says("interface proto --no-quotes test_msgs/action/Fibonacci", "order: 0\n\n")
        self.prints("interface proto nosuch/msg/No", "Unknown package 'nosuch'", status=1)


class PackageVerbs(CommandTest):
    def test_packages_and_their_programs_are_listed(self):
        self.prints("pkg list", "(?m)^demo_nodes_cpp$")
        own = self.graph.prefix.own
        self.says("pkg prefix demo_nodes_cpp", f"{own}\n")
        self.says("pkg prefix --share demo_nodes_cpp", f"{own}/share/demo_nodes_cpp\n")
        self.says("pkg executables rec_pkg", "rec_pkg abort\nrec_pkg fail\n")
        self.says("pkg executables --full-path rec_pkg",
                  f"{own}/lib/rec_pkg/abort\n{own}/lib/rec_pkg/fail\n")
        self.says("pkg xml --tag version demo_nodes_cpp", "0.33.5\n")
        self.prints("pkg xml demo_nodes_cpp", "<name>demo_nodes_cpp</name>")
        self.says("pkg prefix nosuch", "", status=1, stderr="Package not found\n")
        self.says("pkg executables nosuch", "", status=1, stderr="Package 'nosuch' not found\n")

    def test_create_makes_a_package_of_each_kind(self):
        folder = self.graph.prefix.scratch / "created"
        folder.mkdir()
        for kind, files in (("ament_cmake", "CMakeLists.txt src/node.cpp src/lib.cpp LICENSE"),
                            ("cmake", "CMakeLists.txt pConfig.cmake.in include/p/lib.hpp"),
                            ("ament_python", "setup.py setup.cfg p/node.py resource/p"),
                            ("ament_cargo", "Cargo.toml src/main.rs package.xml")):
            target = folder / kind
            done = self.ros2(
                "pkg", "create", "p", "--build-type", kind, "--package-format", "2",
                "--description", "words <&>", "--license", "Apache-2.0",
                "--destination-directory", str(target), "--dependencies", "rclcpp", "std_msgs",
                "--maintainer-name", "me", "--maintainer-email", "me@example.com",
                "--node-name", "node", "--library-name", "lib")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            for name in files.split():
                self.assertTrue((target / "p" / name).is_file(), name)
            manifest = (target / "p/package.xml").read_text()
            self.assertIn("<description>words &lt;&amp;&gt;</description>", manifest)
            self.assertIn('<package format="2">', manifest)
            self.assertIn(f"<build_type>{kind}</build_type>", manifest)
        self.assertIn('\ndescription = "words <&>"\n',
                      (folder / "ament_cargo/p/Cargo.toml").read_text())
        self.assertIn("VERSION 3.16)", (folder / "cmake/p/CMakeLists.txt").read_text())
        self.assertIn("extras_require", (folder / "ament_python/p/setup.py").read_text())
        self.prints(["pkg", "create", "p", "--destination-directory", str(folder / "cmake")],
                    "already exists", status=1)
        self.prints("pkg create --license ? p", "(?m)^BSD-3-Clause$")

    def test_a_created_package_has_the_lines_that_pages_build_on(self):
        folder = self.graph.prefix.scratch / "lines"
        for words, lines in (
                ("both --library-name lib --node-name node --dependencies base",
                 ["<buildtool_depend>ament_cmake_ros</buildtool_depend>",
                  "find_package(ament_cmake_ros REQUIRED)\nfind_package(base REQUIRED)\n",
                  'ament_target_dependencies(\n  lib\n  "base"\n)', "add_library(lib src/lib.cpp)",
                  "\ntarget_link_libraries(node lib)\n", "ament_export_libraries(\n  lib\n)"]),
                ("node_alone --node-name node --dependencies base",
                 ["<buildtool_depend>ament_cmake</buildtool_depend>",
                  'ament_target_dependencies(\n  node\n  "base"\n)']),
                ("plain --build-type cmake --library-name lib --dependencies base",
                 ["add_library(lib SHARED src/lib.cpp)", "${base_INCLUDE_DIRS}", "${base_LIBRARIES}"]),
                ("bare", ["find_package(ament_cmake REQUIRED)\n#"]),
                ("snake --build-type ament_python --node-name node",
                 ["'console_scripts': [\n            'node = snake.node:main',\n        ],\n"])):
            self.ros2("pkg", "create", "--destination-directory", str(folder), *words.split())
            texts = "".join(path.read_text() for path in sorted((folder / words.split()[0]).iterdir())
                            if path.is_file())
            for line in lines:
                self.assertIn(line, texts)
        plain = (folder / "plain/package.xml").read_text()
        self.assertNotIn("<buildtool_depend>", plain)

    def test_create_refuses_a_name_that_no_tool_can_build(self):
        where = ["--destination-directory", str(self.graph.prefix.scratch / "refused")]
        for name in ("my pkg", "../out", "1st"):
            self.prints(["pkg", "create", name, *where], f"'{name}' is no name", status=2)
        self.prints(["pkg", "create", "test", "--build-type", "ament_python", *where],
                    "cannot be named 'test'", status=1)
        self.assertFalse((self.graph.prefix.scratch / "refused").exists())

    def test_a_created_package_is_valid_for_python_and_cmake(self):
        folder = self.graph.prefix.scratch / "valid"
        for kind in ("ament_python", "cmake"):
            self.ros2("pkg", "create", f"v_{kind}", "--build-type", kind, "--node-name", "n",
                      "--library-name", "l", "--destination-directory", str(folder))
        self.graph.run(["python3", "-m", "compileall", "-q", folder / "v_ament_python"])
        built = self.graph.run(["cmake", "-S", folder / "v_cmake", "-B", folder / "build"])
        self.assertEqual(built.returncode, 0, built.stderr)


class PluginVerbs(CommandTest):
    def test_plugins_are_listed_by_package_and_a_bad_description_is_named(self):
        prefix = self.graph.prefix
        for package, text in (
                ("shed", '<class_libraries><library path="a"><class name="shed/Rake" '
                 'type="shed::Rake" base_class_type="tools::Tool"/><class type="shed::Hoe" '
                 'base_class_type="tools::Tool"/></library></class_libraries>'),
                ("barn", "<library path='b'>")):
            prefix.write(f"share/ament_index/resource_index/tools__pluginlib__plugin/{package}",
                         f"share/{package}/plugins.xml\n")
            prefix.write(f"share/{package}/plugins.xml", text)
        shed = ("shed:\n  shed/Rake [shed::Rake] (base: tools::Tool)\n"
                "  shed::Hoe [shed::Hoe] (base: tools::Tool)\n")
        done = self.ros2("plugin", "list")
        # The prefix itself may have plugins, whose packages stand between.
        self.assertRegex(done.stdout, r"(?m)^barn:\n(?! )")
        self.assertIn(shed, done.stdout)
        self.assertRegex(done.stderr, "^'.*/share/barn/plugins.xml' is no XML: ")
        self.assertEqual(self.ros2("plugin", "list", "--package", "shed").stdout, shed)
        self.prints("plugin list --packages", "(?ms)^barn$.*^shed$")
        self.prints("plugin list --package nosuch", "'nosuch' has no plugins", status=1)


class WorkspaceVerbs(CommandTest):
    def test_stacks_are_listed_and_shown_and_the_page_is_printed_from_them(self):
        self.prints("workspace list", r"(?m)^turtlesim +built: yes +\d{4}-\d\d-\d\d$")
        shown = self.ros2("workspace", "show", "turtlesim").stdout
        self.assertRegex(shown, "^turtlesim: built: yes, ")
        self.assertRegex(shown, r"(?m)^sources:\n(  [\w.-]+/[\w.-]+ [0-9a-f]{7,40}\n)+")
        self.prints("workspace show nosuch",
                    "^No stack is named 'nosuch'. There are: turtlesim, ", status=1)
        page = pathlib.Path(__file__).resolve().parents[2] / "docs/stacks.md"
        self.assertEqual(self.ros2("workspace", "list", "--page").stdout, page.read_text(),
                         "print it anew: ros2 workspace list --page > docs/stacks.md")


class RunCommand(CommandTest):
    def test_run_passes_words_on_and_gives_the_status(self):
        self.says("run rec_pkg fail 0", "")
        self.says("run rec_pkg fail 3", "[ros2run]: Process exited with failure 3\n", status=3)
        self.says("run rec_pkg abort", "[ros2run]: Aborted\n", status=250)
        self.says(["run", "--prefix", "echo would run", "rec_pkg", "fail", "--x", "y"],
                  f"would run {self.graph.prefix.own}/lib/rec_pkg/fail --x y\n")
        self.says("run rec_pkg nosuch", "", status=1, stderr="No executable found\n")
        self.says("run nosuch x", "", status=1, stderr="Package 'nosuch' not found\n")
        self.prints(["run", "--prefix", "a 'b", "rec_pkg", "fail"],
                    "^Cannot read the prefix .*quotation$", status=1)
        self.prints("run --prefix nosuch_tool rec_pkg fail", "Cannot start 'nosuch_tool'", status=1)

    def test_a_program_whose_middleware_is_not_there_ends_with_words(self):
        done = subprocess.run([BUILD / "bin/command_graph"], capture_output=True, text=True,
                              env={**self.graph.env, "RMW_IMPLEMENTATION": "rmw_nosuch_cpp"},
                              timeout=LIMIT_S, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "^.ERROR. .rmw_implementation.: RMW_IMPLEMENTATION="
                         "'rmw_nosuch_cpp' is not in this build, which has: rmw_cyclonedds_cpp.*\n$")

    def test_the_core_says_what_it_makes_at_the_level_debug(self):
        words = "run demo_nodes_cpp talker --ros-args -r __node:=told --log-level debug"
        said = ""
        with self.graph.open(*words.split()) as process:
            while "Publishing" not in said:
                line = process.stderr.readline()
                self.assertTrue(line, said)
                said += line
            os.killpg(process.pid, signal.SIGINT)
            end_of(process)
        self.assertRegex(said, r"(?m)^\[DEBUG\] \[[\d.]+\] \[rcl\]: Node '/told' is made$")
        self.assertIn("[rcl]: Publisher '/chatter' is made\n", said)

    def test_signals_end_the_program_too(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            words = "run demo_nodes_cpp talker --ros-args -r __node:=run_talker"
            with self.graph.open(*words.split()) as process:
                self.assertIn("Publishing", process.stderr.readline())
                to = os.killpg if number == signal.SIGINT else os.kill
                to(process.pid, number)
                _, errors, status = end_of(process)
            self.assertEqual(status, 0)
            self.assertIn(f"signal_handler(signum={int(number)})", errors)


class NetworkVerbs(CommandTest):
    def in_a_network(self, script):
        RAN.extend(tuple(words.split()) for words in re.findall(r"ros2 ([^;&|]+)", script))
        done = subprocess.run(["unshare", "-n", "bash", "-c", script], env=self.graph.env,
                              text=True, capture_output=True, timeout=LIMIT_S, check=False)
        if "Operation not permitted" in done.stderr:
            self.skipTest("this user may not make a network namespace")
        return done

    def test_a_datagram_goes_to_a_group(self):
        where = "--group 225.0.0.7 --port 49151"
        done = self.in_a_network(
            f"{_MULTICAST} ros2 multicast receive {where} & "
            "until grep -q :BFFF /proc/net/udp; do sleep 0.02; done; "
            f"ros2 multicast send {where} --ttl 1; wait")
        self.assertRegex(done.stdout, r"Received from [\d.]+:\d+: 'Hello World!'")
        for words in ("multicast send --ttl 256", "doctor hello -1 --ttl 256",
                      "doctor hello -1 -ep nan", "doctor hello -1 --print-period 0"):
            done = self.prints(words, "error: argument", status=2)
            self.assertNotIn("Traceback", done.stderr)
        done = self.in_a_network("ip link set lo up; ros2 multicast send; echo $?")
        self.assertRegex(done.stderr, "Cannot send to group 225.0.0.1, port 49150: ")
        self.assertTrue(done.stdout.endswith("1\n"))

    def test_hello_prints_a_table(self):
        done = self.in_a_network(f"{_MULTICAST} ros2 doctor hello --once --topic /hi "
                                 "--emit-period 0.05 --print-period 0.3 --ttl 1")
        self.assertRegex(done.stdout, r"Topic: /hi, Published Msg Count: \d+\nSubscribed from:\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.in_a_network("ip link set lo up; ros2 doctor hello; exit $?")
        self.assertEqual(done.returncode, 1)
        self.assertIn("Cannot send to group", done.stderr)


class TestCommand(CommandTest):
    """tests/launch/ros2_test_test.py has the rest."""

    def test_test_names_a_file_that_is_no_launch_test(self):
        path = self.graph.prefix.scratch / "no_test.py"
        path.write_text("")
        done = self.ros2("test", "--disable-isolation", str(path))
        self.assertEqual(done.returncode, 2)
        self.assertIn("generate_test_description", done.stderr)
