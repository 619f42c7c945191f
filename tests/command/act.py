"""Verbs that act: publish, call, set, load."""
import contextlib
import os
import re
import signal
import sys

from support import HERE, CommandTest, end_of, eventually

ADD = "example_interfaces/srv/AddTwoInts"
FIBONACCI = "example_interfaces/action/Fibonacci"
STRING = "std_msgs/msg/String"


class PubVerb(CommandTest):
    def test_pub_sends_as_many_as_it_is_told_and_prints_each_nth(self):
        self.prints(["topic", "pub", "--once", "/comp/chatter", STRING, "{data: hi}"],
                    r"publisher: beginning loop\npublishing #1: std_msgs.msg.String\(data='hi'\)\n")
        self.prints("topic pub --times 3 --rate 50 --print 2 --wait-matching-subscriptions 0 "
                    f"--keep-alive 0 --node-name mine /p1 {STRING}",
                    r"^publisher: beginning loop\npublishing #2: .*\n\n$")
        done = self.ros2("topic", "pub", "--once", "-w", "0", "--stdin", "/p1", STRING,
                         input="data: from a file\n")
        self.assertIn("data='from a file'", done.stdout)

    def test_pub_waits_for_subscriptions_no_longer_than_it_may(self):
        self.prints(f"topic pub -1 --max-wait-time-secs 0.4 /p1 {STRING}",
                    "Expected 1 subcribers but only got 0", status=1)
        self.prints(f"topic pub --max-wait-time-secs 1 /p1 {STRING}", "only effective", status=1)

    def test_pub_writes_the_time_of_each_publication(self):
        for values in ("{header: auto}", "{header: {stamp: now}}"):
            said = self.ros2("topic", "pub", "-w", "0", "-t", "2", "-r", "20", "/p2",
                             "geometry_msgs/msg/PoseStamped", values).stdout
            stamps = re.findall(r"Time\(sec=(\d+), nanosec=(\d+)\)", said)
            self.assertEqual(len(set(stamps)), 2, said)
            self.assertGreater(int(stamps[0][0]), 0)

    def test_pub_offers_the_qos_that_it_is_told(self):
        self.prints(
            ["topic", "pub", "-t", "1", "-w", "0", "--qos-profile", "sensor_data", "--qos-depth",
             "3", "--qos-history", "keep_last", "--qos-reliability", "reliable",
             "--qos-durability", "transient_local", "--qos-liveliness", "automatic",
             "--qos-liveliness-lease-duration-seconds", "5", "/p1", STRING], "publishing #1")
        with self.graph.open("topic", "pub", "/kept", STRING, "{data: old}", "--qos-durability",
                             "transient_local", "-r", "0.01") as publishing:
            publishing.stdout.readline()
            self.assertEqual(self.ros2("topic", "echo", "--once", "--wait", "/kept").stdout
                             .splitlines()[-2:], ["data: old", "---"])
            info = self.ros2("topic", "info", "-v", "/kept").stdout
            os.killpg(publishing.pid, signal.SIGTERM)
            self.assertEqual(end_of(publishing)[2], 15)
        self.assertIn("Durability: TRANSIENT_LOCAL", info)

    def test_echo_that_waits_hears_what_is_kept_for_it(self):
        with self.graph.open("topic", "echo", "--wait", "--once", "/later") as echo:
            self.assertIn("does not appear to be published yet", echo.stdout.readline())
            with self.graph.open("topic", "pub", "/later", STRING, "{data: map}",
                                 "--qos-durability", "transient_local", "-r", "0.01",
                                 "-w", "0") as publishing:
                self.assertEqual(echo.communicate()[0], "data: map\n---\n")
                os.killpg(publishing.pid, signal.SIGTERM)
                end_of(publishing)

    def test_pub_names_what_it_cannot_send(self):
        for values, words in (
                ("hi", "^The passed value needs to be a dictionary in YAML format\n$"),
                ("{data: hi", "^The passed value needs .* format: expected .* column 10\n$"),
                ("{nosuch: 1}", "no attribute 'nosuch'"),
                ("data:", "^Failed to populate field: The field 'data' of type 'string' cannot "
                          "hold None")):
            self.prints(["topic", "pub", "-1", "/p1", STRING, values], words, status=1)
        self.prints("topic pub -1 /p1 std_msgs/msg/Nosuch", "message type is invalid", status=1)


