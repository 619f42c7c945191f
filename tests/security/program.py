"""The node of program.cc in Python: the same words."""
import sys
import threading
import time

import rclpy
from example_interfaces.action import Fibonacci
from example_interfaces.srv import AddTwoInts
from rcl_interfaces.msg import Log
from rclpy.action import ActionClient, ActionServer
from rclpy.qos import DurabilityPolicy, QoSProfile
from std_msgs.msg import String

KEPT = QoSProfile(depth=10, durability=DurabilityPolicy.TRANSIENT_LOCAL)


def say(line):
    sys.stdout.write(" ".join(line.split()) + "\n")  # whole: two threads say lines
    sys.stdout.flush()


def wait_for(future):
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    done.wait()
    return future.result()


class Program:
    def __init__(self, node):
        self.node = node
        self.publishers = {}

    def publish(self, name, text):
        if name not in self.publishers:
            self.publishers[name] = self.node.create_publisher(String, name, KEPT)
        self.publishers[name].publish(String(data=text))
        return "published"

    def listen(self, name, _):
        self.node.create_subscription(String, name, lambda one: say(f"heard {one.data}"), KEPT)
        return "listening"

    def serve(self, name, _):
        def add(request, response):
            response.sum = request.a + request.b
            return response
        self.node.create_service(AddTwoInts, name, add)
        return "serving"

    def call(self, name, rest):
        client = self.node.create_client(AddTwoInts, name)
        client.wait_for_service()
        a, b = map(int, rest.split())
        return f"sum {wait_for(client.call_async(AddTwoInts.Request(a=a, b=b))).sum}"

    def execute(self, name, _):
        def count(goal):
            goal.succeed()
            return Fibonacci.Result(sequence=list(range(goal.request.order)))
        self.server = ActionServer(self.node, Fibonacci, name, count)
        return "executing"

    def send(self, name, rest):
        client = ActionClient(self.node, Fibonacci, name)
        client.wait_for_server()
        accepted = wait_for(client.send_goal_async(Fibonacci.Goal(order=int(rest))))
        result = wait_for(accepted.get_result_async()).result
        return " ".join(["result", *map(str, result.sequence)])

    def parameter(self, name, text):
        self.node.declare_parameter(name, text)
        return "declared"

    def overhear(self, service, _):
        """Hear the log of everybody, and the introspection of a service."""
        logged = QoSProfile(depth=1000, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        self.node.create_subscription(Log, "/rosout", lambda one: say(f"heard {one.msg}"), logged)
        self.node.create_subscription(AddTwoInts.Event, f"{service}/_service_event",
                                      lambda one: say(f"heard {one.request} {one.response}"), KEPT)
        return "overhearing"

    def enclaves(self, name, _):
        """The enclave that a node of a peer is heard to have, once it is there."""
        while True:
            for node, _, enclave in self.node.get_node_names_and_namespaces_with_enclaves():
                if node == name:
                    return enclave
            time.sleep(0.05)

    def log(self, name, rest):
        self.node.get_logger().info(f"{name} {rest}")
        return "logged"


def main():
    try:
        rclpy.init()
        node = rclpy.create_node("program")
    except Exception as error:  # noqa: BLE001 the test reads which it is
        say(f"failed {error}")
        return 1
    say("ready")
    executor = rclpy.executors.MultiThreadedExecutor()
    executor.add_node(node)
    spinning = threading.Thread(target=executor.spin)
    spinning.start()
    program = Program(node)
    for line in sys.stdin:
        verb, name, rest = [*line.rstrip("\n").split(" ", 2), "", ""][:3]
        try:
            say(getattr(program, verb)(name, rest))
        except Exception as error:  # noqa: BLE001
            say(f"failed {error}")
    rclpy.try_shutdown()
    spinning.join()
    return 0


sys.exit(main())
