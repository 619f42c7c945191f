"""Lets two processes of rclpy do everything at once for a while, and tells what grew.

usage: soak_python.py [--seconds 600] [--pythonpath DIR]

Each publishes at 1 kHz to the other, calls its service and its action without a pause, and makes
and destroys a node with endpoints each second. PSS and requests without a reply are printed
every tenth of the time. Ends with 1 if a reply is missing, or if PSS at the end is more than 2 %
above that at a fifth of the time (the second minute of ten).
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
SITE = ROOT / "build/lib/python3/site-packages"
MOST_GROWTH = 1.02
ORDER = 3  # of the goals
KEPT = 5  # seconds that results are
PATIENCE = 20  # seconds for the last answers


class Side:
    """One of the two processes: `own` and `other` are their names."""

    def __init__(self, own, other):
        import rclpy
        from rclpy.action import ActionClient, ActionServer
        from std_msgs.msg import String
        from std_srvs.srv import Trigger
        from test_msgs.action import Fibonacci
        rclpy.init(args=[])
        self.rclpy, self.String, self.Trigger, self.Fibonacci = rclpy, String, Trigger, Fibonacci
        self.counts = dict.fromkeys(("sent", "heard", "asked", "answered", "goals", "results",
                                     "nodes"), 0)
        self.node = node = rclpy.create_node(own)
        self.publisher = node.create_publisher(String, f"{own}/words", 100)
        node.create_subscription(String, f"{other}/words", self.hear, 100)
        node.create_service(Trigger, f"{own}/ask", lambda request, response: response)
        self.client = node.create_client(Trigger, f"{other}/ask")
        self.server = ActionServer(node, Fibonacci, f"{own}/count", self.execute,
                                   result_timeout=KEPT)
        self.goals = ActionClient(node, Fibonacci, f"{other}/count")
        self.client.wait_for_service()
        self.goals.wait_for_server()
        node.create_timer(0.001, self.publish)
        self.passing = node.create_timer(1, self.make_node)
        self.going = True

    def count(self, what):
        self.counts[what] += 1

    def publish(self):
        self.publisher.publish(self.String(data="x" * 68))
        self.count("sent")

    def hear(self, message):
        self.count("heard")

    def execute(self, goal):
        for _ in range(goal.request.order):
            goal.publish_feedback(self.Fibonacci.Feedback())
        goal.succeed()
        return self.Fibonacci.Result()

    def make_node(self):
        node = self.rclpy.create_node("passing")
        node.create_publisher(self.String, "passing", 1)
        node.create_subscription(self.String, "passing", self.hear, 1)
        node.destroy_node()
        self.count("nodes")

    async def ask(self):
        while self.going:
            self.count("asked")
            await self.client.call_async(self.Trigger.Request())
            self.count("answered")

    async def pursue(self):
        while self.going:
            self.count("goals")
            handle = await self.goals.send_goal_async(self.Fibonacci.Goal(order=ORDER),
                                                      feedback_callback=lambda feedback: None)
            await handle.get_result_async()
            self.count("results")

    def run(self):
        """Until `end` comes on stdin; every line is answered with the counts. After `stop`
        nothing more is asked, and what others ask is answered all the same."""
        import threading
        executor = self.rclpy.executors.SingleThreadedExecutor()
        executor.add_node(self.node)
        executor.create_task(self.ask)
        executor.create_task(self.pursue)
        ended = threading.Event()

        def listen():
            for line in sys.stdin:
                self.going = self.going and line.strip() == "counts"
                print(json.dumps(self.counts), flush=True)
                if line.strip() == "end":
                    break
            ended.set()
            executor.wake()

        threading.Thread(target=listen, daemon=True).start()
        print("ready", flush=True)
        while not ended.is_set():
            executor.spin_once(timeout_sec=0.1)
        self.rclpy.shutdown()


def pss_kb(pid):
    for line in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1])
    raise RuntimeError(f"process {pid} does not say its PSS")


def start(own, other, pythonpath):
    environment = {**os.environ, "PYTHONPATH": pythonpath, "PYTHONDONTWRITEBYTECODE": "1",
                   "ROS_DOMAIN_ID": str(1 + os.getpid() % 100),
                   "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}
    return subprocess.Popen([sys.executable, __file__, "side", own, other], env=environment,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def tell(side, line):
    side.stdin.write(line + "\n")
    side.stdin.flush()
    return json.loads(side.stdout.readline())


def soak(seconds, pythonpath):
    sides = [start("left", "right", pythonpath), start("right", "left", pythonpath)]
    for side in sides:
        assert side.stdout.readline() == "ready\n", "a process did not start"
    looks = []
    for part in range(1, 11):
        time.sleep(seconds / 10)
        memory = [pss_kb(side.pid) for side in sides]
        looks.append(sum(memory))
        counts = [tell(side, "counts") for side in sides]
        print(f"{seconds * part / 10:6.0f} s  PSS {memory} kB  "
              + "  ".join(f"{what} {[one[what] for one in counts]}" for what in counts[0]),
              flush=True)
    return looks, finish(sides)


def finish(sides):
    """Let both get their last answers; give how many did not come."""
    end = time.monotonic() + PATIENCE
    left = [tell(side, "stop") for side in sides]
    while any(unanswered(one) for one in left) and time.monotonic() < end:
        time.sleep(0.1)
        left = [tell(side, "stop") for side in sides]
    for side in sides:
        tell(side, "end")
        side.wait(PATIENCE)
    return sum(unanswered(one) for one in left)


def unanswered(counts):
    return counts["asked"] - counts["answered"] + counts["goals"] - counts["results"]


def main():
    if sys.argv[1:2] == ["side"]:
        return Side(*sys.argv[2:4]).run()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--pythonpath", default=str(SITE))
    arguments = parser.parse_args()
    looks, lost = soak(arguments.seconds, arguments.pythonpath)
    growth = looks[-1] / looks[1]
    print(f"PSS at the end / at a fifth: {growth:.4f}; requests and goals without an answer: {lost}")
    return 1 if lost or growth > MOST_GROWTH else 0


if __name__ == "__main__":
    sys.exit(main())
