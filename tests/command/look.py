"""Verbs that look at the graph."""
import json
import os
import re
import signal
import sys

from support import CommandTest, eventually


class NodeVerbs(CommandTest):
    def test_node_list_shows_visible_nodes_all_or_their_number(self):
        names = self.ros2("node", "list").stdout.splitlines()
        self.assertEqual(names, sorted(names))
        self.assertIn("/talker", names)
        self.assertNotIn("/_hidden_talker", names)
        everybody = self.ros2("node", "list", "--all").stdout.splitlines()
        self.assertEqual(sorted([*names, "/_hidden_talker"]), everybody)
        self.says("node list --count-nodes --no-daemon --use-sim-time", f"{len(names)}\n")
        self.says("node list --count-nodes --spin-time 0.5", f"{len(names)}\n")

    def test_the_command_itself_is_not_in_the_graph(self):
        self.assertNotIn("_ros2cli", self.ros2("node", "list", "--all").stdout)

    def test_two_nodes_of_a_name_are_listed_twice_with_a_warning(self):
        done = self.prints("node list", "share an exact name")
        self.assertEqual(done.stdout.splitlines().count("/twin"), 2)

    def test_node_info_shows_what_a_node_has(self):
        self.prints("node info /talker", r"(?s)^/talker\n  Subscribers:.*  Publishers:\n"
                    "    /chatter: std_msgs/msg/String\n.*  Service Clients:\n\n")
        self.prints("node info --include-hidden /_hidden_talker", "/_hidden_topic: std_msgs")
        self.says("node info /_hidden_talker", "", status=1,
                  stderr="Unable to find node '/_hidden_talker'\n")


class TopicVerbs(CommandTest):
    def test_topic_list_shows_names_types_counts_and_both_sides(self):
        names = self.ros2("topic", "list").stdout.splitlines()
        self.assertIn("/chatter", names)
        self.assertNotIn("/_hidden_topic", names)
        self.says("topic list --count-topics", f"{len(names)}\n")
        self.prints("topic list --show-types", r"(?m)^/pose \[geometry_msgs/msg/PoseStamped\]$")
        self.prints("topic list --include-hidden-topics", "(?m)^/_hidden_topic$")
        self.prints("topic --include-hidden-topics list", "(?m)^/_hidden_topic$")
        self.prints("topic list --verbose", r"(?ms)^Published topics:\n.* \* /twin_topic \["
                    r"std_msgs/msg/String\] 2 publishers\n.*\nSubscribed topics:\n \* /chatter .* "
                    "1 subscriber$")

    def test_topic_info_type_and_find(self):
        self.says("topic info /twin_topic", "Type: std_msgs/msg/String\nPublisher count: 2\n"
                  "Subscription count: 0\n")
        self.prints("topic info --verbose /best", r"(?s)Publisher count: 1\n\nNode name: best_pub\n"
                    ".*Reliability: BEST_EFFORT\n.*Subscription count: 0\n\n$")
        self.says("topic type /pose", "geometry_msgs/msg/PoseStamped\n")
        self.says("topic find geometry_msgs/msg/PoseStamped", "/pose\n")
        self.says("topic find --count-topics geometry_msgs/msg/PoseStamped", "1\n")
        self.prints("topic find --include-hidden-topics std_msgs/msg/String", "/_hidden_topic\n")

    def test_hz_counts_and_with_a_filter_makes_messages(self):
        for options in ("--window 5", "--window 1", "--filter m.pose.position.x>1", "--wall-time --use-sim-time"):
            said, errors = self.until(f"topic hz /pose {options}", r"window: \d+\n")
            rate = float(re.search(r"average rate: ([\d.]+)\n\tmin: ", said)[1])
            self.assertTrue(5 < rate < 20, said)  # it is 10
            self.assertEqual(errors, "")

    def test_bw_counts_bytes_and_delay_reads_stamps(self):
        said, _ = self.until("topic bw /pose --window 5", "max: 76 B\n")
        self.assertRegex(said, r"^Subscribed to \[/pose\]\n\d+ B/s from \d messages\n"
                         "\tMessage size mean: 76 B min: 76 B max: 76 B\n")
        said, _ = self.until("topic delay /pose --window 5", r"window: \d+\n", signal.SIGTERM, 15)
        delay = float(re.search(r"^average delay: (-?[\d.]+)\n", said)[1])
        self.assertTrue(-0.001 <= delay < 10, said)
        self.says("topic delay /chatter", "", status=1, stderr="msg does not have header\n")

    def test_a_topic_that_is_not_there_is_waited_for(self):
        for verb in ("hz", "bw", "delay"):
            self.until(f"topic {verb} /nosuch", "does not appear to be published yet")
        with self.graph.open("topic", "echo", "--wait", "--once", "/late") as echo:
            self.assertIn("not appear", echo.stdout.readline())
            self.assertEqual(self.ros2("topic", "pub", "-1", "-w", "1", "/late",
                                       "std_msgs/msg/String", "{data: here}").returncode, 0)
            self.assertEqual(echo.stdout.read(), "data: here\n---\n")

    def test_a_type_of_a_package_that_is_not_here_is_named(self):
        self.prints("topic echo /chatter nosuch/msg/Nosuch", "message type is invalid", status=1)
        self.prints(["topic", "echo", "bad topic"], "bad topic", status=1)


