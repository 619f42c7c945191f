"""`ros2 doctor hello`."""
import collections
import os
import socket
import threading

from ros2cli.node.direct import DirectNode, add_arguments
from ros2cli.spin import publish
from ros2doctor.verb import VerbExtension
from ros2multicast.api import DEFAULT_GROUP, DEFAULT_PORT, checked_ttl, receive, send
from ros2topic.api import positive_float, unsigned_int

DEFAULT_TOPIC = "/canyouhearme"


class HelloVerb(VerbExtension):
    """Find out which other hosts hear this one, over a topic and over multicast."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        parser.add_argument("-t", "--topic", default=DEFAULT_TOPIC,
                            help="the topic (default: %(default)s)")
        parser.add_argument("-ep", "--emit-period", type=positive_float, default=0.1, metavar="N",
                            help="seconds from one to the next (default: %(default)s)")
        parser.add_argument("-pp", "--print-period", type=positive_float, default=1.0, metavar="N",
                            help="seconds from one table to the next (default: %(default)s)")
        parser.add_argument("--ttl", type=_ttl,
                            help="over how many routers a datagram may go")
        parser.add_argument("-1", "--once", action="store_true", help="print one table and end")

    def main(self, *, args):
        try:
            send(b"", ttl=args.ttl)
        except OSError as error:
            return (f"Cannot send to group {DEFAULT_GROUP}, port {DEFAULT_PORT}: {error}. "
                    "Give an interface a route for it: ip route add 224.0.0.0/4 dev …")
        with DirectNode(args) as direct:
            hello = _Hello(direct.node, args)
            try:
                return hello.run()
            except KeyboardInterrupt:
                return 0
            finally:
                hello.end()


def _ttl(string):
    return checked_ttl(unsigned_int(string))


class _Hello:
    """Says hello in two ways, and counts who is heard."""

    def __init__(self, node, args):
        from std_msgs.msg import String
        self._node, self._args = node, args
        self._said = f"hello, it's me {socket.gethostname()}/{os.getpid()}"
        self._message = String(data=self._said)
        self._by_topic, self._by_multicast = collections.Counter(), collections.Counter()
        self._sent = 0
        self._publisher = node.create_publisher(String, args.topic, 10)
        self._subscription = node.create_subscription(
            String, args.topic, lambda message: self._count(self._by_topic, message.data), 10)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _count(self, counts, text):
        if text != self._said and text.startswith("hello, it's me "):
            counts[text.removeprefix("hello, it's me ").partition("/")[0]] += 1

    def _listen(self):
        while not self._over.is_set():
            try:
                data, _ = receive(timeout=0.2)
            except OSError:  # nothing came
                continue
            self._count(self._by_multicast, data.decode("utf-8", "replace"))

    def run(self):
        from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
        from rclpy.task import Future
        done = Future()
        self._emit()
        self._node.create_timer(self._args.emit_period, self._emit)
        self._node.create_timer(self._args.print_period, lambda: self._print(done))
        executor = SingleThreadedExecutor()
        executor.add_node(self._node)
        try:
            executor.spin_until_future_complete(done)
        except ExternalShutdownException:
            return 15
        return 0 if done.done() else 15

    def _emit(self):
        publish(self._node, self._publisher, self._message)
        send(self._said.encode(), ttl=self._args.ttl)
        self._sent += 1

    def _print(self, done):
        period = f"{self._args.print_period}s"
        print("MULTIMACHINE COMMUNICATION SUMMARY")
        print(f"Topic: {self._args.topic}, Published Msg Count: {self._sent}")
        print("Subscribed from:")
        self._print_counts(self._by_topic, period)
        print(f"Multicast Group/Port: {DEFAULT_GROUP}/{DEFAULT_PORT}, "
              f"Sent Msg Count: {self._sent}")
        print("Received from:")
        self._print_counts(self._by_multicast, period)
        print("-" * 60)
        self._sent = 0
        if self._args.once:
            done.set_result(True)

    @staticmethod
    def _print_counts(counts, period):
        print(f"{'Hostname':>24}{'Msg Count /' + period:>26}")
        for host, count in sorted(counts.items()):
            print(f"{host:>24}{count:>26}")
        counts.clear()

    def end(self):
        self._over.set()
        self._thread.join()
