"""What ends spin(): signals, in the threads that wait and in those that run callbacks."""
import os
import signal
import sys
import threading
import time

import rclpy
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor
from support import kind

NAMES = {"INT": signal.SIGINT, "TERM": signal.SIGTERM}
if len(sys.argv) == 1:
    import subprocess
    for where in ("waiting", "callback", "threads"):
        # KeyboardInterrupt in a callback comes before or after the end of the context.
        for name in NAMES if where != "callback" else ("TERM",):
            done = subprocess.run([sys.executable, __file__, where, name], timeout=40,
                                  stdout=subprocess.PIPE, text=True)
            print(where, name, done.returncode, done.stdout.split())
    sys.exit()

rclpy.init(args=[])
node = rclpy.create_node("n")
begun = threading.Event()


def state_of_main_thread():
    """Its state, and how often it was taken off a core: both stay while it sleeps."""
    lines = open(f"/proc/self/task/{os.getpid()}/status").read().splitlines()
    return [line for line in lines if line.startswith(("State", "voluntary", "nonvoluntary"))]


def sleeps():
    before = state_of_main_thread()
    time.sleep(0.1)
    return "S (sleeping)" in before[0] and state_of_main_thread() == before


def send():
    begun.wait()
    while not sleeps():
        pass
    os.kill(os.getpid(), NAMES[sys.argv[2]])
    # ROS 2's wakes spin() before it ends the context: spin() then waits again, for ever.
    while rclpy.ok():
        time.sleep(0.01)
    wake.trigger()


def begin():
    begun.set()
    timer.cancel()
    if sys.argv[1] == "callback":
        time.sleep(1)


wake = node.create_guard_condition(lambda: None)
timer = node.create_timer(0.01, begin)
threading.Thread(target=send, daemon=True).start()
try:
    if sys.argv[1] == "threads":
        executor = MultiThreadedExecutor(2)
        executor.add_node(node)
        executor.spin()
    else:
        rclpy.spin(node)
    print("returned")
except KeyboardInterrupt:
    print("KeyboardInterrupt")
except ExternalShutdownException:
    print("ExternalShutdownException")
while rclpy.ok():  # ROS 2's may raise before it ends the context
    time.sleep(0.01)
print(rclpy.ok())
kind(rclpy.shutdown)