class EchoOptions(CommandTest):
    def once(self, topic, *options):
        done = self.ros2("topic", "echo", "--once", topic, *options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_echo_shortens_arrays_and_texts(self):
        self.assertEqual(self.once("/array", "--truncate-length", "2"),
                         "layout:\n  dim: []\n  data_offset: 0\ndata:\n- 1\n- 2\n- '...'\n---\n")
        self.assertTrue(self.once("/array", "--full-length").endswith("- 200\n---\n"))
        self.assertIn("data: '<sequence type: int32, length: 200>'",
                      self.once("/array", "--no-arr"))
        self.assertEqual(self.once("/latched", "--no-str"), "data: '<string length: <4>>'\n---\n")
        self.assertIn("data: [1, 2, '...']\n", self.once(
            "/array", "--flow-style", "--truncate-length", "2"))

    def test_echo_prints_lines_fields_bytes_and_what_is_known_beside(self):
        self.assertRegex(self.once("/pose", "--csv"), r"^\d+,\d+,map,1.5,0.0(,0.0)+,1.0\n$")
        self.assertEqual(self.once("/pose", "--field", "pose.position.x"), "1.5\n---\n")
        self.assertRegex(self.once("/latched", "--raw"), r"^b'\\x00\\x01.*kept\\x00.*'\n---\n$")
        self.assertRegex(self.once("/latched", "--include-message-info"),
                         r"(?s)source_timestamp: \d+\n---\ndata: kept\n---\n$")
        self.prints("topic echo --once /pose --field pose.nosuch", "has no attribute 'nosuch'",
                    status=1)

    def test_echo_filters_and_says_what_is_no_expression(self):
        self.assertEqual(self.once("/best", "--filter", "m.data == 'best'", "--no-lost-messages"),
                         "data: best\n---\n")
        self.says("topic echo --timeout 0.3 /best --filter False", "")
        self.assertEqual(self.once("/pose", "--field", "pose.position", "--filter", "m.x > 1"),
                         "x: 1.5\ny: 0.0\nz: 0.0\n---\n")
        self.says("topic echo --timeout 0.3 /pose --raw --filter len(m)<9", "")
        self.prints("topic echo --once /latched --raw --field data", "Invalid field 'data'",
                    status=1)
        self.prints(["topic", "echo", "/best", "--filter", "1 +"], "no expression of Python",
                    status=2)

    def test_echo_takes_the_qos_of_the_publishers_or_what_is_said(self):
        self.assertEqual(self.once("/latched"), "data: kept\n---\n")
        for options in (["--qos-profile", "sensor_data"], ["--qos-depth", "3"],
                        ["--qos-history", "keep_all"], ["--qos-reliability", "best_effort"],
                        ["--qos-durability", "volatile"], ["--qos-liveliness", "automatic"]):
            self.assertEqual(self.once("/best", *options), "data: best\n---\n", options)
        done = self.ros2("topic", "echo", "--timeout", "0.3", "/best",
                         "--qos-liveliness-lease-duration-seconds", "0.1",
                         "--qos-reliability", "reliable")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn("offering incompatible QoS", done.stderr)


class ServiceAndActionVerbs(CommandTest):
    def test_service_list_type_find_and_info(self):
        names = self.ros2("service", "list").stdout.splitlines()
        self.assertIn("/add_two_ints", names)
        self.says("service list --count-services", f"{len(names)}\n")
        self.prints("service list --show-types", r"/add_two_ints \[example_interfaces/srv/AddTwo")
        self.prints("service list --include-hidden-services", "/_container/load_node\n")
        self.says("service type /add_two_ints", "example_interfaces/srv/AddTwoInts\n")
        self.says("service find example_interfaces/srv/AddTwoInts", "/add_two_ints\n/intro_add\n")
        self.says("service find --count-services example_interfaces/srv/AddTwoInts", "2\n")
        self.prints("service find --include-hidden-services composition_interfaces/srv/LoadNode",
                    "/ComponentManager/_container/load_node\n")
        self.says("service info --no-daemon /intro_add", "Type: example_interfaces/srv/AddTwoInts\n"
                  "Clients count: 1\nServices count: 1\n")
        self.says("service type /nosuch", "", status=1)

    def test_service_echo_shows_events_when_introspection_is_on(self):
        self.until("service echo /intro_add", "is service introspection .* enabled")
        self.says("service echo /nosuch", "", status=1, stderr="Cannot find type for '/nosuch'\n")
        for value in ("contents", "disabled"):
            self.assertEqual(self.ros2("param", "set", "/introspection_service",
                                       "service_configure_introspection", value).returncode, 0)
            if value == "disabled":
                break
            for options, pattern in (
                    ("", r"(?s)event_type: RE\w+\n.*---\n"), ("--csv", r"^[12],\d+,\d+,"),
                    ("--no-arr --no-str", "client_gid: '<array type"),
                    ("--flow-style", r"client_gid: \[\d+, "),
                    ("--truncate-length 2", r"client_gid:\n  - \d+\n  - \d+\n  - '...'\n"),
                    ("--full-length", r"client_gid:\n(  - \d+\n){16}"),
                    ("--qos-profile services_default --qos-depth 5 --qos-history keep_last "
                     "--qos-reliability reliable --qos-durability volatile --qos-liveliness "
                     "automatic --qos-liveliness-lease-duration-seconds 0", "event_type")):
                self.until(f"service echo /intro_add {options}", pattern)

    def test_action_list_type_and_info(self):
        self.says("action list", "/fibonacci\n")
        self.says("action list --show-types", "/fibonacci [example_interfaces/action/Fibonacci]\n")
        self.says("action list --count-actions", "1\n")
        self.says("action type --no-daemon /fibonacci", "example_interfaces/action/Fibonacci\n")
        self.says("action type /nosuch", "", status=1)
        counts = "Action: /fibonacci\nAction clients: 0\nAction servers: 1\n"
        self.says("action info --count /fibonacci --spin-time 0.5", counts)
        self.says("action info --show-types /fibonacci --no-daemon --use-sim-time", counts
                  + "    /fibonacci_action_server [example_interfaces/action/Fibonacci]\n")


class PythonApi(CommandTest):
    """As commands of users use it."""

    def test_a_strategy_answers_about_the_graph_and_makes_a_node_when_one_is_needed(self):
        program = (
            "import argparse\n"
            "from ros2cli.node.direct import DirectNode\n"
            "from ros2cli.node.strategy import NodeStrategy, add_arguments\n"
            "from ros2node.api import get_node_names, get_publisher_info\n"
            "from ros2topic.api import get_msg_class, get_topic_names\n"
            "parser = argparse.ArgumentParser()\n"
            "add_arguments(parser)\n"
            "args = parser.parse_args([])\n"
            "with NodeStrategy(args) as node:\n"
            "    assert '/talker' in [one.full_name for one in get_node_names(node=node)]\n"
            "    assert '/chatter' in get_topic_names(node=node)\n"
            "    assert get_msg_class(node, 'chatter').__name__ == 'String'\n"
            "    assert node.count_publishers('twin_topic') == 2\n"
            "    assert [one.name for one in get_publisher_info(node=node,\n"
            "        remote_node_name='/pose_pub')][-1] == '/rosout'\n"
            "    assert node.daemon_node.get_topic_names_and_types()\n"
            "    assert node.get_name().startswith('_ros2cli_')\n"
            "with DirectNode(args, node_name='own') as node:\n"
            "    assert node.get_name() == node.node.get_name() == 'own'\n"
            "    assert ('own', '/') in node.get_node_names_and_namespaces()\n"
            "print('all')\n")
        done = self.graph.run([sys.executable, "-c", program])
        self.assertEqual((done.stdout, done.stderr), ("all\n", ""))


class DoctorAndGraph(CommandTest):
    def test_doctor_checks_and_reports(self):
        for words in ("doctor", "wtf"):
            self.prints(words, r"All 5 checks passed")
        done = self.prints("doctor --include-warnings --exclude-packages",
                           r"(?s)Publisher without subscriber detected on /array.*"
                           "UserWarning|Failed modules: .*topic", status=1)
        self.assertIn("/4 check(s) failed", done.stdout)
        self.prints("doctor --report-failed --include-warnings", "(?s)TOPIC LIST\ntopic",
                    status=1)
        for words in ("doctor --report", "wtf --report"):
            said = self.prints(words, "(?s)NETWORK CONFIGURATION.*device +: lo\n").stdout
            for title in ("PACKAGE VERSIONS", "PLATFORM INFORMATION", "QOS COMPATIBILITY LIST",
                          "RMW MIDDLEWARE", "ROS 2 INFORMATION", "TOPIC LIST"):
                self.assertIn(f"   {title}\n", said)

    def test_the_graph_is_a_picture(self):
        graph = json.loads(self.prints("graph --format json", r"^\{").stdout)
        self.assertIn({"node": "/talker", "end": "/chatter", "kind": "topic", "role": "publisher",
                       "to_end": True, "qos": "reliable, volatile"}, graph["lines"])
        self.assertNotIn("/_hidden_talker", graph["nodes"])
        everything = json.loads(self.prints("graph -f json --all", r"^\{").stdout)
        self.assertIn("/_hidden_talker", everything["nodes"])
        self.prints("graph", r'(?s)^digraph ros2 {.*"node /talker" -> "topic /chatter" .*}\n$')
        page = self.graph.prefix.scratch / "graph.html"
        self.says(["graph", "-f", "html", "-o", str(page)], "")
        self.assertNotIn("GRAPH_AS_JSON", page.read_text())
        self.assertNotRegex(page.read_text(), "(src|href)=")  # it loads nothing

    def test_a_browser_draws_the_page_of_the_graph(self):
        browser = next((path for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser",
                                          "/usr/bin/google-chrome") if os.path.exists(path)), None)
        if browser is None:
            self.skipTest("there is no browser of the Chromium family")
        page = self.graph.prefix.scratch / "drawn.html"
        self.says(["graph", "-f", "html", "-o", str(page)], "")
        drawn = self.graph.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             f"--user-data-dir={self.graph.prefix.scratch}/browser", "--dump-dom",
             f"file://{page}"]).stdout
        graph = json.loads(self.prints("graph -f json", r"^\{").stdout)
        self.assertEqual(drawn.count('<path class="line"'), len(graph["lines"]))
        for name in ("/talker", "/chatter", "/listener"):
            self.assertRegex(drawn, rf"<text [^>]*>{name}</text>")

    def test_who_is_killed_is_gone_soon(self):
        process = self.graph.start(self.graph.prefix.program("victim"))
        self.prints("node list", "/victim\n")
        process.kill()
        process.wait()
        self.graph.processes.remove(process)
        process.stdout.close()
        eventually(lambda: "/victim\n" not in self.ros2("node", "list").stdout)