class CallsAndGoals(CommandTest):
    def test_call_prints_the_response(self):
        self.prints(["service", "call", "/add_two_ints", ADD, "{a: 2, b: 3}"],
                    r"AddTwoInts_Request\(a=2, b=3\)\n\nresponse:\n.*AddTwoInts_Response\(sum=5\)")
        done = self.ros2("service", "call", "--stdin", "/add_two_ints", ADD, input="{a: 20}")
        self.assertIn("sum=20", done.stdout)
        said, _ = self.until(["service", "call", "--rate", "20", "/add_two_ints", ADD],
                             r"(?s)(sum=0.*){2}")
        self.assertRegex(said, "AddTwoInts_Request")

    def test_a_call_that_rests_between_two_ends_at_a_signal(self):
        self.until(["service", "call", "--rate", "0.001", "/add_two_ints", ADD], "sum=0",
                   signal.SIGTERM, 15)

    def test_what_no_field_can_hold_is_refused(self):
        for value in ("99999999999", "2.5"):
            done = self.prints(["action", "send_goal", "/fibonacci", FIBONACCI,
                                f"{{order: {value}}}"],
                               f"'order' of type 'int32' cannot hold {value}", status=1)
            self.assertNotIn("Traceback", done.stderr)
        done = self.prints(["service", "call", "/add_two_ints", ADD, "{a: 99999999999999999999}"],
                           "'a' of type 'int64' cannot hold 99999999999999999999", status=1)
        self.assertNotIn("Traceback", done.stderr)
        self.prints(["service", "call", "/nosuch", "std_srvs/srv/SetBool", '{data: "false"}'],
                    "'data' of type 'boolean' cannot hold 'false'", status=1)

    def test_call_says_that_it_waits_and_what_it_cannot_send(self):
        self.until(f"service call /nosuch {ADD}", "waiting for service", signal.SIGTERM, 15)
        self.prints(["service", "call", "/add_two_ints", ADD, "{c: 1}"], "Failed to populate",
                    status=1)
        self.prints("service call /add_two_ints std_msgs/msg/String", "type is invalid", status=1)

    def test_send_goal_prints_feedback_and_result(self):
        self.prints(["action", "send_goal", "--feedback", "/fibonacci", FIBONACCI, "{order: 3}"],
                    r"(?s)Goal accepted with ID: [0-9a-f]{32}.*Feedback:\n    sequence:\n- 0.*"
                    "Result:\n    sequence:\n- 0\n- 1\n- 1\n- 2\n\nGoal finished with status: "
                    "SUCCEEDED\n$")
        done = self.ros2("action", "send_goal", "--stdin", "/fibonacci", FIBONACCI,
                         input="order: 1")
        self.assertIn("SUCCEEDED", done.stdout)

    def test_a_goal_is_waited_for_no_longer_than_its_timeout(self):
        self.prints("action send_goal --timeout 0 /nosuch " + FIBONACCI,
                    r"\nThe server of the action '/nosuch' was not there within 0 s.\n$", status=1)
        self.prints(["action", "send_goal", "-t", "0", "/fibonacci", FIBONACCI, "{order: 2}"],
                    r"Goal accepted with ID: .*\n\nThe result is not waited for.*\n$")
        self.prints(["action", "send_goal", "-t", "1", "/fibonacci", FIBONACCI, "{order: 500}"],
                    r"\nThe result did not come within 1 s. The goal goes on.\n$", status=1)
        self.prints(["action", "send_goal", "-t", "60", "/fibonacci", FIBONACCI, "{order: 2}"],
                    "SUCCEEDED")

    def test_a_goal_that_is_refused_or_canceled_has_another_status(self):
        self.prints(["action", "send_goal", "/fibonacci", FIBONACCI, "{order: 9999}"],
                    "Goal was rejected", status=1)
        said, _ = self.until(["action", "send_goal", "-f", "/fibonacci", FIBONACCI,
                              "{order: 5000}"], "Feedback", status=15)
        self.assertTrue(said.endswith("Canceling goal...\nGoal canceled.\n"), said[-200:])


