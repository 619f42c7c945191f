"""Secured processes: who is not let in, what an enclave may not do, and the words for both."""
import re
import shutil
import time
import unittest

from processes import BUILD, PYTHON, Keystore, Process, SecurityTest, eventually

OWN = '<topics publish="ALLOW"><topic>/mine</topic></topics>'
# What a node has for itself, of an enclave that allows none of it.
OF_A_NODE = ("Publisher '/rosout'", "Publisher '/parameter_events'",
             "Service '/program/get_parameters'", "Service '/program/set_parameters_atomically'",
             "Service '/program/get_type_description'")
# What a line wants, and who says in which word of a policy that it may not.
DENIED = (
    ("publish other x", "Publisher '/other' of node '/program'",
     '<topics publish="ALLOW"><topic>/other</topic></topics>', "published"),
    ("listen other", "Subscription '/other' of node '/program'",
     '<topics subscribe="ALLOW"><topic>/other</topic></topics>', "listening"),
    ("serve adder", "Service '/adder' of node '/program'",
     '<services reply="ALLOW"><service>/adder</service></services>', "serving"),
    ("call adder 2 3", "Client '/adder' of node '/program'",
     '<services request="ALLOW"><service>/adder</service></services>', None),
    ("execute count", "'/count/_action/",
     '<actions execute="ALLOW"><action>/count</action></actions>', "executing"),
    ("send count 3", "'/count/_action/",
     '<actions call="ALLOW"><action>/count</action></actions>', None),
)


def refusals(said):
    return re.findall("Security refused a peer.*", said)


class Denied(SecurityTest):
    def test_a_node_goes_on_without_what_its_enclave_denies_and_names_it(self):
        self.keys.allow("/narrow", OWN)
        listener = self.started("/listener")
        listener.ask("listen mine")
        for words in ((), PYTHON):
            narrow = self.started("/narrow", **({"words": words} if words else {}))
            self.assertEqual(narrow.ask("publish mine still"), "published")
            self.assertEqual(listener.hear(), "still")
            # Neither does a message go within the process where DDS denies one of its ends.
            self.assertTrue(narrow.ask("listen mine").startswith("failed "))
            self.assertEqual(narrow.ask("publish mine again"), "published")
            self.assertEqual(listener.hear(), "again")
            self.assertEqual(narrow.ask("parameter p text"), "declared")
            self.assertEqual(narrow.ask("log a line"), "logged")
            status, said = narrow.end()
            self.assertEqual((status, narrow.heard), (0, []), said)
            for what in OF_A_NODE:
                one = re.findall(rf"(?m)^\[WARN\].*{what}.*The node goes on without it\.$", said)
                self.assertEqual(len(one), 1, f"{what}: {said}")
                self.assertIn("enclave '/narrow'", one[0])
                self.assertIn(str(self.keys.enclave("/narrow") / "permissions.p7s"), one[0])

    def test_the_line_that_a_refusal_names_allows_what_was_refused(self):
        for words in ({}, {"words": PYTHON}):
            self.keys.allow("/narrow", OWN)
            narrow = self.started("/narrow", **words)
            named = []
            for line, who, policy, _ in DENIED:
                with self.subTest(line, **words):
                    answer = narrow.ask(line)
                    self.assertTrue(answer.startswith("failed "), answer)
                    self.assertIn(who, answer)
                    self.assertIn("enclave '/narrow' may not", answer)
                    self.assertIn(str(self.keys.enclave("/narrow") / "permissions.p7s"), answer)
                    self.assertIn(policy, answer)
                    named += re.findall(r"<(?:topics|services|actions) .*?</(?:topics|services|"
                                        "actions)>", answer)
            narrow.end()
            self.keys.allow("/wide", "".join([OWN, *named]))
            wide = self.started("/wide", **words)
            for line, _, _, answer in DENIED:
                with self.subTest(line, **words):
                    if line.startswith("call"):
                        answer = "sum 5"
                    if line.startswith("send"):
                        answer = "result 0 1 2"
                    self.assertEqual(wide.ask(line), answer)
            wide.end()


