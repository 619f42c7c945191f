"""A graph under Enforce, by the policy that `ros2 security generate_policy` makes of it."""
import pathlib
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree

from keystores import allowed
from own_domain import Domain
from support import BUILD, LIMIT_S, CommandTest, eventually

PROCESSES = ("graph", "talker", "container")
NODES = 14  # ten in the graph, one talker, three in the container


class UnderEnforce(CommandTest):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="ranvier-enforced-")
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)
        self.keys = str(self.scratch / "keys")
        domain = Domain()
        self.addCleanup(domain.close)
        self.of_domain = {"ROS_DOMAIN_ID": str(domain.number), "ROS_SECURITY_KEYSTORE": self.keys}
        self.env = self.of_domain
        self.running = []
        self.addCleanup(self.end)

    def secure(self):
        """Let all that is started from now on have keys; `ros2` those of /tools."""
        self.env = {**self.of_domain, "ROS_SECURITY_ENABLE": "true",
                    "ROS_SECURITY_STRATEGY": "Enforce"}

    def well(self, *words):
        """Run `ros2 <words>`, which must end well; give what it printed."""
        tools = {"ROS_SECURITY_ENCLAVE_OVERRIDE": "/tools"}
        done = self.ros2(*words, env={**self.env, **tools})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def command_of(self, name):
        program = {"graph": BUILD / "bin/command_graph",
                   "container": BUILD / "bin/component_container"}
        words = [program.get(name) or self.graph.prefix.program(name),
                 "--ros-args", "--enclave", f"/robot/{name}"]
        return [str(word) for word in words]

    def start(self):
        """Start all processes, each in an enclave of its own; the container gets two nodes."""
        for name in PROCESSES:
            log = open(self.scratch / f"{name}.log", "w")
            self.addCleanup(log.close)
            self.running.append(subprocess.Popen(
                self.command_of(name), env={**self.graph.env, **self.env}, stdout=log,
                stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL))
        for name in ("Talker", "Listener"):
            words = ("component", "load", "/ComponentManager", "composition",
                     f"composition::{name}", "-n", f"part_{name.lower()}")
            eventually(lambda words=words: self.well(*words))

    def end(self):
        for process in self.running:
            process.terminate()
        for process in self.running:
            process.wait(LIMIT_S)
        self.running = []

    def generated(self, name):
        """The policy of what runs, once all of it is seen."""
        path = self.scratch / name

        def whole():
            path.unlink(missing_ok=True)
            self.well("security", "generate_policy", "--no-daemon", "--spin-time", "2", str(path))
            profiles = list(ElementTree.parse(path).iter("profile"))
            described = [one for one in profiles if any(
                name.text.endswith("/get_type_description") for name in one.iter("service"))]
            return (len(profiles) == len(described) == NODES
                    and allowed(path, "/fibonacci_action_server", "execute") == ["/fibonacci"]
                    and "/chatter" in allowed(path, "/part_listener", "subscribe")
                    and "/chatter" in allowed(path, "/talker", "publish"))
        eventually(whole)
        return path

    def test_a_graph_runs_by_the_policy_made_of_it_and_a_line_taken_out_is_named(self):
        self.start()
        policy = self.generated("unsecured.xml")
        text = policy.read_text()
        for name in PROCESSES:
            self.assertIn(f'<enclave path="/robot/{name}">', text)
        self.assertNotIn("_ros2cli", text)
        self.well("security", "generate_artifacts", "-k", self.keys, "-e", "/tools", "-p",
                  str(policy))
        self.end()

        self.secure()
        self.start()
        self.assertIn("data: ", self.well("topic", "echo", "--no-daemon", "--once", "/chatter"))
        self.assertIn("SUCCEEDED", self.well("action", "send_goal", "/fibonacci",
                                             "example_interfaces/action/Fibonacci", "{order: 2}"))
        self.assertEqual(self.generated("secured.xml").read_text(), text)
        self.end()

        profile = text.index('node="talker"', text.index('path="/robot/talker"'))
        line = text.index("<topic>/chatter</topic>", profile)
        policy.write_text(text[:line] + text[line + len("<topic>/chatter</topic>"):])
        self.well("security", "create_permission", self.keys, "/robot/talker", str(policy))
        denied = self.graph.run(self.command_of("talker"), env=self.env)
        self.assertNotEqual(denied.returncode, 0)
        said = denied.stdout + denied.stderr
        for words in ("'/chatter'", "'/robot/talker'", "'/talker'",
                      '<topics publish="ALLOW"><topic>/chatter</topic></topics>'):
            self.assertIn(words, said)
