"""The graph of `make demo` under Enforce, by the policy that is generated of it: a process for each
node with an enclave of its own, and all nodes once more in a container with one.

usage: secured_test.py <program.cc of tests/security, compiled> <ranvier-security> <the build>
"""
import json
import pathlib
import socket
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/security"))
from processes import BUILD, LIMIT_S, Process, SecurityTest, eventually  # noqa: E402

TOPOLOGY = ROOT / "bench/topologies/create3_like.json"
NODES = json.loads(TOPOLOGY.read_text())["nodes"]
COMPOSED = "/composed"  # the namespace of the nodes in the container
LAUNCH = f"""
from launch import LaunchDescription
from launch_ros.actions import ComposableNodeContainer, Node
from launch_ros.descriptions import ComposableNode

NODES = {[node["node_name"] for node in NODES]}
OWN_ENCLAVE = {{"ROS_SECURITY_ENCLAVE_OVERRIDE": ""}}  # that of the arguments

def parameters(name):
    return [{{"file": "{TOPOLOGY}", "node": name}}]

def generate_launch_description():
    return LaunchDescription([
        Node(package="ranvier_bench", executable="topology_node", name=name,
             parameters=parameters(name), ros_arguments=["--enclave", f"/robot/{{name}}"],
             additional_env=OWN_ENCLAVE) for name in NODES] + [
        ComposableNodeContainer(
            package="rclcpp_components", executable="component_container", name="container",
            namespace="", ros_arguments=["--enclave", "/robot/container"],
            additional_env=OWN_ENCLAVE, composable_node_descriptions=[
                ComposableNode(package="ranvier_bench", plugin="ranvier_bench::TopologyNode",
                               name=name, namespace="{COMPOSED}", parameters=parameters(name))
                for name in NODES])])
"""


def lines_of(policy):
    """Give what a policy allows, as (enclave, node, attribute, name), but for what launch has."""
    found = set()
    for enclave in ElementTree.parse(policy).iter("enclave"):
        for profile in enclave.iter("profile"):
            node = f"{profile.get('ns').rstrip('/')}/{profile.get('node')}"
            for part in profile:
                found |= {(enclave.get("path"), node, access, name.text)
                          for access in part.keys() for name in part}
    return {line for line in found if not line[1].startswith("/launch_ros_")}


def lines_of_demo():
    """Give what the file of the demo says, in the same form."""
    found = set()
    for space in ("", COMPOSED):
        for node in NODES:
            name = f"{space}/{node['node_name']}"
            enclave = "/robot/container" if space else f"/robot/{node['node_name']}"
            for part, access, key in (("publishers", "publish", "topic_name"),
                                      ("subscribers", "subscribe", "topic_name"),
                                      ("servers", "reply", "service_name"),
                                      ("clients", "request", "service_name")):
                found |= {(enclave, name, access, f"{space}/{end[key]}")
                          for end in node.get(part, ())}
            found.add((enclave, name, "reply", f"{name}/get_type_description"))
    return found


class Demo(SecurityTest):
    def setUp(self):
        super().setUp()
        folder = self.keys.folder
        self.policy = folder / "policy.xml"
        self.launch_file = folder / "demo.launch.py"
        self.launch_file.write_text(LAUNCH)
        self.heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(self.heard.close)
        self.heard.bind(str(folder / "under_way"))
        self.heard.settimeout(LIMIT_S)
        self.of_bench = {"AMENT_PREFIX_PATH": BUILD / "lib/bench_prefix",
                         "RANVIER_BENCH_SPINNING": folder / "under_way"}

    def well(self, *words, **environment):
        done = self.ros2(*words, **environment)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def generated(self, enclave):
        """Give the lines of the policy of all that runs, once all of it is seen."""
        def whole():
            self.policy.unlink(missing_ok=True)
            self.well("security", "generate_policy", "--no-daemon", self.policy, enclave=enclave)
            return lines_of_demo() <= lines_of(self.policy)
        eventually(whole)
        return lines_of(self.policy)

    def policy_of_running(self, enclave):
        """Run the demo until each node has met all whom it is to meet; give the lines of its policy."""
        if enclave is not None:
            self.keys.enclave(enclave)
        environment = self.environment(enclave, **self.of_bench, **(
            {} if enclave is None else {"ROS_SECURITY_ENCLAVE_OVERRIDE": enclave}))
        words = [sys.executable, BUILD / "bin/ros2", "launch", self.launch_file]
        log = open(self.keys.folder / "launch.log", "w+")
        self.addCleanup(log.close)
        with subprocess.Popen(words, env=environment, stdin=subprocess.DEVNULL, stdout=log,
                              stderr=subprocess.STDOUT) as launch:
            try:
                for _ in range(2 * len(NODES)):
                    self.heard.recv(8)
                return self.generated(enclave)
            except TimeoutError:
                log.seek(0)
                self.fail(log.read())
            finally:
                launch.terminate()
                launch.wait(LIMIT_S)

    def without(self, text, enclave, node, line):
        """Take a line of a node out of the policy, and let the enclave have what is left."""
        at = text.index(line, text.index(f'node="{node}"', text.index(f'path="{enclave}"')))
        self.policy.write_text(text[:at] + text[at + len(line):])
        self.keys.make("create_permission", self.keys.path, enclave, self.policy)

    def names(self, said, who, enclave, line):
        for words in (who, f"enclave '{enclave}'", line,
                      str(self.keys.enclave(enclave) / "permissions.p7s")):
            self.assertIn(words, said)

    def test_it_runs_by_the_policy_made_of_it_and_a_line_taken_out_is_named(self):
        lines = self.policy_of_running(None)
        text = self.policy.read_text()
        self.keys.make("generate_artifacts", "-k", self.keys.path, "-p", self.policy)
        self.assertEqual(self.policy_of_running("/command"), lines)

        name = "odometry"
        self.without(text, f"/robot/{name}", name, "<topic>/odom</topic>")
        denied = self.start(f"/robot/{name}", words=(BUILD / "bin/bench_topology_node",), arguments=(
            "-r", f"__node:={name}", "-p", f"file:={TOPOLOGY}", "-p", f"node:={name}"))
        self.names(denied.begun, f"Publisher '/odom' of node '/{name}'", f"/robot/{name}",
                   '<topics publish="ALLOW"><topic>/odom</topic></topics>')

        topic = f"{COMPOSED}/odom"
        self.without(text, "/robot/container", name, f"<topic>{topic}</topic>")
        container = Process([BUILD / "bin/component_container", "--ros-args", "--enclave",
                             "/robot/container", "-r", "__node:=container"],
                            self.environment("/robot/container", **self.of_bench), answers=False)
        self.addCleanup(container.close)

        def load(which):
            return self.ros2("component", "load", "/container", "ranvier_bench",
                             "ranvier_bench::TopologyNode", "-n", which, "--node-namespace",
                             COMPOSED, "-p", f"file:={TOPOLOGY}", "-p", f"node:={which}",
                             **self.of_bench)
        denied = load(name)
        self.assertNotEqual(denied.returncode, 0)
        self.names(denied.stdout + denied.stderr, f"Publisher '{topic}' of node '{COMPOSED}/{name}'",
                   "/robot/container", f'<topics publish="ALLOW"><topic>{topic}</topic></topics>')
        self.assertEqual(load("imu_driver").returncode, 0)


if __name__ == "__main__":
    unittest.main()