class ParamVerbs(CommandTest):
    def test_param_get_set_and_delete(self):
        board = "--timeout 5 --include-hidden-nodes /parameter_blackboard"
        self.says(f"param set {board} fresh 1.5", "Set parameter successful\n")
        self.says(f"param get {board} fresh", "Double value is: 1.5\n")
        self.says(f"param get --hide-type {board} fresh", "1.5\n")
        self.says(f"param delete {board} fresh", "Deleted parameter successfully\n")
        self.says(f"param get {board} fresh", "Parameter not set.\n")

    def test_what_a_node_refuses_is_a_status(self):
        self.prints("param set /xparam_node ro 3", "^Setting parameter failed: .*read-only",
                    status=1)
        self.prints("param delete /xparam_node ro", "^Deleting parameter failed: ", status=1)
        self.says("param get --timeout 0 /nosuch x", "", status=1, stderr="Node not found\n")

    def test_param_list_asks_all_nodes_at_once(self):
        said = self.ros2("param", "list").stdout
        self.assertIn("/xparam_node:\n  a.b.c\n  a.d\n", said)
        self.assertNotIn("/pose_pub", said)  # it has no parameter services
        self.assertIn("/_hidden_talker:\n",
                      self.ros2("param", "list", "--include-hidden-nodes").stdout)
        self.says("param list --filter ^a /xparam_node", "  a.b.c\n  a.d\n")
        self.says("param list --filter a /xparam_node", "  a.b.c\n  a.d\n")  # from its start
        self.says("param list /xparam_node --param-prefixes a", "  a.b.c\n  a.d\n")
        self.prints("param list /xparam_node --param-type", r"  i \(type: integer\)\n")
        self.prints("param list --filter [ /xparam_node", "no regular expression", status=2)

    def test_param_describe_and_dump(self):
        self.prints("param describe --timeout 5 --include-hidden-nodes /xparam_node i",
                    r"(?s)^Parameter name: i\n  Type: integer\n  Description: an integer\n"
                    ".*Step: 1")
        self.prints("param dump --timeout 5 --include-hidden-nodes /xparam_node",
                    r"(?s)^/xparam_node:\n  ros__parameters:\n    a:\n      b:\n        c: 1\n")

    def test_what_was_dumped_loads_and_starts_a_node(self):
        path = self.graph.prefix.scratch / "dumped.yaml"
        for kind, program in (("cpp", [self.graph.prefix.program("valued")]),
                              ("py", [sys.executable, HERE / "valued.py"])):
            valued, plain = f"/{kind}_valued", f"/{kind}_plain"
            with self.running(*program):
                dumped = self.dump(valued)
                self.assertIn("\n# not set: unset\n", dumped)
                self.assertNotEqual(self.dump(plain).replace(plain, valued), dumped)
                path.write_text(dumped.replace(valued, plain))
                done = self.prints(["param", "load", plain, str(path)], "Set parameter bytes succ")
                self.assertEqual(done.stderr, "")
                self.assertEqual(self.dump(plain).replace(plain, valued), dumped)
            with self.running(*program, "--ros-args", "--params-file", path):
                self.assertEqual(self.dump(plain).replace(plain, valued), dumped)

    @contextlib.contextmanager
    def running(self, *words):
        process = self.graph.start(*words)
        try:
            yield
        finally:
            self.graph.stop(process)

    def dump(self, node):
        eventually(lambda: node in self.ros2("node", "list").stdout.split())
        return self.ros2("param", "dump", node).stdout

    def test_a_letter_that_means_a_bool_is_a_text_for_a_text(self):
        for value in ("y", "text"):
            self.says(["param", "set", "/xparam_node", "s", value], "Set parameter successful\n")
            self.says("param get /xparam_node s", f"String value is: {value}\n")

    def test_what_a_node_must_not_change_and_has_already_counts_as_loaded(self):
        path = self.graph.prefix.scratch / "constant.yaml"
        path.write_text("/xparam_node: {ros__parameters: {ro: 2}}")
        self.says(["param", "load", "/xparam_node", str(path)],
                  "Set parameter ro successful: it has this value already\n")
        path.write_text("/xparam_node: {ros__parameters: {ro: 3}}")
        self.prints(["param", "load", "/xparam_node", str(path)], "ro failed: .*read-only", status=1)

    def test_param_load_takes_a_file(self):
        path = self.graph.prefix.scratch / "load.yaml"
        path.write_text("/**:\n  ros__parameters: {all: 1}\n"
                        "parameter_blackboard:\n  ros__parameters: {own: [a, b]}\n")
        board = ["--timeout", "5", "--include-hidden-nodes", "/parameter_blackboard", str(path)]
        self.says(["param", "load", *board],
                  "Set parameter all successful\nSet parameter own successful\n")
        self.says(["param", "load", "--no-use-wildcard", *board], "Set parameter own successful\n")
        path.write_text("/parameter_blackboard:\n  ros__parameters: {of: {node: 1}}\n"
                        "/*:\n  ros__parameters: {of: {part: 1}}\n"
                        "'*/parameter_blackboard':\n  ros__parameters: {of: {other: 1}}\n"
                        "'**/parameter_blackboard':\n  ros__parameters: {of: {parts: 1, node: 2}}\n")
        self.says(["param", "load", *board], "Set parameter of.part successful\n"
                  "Set parameter of.parts successful\nSet parameter of.node successful\n")
        self.prints("param get --timeout 5 --include-hidden-nodes /parameter_blackboard of.node",
                    "^Integer value is: 1\n")
        for text, words in (("a: [1", "line 1: 'a' has a value"), ("[]", "map of node names"),
                            ("a: {ros__parameters: {b: [1, x]}}", "line 1: all elements"),
                            ("a: {ros__parameters: {b: 'x", "line 1: not valid YAML"),
                            ("", "is empty"), ("other: {}", "does not contain selected")):
            path.write_text(text)
            self.prints(["param", "load", *board], words, status=1)
        self.prints("param load /parameter_blackboard /no/such.yaml", "No such file", status=1)


