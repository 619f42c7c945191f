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
            done = subprocess.run([sys.executable, __file__, where, name],
                                  stdout=subprocess.PIPE, text=True)
            print(where, name, done.returncode, done.stdout.split())
    sys.exit()

rclpy.init(args=[])
node = rclpy.create_node("n")
begun = threading.Event()


def send():
    begun.wait()
    time.sleep(0.2)
    os.kill(os.getpid(), NAMES[sys.argv[2]])


threading.Thread(target=send, daemon=True).start()
try:
    if sys.argv[1] == "threads":
        begun.set()
        executor = MultiThreadedExecutor(2)
        executor.add_node(node)
        executor.spin()
    elif sys.argv[1] == "callback":
        node.create_timer(0.01, lambda: (begun.set(), time.sleep(1)))
        rclpy.spin(node)
    else:
        begun.set()
        rclpy.spin(node)
    print("returned")
except KeyboardInterrupt:
    print("KeyboardInterrupt")
except ExternalShutdownException:
    print("ExternalShutdownException")
print(rclpy.ok())
kind(rclpy.shutdown)