class Container(SecurityTest):
    def prefix(self):
        """Give a prefix with the components of tests/command."""
        index = self.keys.folder / "prefix/share/ament_index/resource_index"
        for kind, text in (("packages", ""), ("rclcpp_components", "".join(
                f"composition::{name};{BUILD}/lib/libtest_command_components.so\n"
                for name in ("Talker", "Listener")))):
            (index / kind).mkdir(parents=True, exist_ok=True)
            (index / kind / "composition").write_text(text)
        return self.keys.folder / "prefix"

    def container(self, prefix):
        """Start one that knows nodes /listener and /mouth, of which none may publish."""
        self.keys.allow("/container", """
            <services reply="ALLOW"><service>/ComponentManager/_container/load_node</service>
              <service>/ComponentManager/_container/list_nodes</service>
              <service>/ComponentManager/_container/unload_node</service>
              <service>/listener/get_parameters</service>
              <service>/mouth/get_parameters</service></services>
            <topics subscribe="ALLOW"><topic>/chatter</topic></topics>""")
        container = Process([BUILD / "bin/component_container", "--ros-args", "-e", "/container"],
                            self.environment("/container", AMENT_PREFIX_PATH=prefix),
                            answers=False)
        self.addCleanup(container.close)
        container.wait_said("Found security directory")

    def test_a_component_is_refused_in_words_before_its_code_runs_where_no_policy_names_it(self):
        prefix = self.prefix()
        self.container(prefix)

        def load(name, *more):
            return self.ros2("component", "load", "/ComponentManager", "composition",
                             f"composition::{name}", *more, AMENT_PREFIX_PATH=prefix)

        def refused(done):
            self.assertNotEqual(done.returncode, 0)
            return done.stdout + done.stderr
        loaded = load("Listener")
        self.assertRegex(loaded.stdout, "Loaded component 1", loaded.stderr)
        said = refused(load("Talker"))
        for words in ("Component '/talker'", "of its container name no node of that name",
                      "Service '/talker/", "enclave '/container' may not answer",
                      '<services reply="ALLOW"><service>/talker/', "`ros2 security merge`"):
            self.assertIn(words, said)
        self.assertNotIn("/chatter", said)
        # What its own code asks for is known when it asks.
        said = refused(load("Talker", "-n", "mouth"))
        self.assertIn("Publisher '/chatter' of node '/mouth': enclave '/container' may not publish",
                      said)
        self.assertIn('<topics publish="ALLOW"><topic>/chatter</topic></topics>', said)
        listed = self.ros2("component", "list")
        self.assertEqual(listed.stdout, "/ComponentManager\n  1  /listener\n", listed.stderr)


class Peers(SecurityTest):
    """Two processes that do not talk, and a third that does: so the wait has an end."""

    def keyed(self):
        self.talker = self.started("/talker")
        self.talker.ask("publish secret text")
        self.talker.ask("listen open")
        return self.talker

    def refused(self, other, *, hears=()):
        """Check that neither hears the other, though both hear processes of their own kind."""
        other.ask("listen secret")
        other.ask("publish open in_clear")
        friend = self.started("/friend")
        friend.ask("listen secret")
        self.assertEqual(friend.hear(), "text")
        friend.ask("publish open keyed")
        self.assertEqual(self.talker.hear(), "keyed")
        self.assertEqual(other.end()[0], 0)
        self.assertEqual(other.heard, list(hears))
        friend.end()
        self.assertEqual(self.talker.heard, [])

    def test_a_process_without_keys_neither_hears_nor_is_heard(self):
        self.keyed()
        other = self.started()
        twin = self.started()
        twin.ask("publish secret of_twin")
        self.refused(other, hears=["of_twin"])
        self.talker.wait_said("A process without keys is in the DDS domain")
        self.assertEqual(self.talker.end()[1].count("A process without keys"), 1)

    def test_a_process_of_another_authority_is_refused_in_words_once(self):
        self.keyed()
        foreign = Keystore()
        self.addCleanup(foreign.remove)
        foreign.enclave("/a")
        other = self.started("/a", ROS_SECURITY_KEYSTORE=foreign.path)
        # Who is asked to authenticate finds the fault; who that is follows from the names.
        both = (self.talker, other)
        eventually(lambda: any(refusals(one.said()) for one in both))
        # By its name the doctor is asked.
        eventually(lambda: any("CN=\\/a" in line for line in refusals(
            self.ros2("doctor", "security", "--peers", "2").stderr)))
        self.refused(other)
        for one in both:
            lines = refusals(one.said())
            self.assertEqual(len(lines), len(set(lines)))
            self.assertRegex("".join(lines), "^$|a certificate of the same identity CA")

    def test_a_revoked_peer_is_refused_by_who_has_the_list(self):
        self.keys.enclave("/lost")
        stolen = self.keys.folder / "stolen"
        shutil.copytree(self.keys.path, stolen, symlinks=True)
        self.keys.make("revoke_enclave", self.keys.path, "/lost")
        self.keyed()
        # Whoever took the keys has no list of revoked ones.
        other = self.started("/lost", ROS_SECURITY_KEYSTORE=stolen)
        self.assertIn("revoked", self.talker.wait_said("Security refused a peer"))
        self.refused(other)

    def test_permissions_that_end_while_it_runs_end_all_communication_and_are_told(self):
        self.keyed()
        self.keys.end("/short", time.time() + 4)
        short = self.started("/short")
        self.assertRegex(short.said(), r"\[WARN\].*permissions of this process end in \d+ seconds")
        short.ask("listen secret")
        self.assertEqual(short.hear(), "text")
        short.wait_said("The permissions of this process have ended")
        self.talker.ask("publish secret later")
        friend = self.started("/friend")
        friend.ask("listen secret")
        self.assertEqual([friend.hear(), friend.hear()], ["text", "later"])
        self.assertEqual(short.end()[0], 0)
        self.assertEqual(short.heard, [])


if __name__ == "__main__":
    unittest.main()