class LifecycleVerbs(CommandTest):
    def test_a_managed_node_is_led_through_its_states(self):
        self.says("lifecycle nodes", "/lc_talker\n")
        self.says("lifecycle nodes --count-nodes --all", "1\n")
        self.says("lifecycle get", "/lc_talker: unconfigured [1]\n")
        self.says("lifecycle list --include-hidden-nodes /lc_talker",
                  "- configure [1]\n\tStart: unconfigured\n\tGoal: configuring\n"
                  "- shutdown [5]\n\tStart: unconfigured\n\tGoal: shuttingdown\n")
        self.prints("lifecycle list --all /lc_talker", r"- transition_error \[62\]")
        self.says("lifecycle set --include-hidden-nodes /lc_talker configure",
                  "Transitioning successful\n")
        self.says("lifecycle get --include-hidden-nodes lc_talker", "inactive [2]\n")
        self.prints("lifecycle set /lc_talker configure", r"available ones are:\n- cleanup \[2\]",
                    status=1)
        self.says("lifecycle set /lc_talker 2", "Transitioning successful\n")
        self.says("lifecycle get /talker", "", status=1, stderr="Node not found\n")


class ComponentVerbs(CommandTest):
    OPTIONS = ("--node-name mine --node-namespace /ns --log-level warn --remap-rule a:=b "
               "--parameter use_sim_time:=true --extra-argument use_intra_process_comms:=true")

    def test_components_are_listed_loaded_and_unloaded(self):
        self.prints("component types composition", "^composition::Talker\n")
        self.says("component list --containers-only --no-daemon", "/ComponentManager\n")
        done = self.prints(f"component load --quiet {self.OPTIONS} /ComponentManager composition "
                           "composition::Server", r"^\d+  /ns/mine\n$")
        uid = done.stdout.split()[0]
        self.prints("component list", rf"/ComponentManager\n(.*\n)*  {uid}  /ns/mine\n")
        self.says("param get /ns/mine use_sim_time", "Boolean value is: True\n")
        self.prints(["component", "unload", "/ComponentManager", "--", "-1"],
                    "'-1' is no number of a component", status=2)
        self.says(f"component unload --quiet /ComponentManager {uid}", f"{uid}\n")
        self.prints(f"component unload /ComponentManager {uid}", "No node found", status=1)

    def test_what_cannot_be_loaded_is_a_status(self):
        self.prints("component load /nosuch composition composition::Talker",
                    "Unable to find container node '/nosuch'", status=1)
        self.prints("component load /ComponentManager composition nosuch",
                    "Failed to load component: ", status=1)
        self.prints("component load -p a /ComponentManager composition composition::Talker",
                    "'a' is no parameter. Write it as name:=value", status=1)
        self.prints("component load --log-level loud /ComponentManager composition x",
                    "no log level 'loud'", status=1)

    def test_a_component_runs_in_a_container_of_its_own(self):
        words = f"component standalone {self.OPTIONS.replace('mine', 'alone')} composition " \
                "composition::Server"
        with self.graph.open(*words.split(), "--container-node-name", "single") as process:
            lines = iter(process.stderr.readline, "")
            self.assertTrue(any("Load Library" in line for line in lines))
            eventually(lambda: "/ns/alone\n" in self.ros2("component", "list", "/single").stdout)
            os.killpg(process.pid, signal.SIGINT)
            self.assertEqual(end_of(process)[2], 0)
        self.assertNotIn("/single", self.ros2("node", "list").stdout)
