"""The end of contexts, executors, clients and nodes: it ends what waits for them, and what uses
them then is told so."""
import gc
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest
import weakref

import rclpy
from rclpy._rclpy_pybind11 import RCLError
from rclpy.action import ActionClient, ActionServer
from rclpy.action.client import ClientGoalHandle
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.clock import Clock, ROSClock
from rclpy.duration import Duration
from rclpy.exceptions import InvalidHandle, ROSInterruptException
from rclpy.executors import (
    ExternalShutdownException, MultiThreadedExecutor, ShutdownException, SingleThreadedExecutor)
from rclpy.parameter import Parameter
from rclpy.parameter_client import AsyncParameterClient
from rclpy.time import Time
from rclpy.wait_for_message import wait_for_message
from std_msgs.msg import String
from std_srvs.srv import Trigger
from test_msgs.action import Fibonacci

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from own_domain import own_domain  # noqa: E402
from rclpy_module import LIMIT, RclpyTest, setUpModule, tearDownModule  # noqa: E402, F401


class Wait:
    """A thread that waits, and what came of it."""

    def __init__(self, wait):
        self._wait = wait
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        try:
            self.outcome = self._wait()
        except Exception as error:
            self.outcome = type(error)

    def end(self):
        """Give what it returned, or the type of what it raised."""
        self._thread.join(LIMIT)
        return "it waits still" if self._thread.is_alive() else self.outcome


class Asked:
    """A context, and whether somebody has heard that it goes on."""

    def __init__(self, context):
        self._context, self.handle = context, context.handle
        self.asked = threading.Event()

    def ok(self):
        is_ok = self._context.ok()
        self.asked.set()
        return is_ok


def simulated_clock():
    clock = ROSClock()
    clock._set_ros_time_is_active(True)
    return clock


class EndOfWaitsTest(unittest.TestCase):
    """What waits for somebody else ends when that cannot come any more."""

    def setUp(self):
        self.context = rclpy.Context()
        self.context.init(args=[], domain_id=own_domain())
        self.addCleanup(self.context.try_shutdown)
        self.node = rclpy.create_node("waits", context=self.context, parameter_overrides=[
            Parameter("use_sim_time", value=True)])
        self.client = self.node.create_client(Trigger, "nobody")
        self.action = ActionClient(self.node, Fibonacci, "nobody")

    def goal_of_nobody(self):
        response = Fibonacci.Impl.SendGoalService.Response(accepted=True)
        request = Fibonacci.Impl.SendGoalService.Request()
        return ClientGoalHandle(self.action, request.goal_id, response)

    def test_the_end_of_the_context_ends_each_wait(self):
        goal, second = self.goal_of_nobody(), Duration(seconds=1)
        clock, elsewhere = self.node.get_clock(), simulated_clock()
        asked = [Asked(self.context) for _ in range(3)]
        waits = [
            (False, lambda: clock.sleep_for(second, context=asked[0])),
            (False, lambda: clock.sleep_until(
                Time(seconds=9, clock_type=clock.clock_type), context=asked[1])),
            (False, lambda: elsewhere.sleep_for(second, context=asked[2])),
            (ROSInterruptException, self.node.create_rate(1000).sleep),
            (ROSInterruptException, self.node.create_rate(1000, clock=elsewhere).sleep),
            ((False, None), lambda: wait_for_message(String, self.node, "nothing")),
            (ExternalShutdownException, lambda: self.client.call(Trigger.Request())),
            (ExternalShutdownException, lambda: self.client.call(Trigger.Request(), 3600)),
            (ExternalShutdownException, lambda: self.action.send_goal(Fibonacci.Goal())),
            (ExternalShutdownException, goal.get_result),
            (ExternalShutdownException, goal.cancel_goal),
            (RCLError, self.client.wait_for_service),
            (RCLError, self.action.wait_for_server)]
        begun = [Wait(wait) for _, wait in waits]
        for one in asked:
            self.assertTrue(one.asked.wait(LIMIT))
        while not any(one.topic == "nothing" for one in self.node.subscriptions):
            time.sleep(0.001)
        self.context.shutdown()
        self.assertEqual([wait.end() for wait in begun], [expected for expected, _ in waits])

    def test_a_call_after_the_end_does_not_wait(self):
        self.context.shutdown()
        for call in (lambda: self.client.call(Trigger.Request()),
                     lambda: self.client.call(Trigger.Request(), 3600),
                     lambda: self.action.send_goal(Fibonacci.Goal())):
            self.assertIs(Wait(call).end(), ExternalShutdownException)

    def test_the_end_of_what_is_waited_by_ends_the_wait(self):
        call = Wait(lambda: self.client.call(Trigger.Request()))
        goal = Wait(lambda: self.action.send_goal(Fibonacci.Goal()))
        sleeps = [Wait(self.node.create_rate(1).sleep) for _ in range(2)]
        self.node.destroy_client(self.client)
        self.assertIs(call.end(), InvalidHandle)
        self.action.destroy()
        self.assertIs(goal.end(), InvalidHandle)
        self.node.destroy_node()
        self.assertEqual([wait.end() for wait in sleeps], [InvalidHandle] * 2)

    def test_an_executor_ends_whose_callback_calls_a_service_of_nobody(self):
        called, raised = threading.Event(), []
        other_group = MutuallyExclusiveCallbackGroup()

        def call():
            called.set()
            try:
                self.client.call(Trigger.Request())
            except BaseException as error:
                raised.append(type(error))
                raise

        for end in ("the executor", "the context"):
            with self.subTest(end):
                called.clear()
                executor = MultiThreadedExecutor(2, context=self.context)
                executor.add_node(self.node)
                timer = self.node.create_timer(0, call, other_group, clock=Clock())
                spin = Wait(executor.spin)
                self.assertTrue(called.wait(LIMIT))
                if end == "the context":
                    self.context.shutdown()
                self.assertTrue(executor.shutdown(timeout_sec=LIMIT), "it waits for the callback")
                self.assertIsNone(spin.end())
                self.node.destroy_timer(timer)
        self.assertEqual(raised, [ShutdownException, ExternalShutdownException])

    def test_an_executor_ends_whose_callback_sleeps_by_a_rate(self):
        rate, sleeps = self.node.create_rate(0.001, clock=Clock()), threading.Event()
        executor = MultiThreadedExecutor(2, context=self.context)
        executor.add_node(self.node)
        self.node.create_timer(0, lambda: (sleeps.set(), rate.sleep()), clock=Clock())
        spin = Wait(executor.spin)
        self.assertTrue(sleeps.wait(LIMIT))
        self.assertTrue(executor.shutdown(timeout_sec=LIMIT), "it waits for the callback")
        self.assertIsNone(spin.end())

    def test_a_signal_ends_each_wait_and_then_the_process(self):
        program = textwrap.dedent("""\
            import rclpy, sys, threading
            from rclpy.action import ActionClient
            from rclpy.duration import Duration
            from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor
            from rclpy.parameter import Parameter
            from std_srvs.srv import Trigger
            from test_msgs.action import Fibonacci

            rclpy.init(args=[])
            node = rclpy.create_node("n", parameter_overrides=[
                Parameter("use_sim_time", value=True)])
            client = node.create_client(Trigger, "nobody")
            action = ActionClient(node, Fibonacci, "nobody")
            waits = {"sleep": lambda: node.get_clock().sleep_for(Duration(seconds=1)),
                     "rate": node.create_rate(1).sleep,
                     "call": lambda: client.call(Trigger.Request()),
                     "goal": lambda: action.send_goal(Fibonacci.Goal())}
            ready = threading.Semaphore(0)

            def wait(name):
                ready.release()
                try:
                    outcome = waits[name]()
                except Exception as error:
                    outcome = type(error).__name__
                sys.stdout.write(f"{name} {outcome}\\n")

            for name in waits:
                threading.Thread(target=wait, args=(name,)).start()
            timer = node.create_timer(0, lambda: (timer.cancel(), wait("call")),
                                      clock=rclpy.clock.Clock())

            def say():
                for _ in range(5):
                    ready.acquire()
                print("waits", flush=True)

            threading.Thread(target=say).start()
            executor = MultiThreadedExecutor(2)
            executor.add_node(node)
            try:
                executor.spin()
            except (KeyboardInterrupt, ExternalShutdownException):
                pass
            """)
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number):
                process = subprocess.Popen([sys.executable, "-c", program], text=True,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                self.addCleanup(process.kill)
                self.assertEqual(process.stdout.readline(), "waits\n")
                process.send_signal(number)
                output, errors = process.communicate(timeout=LIMIT)
                self.assertEqual(sorted(output.splitlines()), [
                    "call ExternalShutdownException", "call ExternalShutdownException",
                    "goal ExternalShutdownException", "rate ROSInterruptException",
                    "sleep False"], errors)
                self.assertEqual(process.returncode, 0, errors)


class ForkTest(unittest.TestCase):
    def test_a_child_ends_and_leaves_the_nodes_of_its_parent_alone(self):
        program = textwrap.dedent("""
            import os, sys, threading
            import rclpy
            from std_msgs.msg import String
            from std_srvs.srv import Trigger
            rclpy.init(domain_id=int(sys.argv[1]))
            node = rclpy.create_node("parent")
            heard, answered = threading.Event(), threading.Event()
            publisher = node.create_publisher(String, "chat", 10)
            node.create_subscription(String, "chat", lambda _: heard.set(), 10)
            node.create_timer(0.001, lambda: publisher.publish(String()))
            node.create_service(Trigger, "trigger", lambda _, response: response)
            client = node.create_client(Trigger, "trigger")
            threading.Thread(target=rclpy.spin, args=(node,), daemon=True).start()
            for _ in range(3):
                heard.wait()
                print(os.waitpid(os.fork() or sys.exit(3), 0)[1] >> 8, flush=True)
                heard.clear()
            client.call_async(Trigger.Request()).add_done_callback(lambda _: answered.set())
            answered.wait()
            heard.wait()
            """)
        done = subprocess.run([sys.executable, "-c", program, str(own_domain())], check=False, text=True,
                              timeout=LIMIT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stdout), (0, "3\n" * 3), done.stderr)


    def test_peers_see_a_node_go_on_whose_child_has_ended(self):
        program = textwrap.dedent("""
            import os, pathlib, sys, time
            import rclpy
            rclpy.init(domain_id=int(sys.argv[1]))
            nodes = [rclpy.create_node("parent")]
            input()
            while any("ranvier_dds" in (task / "comm").read_text()
                      for task in pathlib.Path("/proc/self/task").iterdir() if task.exists()):
                time.sleep(0.01)  # a child would begin that thread itself
            os.waitpid(os.fork() or sys.exit(3), 0)
            nodes.append(rclpy.create_node("later"))
            input()
            """)
        domain = own_domain()
        context = rclpy.Context()
        context.init(domain_id=domain)
        watcher = rclpy.create_node("watcher", context=context)
        with subprocess.Popen([sys.executable, "-c", program, str(domain)], text=True,
                              stdin=subprocess.PIPE) as parent:
            try:
                for last in "parent", "later":
                    until = time.monotonic() + LIMIT
                    while last not in (names := watcher.get_node_names()) and time.monotonic() < until:
                        time.sleep(0.01)
                    self.assertIn(last, names)
                    self.assertIn("parent", names)
                    parent.stdin.write("\n")
                    parent.stdin.flush()
            finally:
                parent.kill()
        context.shutdown()


class AfterShutdownTest(unittest.TestCase):
    def test_what_asks_or_makes_something_raises(self):
        context = rclpy.Context()
        context.init(args=[], domain_id=own_domain())
        node = rclpy.create_node("after", context=context)
        client, action = node.create_client(Trigger, "s"), ActionClient(node, Fibonacci, "a")
        publisher = node.create_publisher(String, "t", 1)
        parameters = AsyncParameterClient(node, "after")
        context.shutdown()
        for does in (
                client.service_is_ready, client.wait_for_service,
                lambda: client.wait_for_service(3600), action.server_is_ready,
                action.wait_for_server, parameters.services_are_ready,
                parameters.wait_for_services,
                lambda: publisher.publish(String()), lambda: publisher.publish(b""),
                publisher.get_subscription_count, publisher.assert_liveliness,
                publisher.wait_for_all_acked,
                lambda: node.count_publishers("t"), lambda: node.count_subscribers("t"),
                lambda: node.count_clients("s"), lambda: node.count_services("s"),
                node.get_topic_names_and_types, node.get_service_names_and_types,
                node.get_node_names, node.get_node_names_and_namespaces,
                node.get_fully_qualified_node_names,
                lambda: node.get_publisher_names_and_types_by_node("after", "/"),
                lambda: node.get_subscriber_names_and_types_by_node("after", "/"),
                lambda: node.get_service_names_and_types_by_node("after", "/"),
                lambda: node.get_client_names_and_types_by_node("after", "/"),
                lambda: node.get_publishers_info_by_topic("t"),
                lambda: node.get_subscriptions_info_by_topic("t"),
                lambda: node.wait_for_node("after", 3600),
                lambda: node.create_publisher(String, "t", 1),
                lambda: node.create_subscription(String, "t", print, 1),
                lambda: node.create_client(Trigger, "s"),
                lambda: node.create_service(Trigger, "s", print),
                lambda: node.create_timer(1, print), lambda: node.create_rate(1),
                lambda: node.create_guard_condition(print),
                lambda: AsyncParameterClient(node, "after"),
                lambda: SingleThreadedExecutor(context=context),
                lambda: wait_for_message(String, node, "t"), context.get_domain_id):
            with self.assertRaisesRegex(RCLError, "context is invalid"):
                does()
        for make in (ActionClient, lambda *names: ActionServer(*names, print)):
            with self.assertRaisesRegex(ValueError, "context is invalid"):
                make(node, Fibonacci, "a")
        node.destroy_node()

    def test_spinning_in_turns_ends(self):
        context = rclpy.Context()
        context.init(args=[], domain_id=own_domain())
        executors = [kind(context=context)
                     for kind in (SingleThreadedExecutor, lambda **kind: MultiThreadedExecutor(
                         2, **kind))]
        context.shutdown()
        for executor in executors:
            with self.assertRaises(ExternalShutdownException):
                executor.spin_once(timeout_sec=0)
            executor.shutdown()


class DestroyTest(RclpyTest):
    """What is destroyed for the user is gone from his node, and costs nothing."""

    def test_a_rate_takes_its_timer_with_it(self):
        self.node.create_rate(1000).destroy()
        kept = self.node.create_rate(1000)
        self.assertTrue(self.node.destroy_rate(kept))
        self.assertFalse(self.node.destroy_rate(kept))
        self.node.create_rate(1000)  # nobody has it
        self.assertEqual(list(self.node.timers), [])

    def test_each_kind_leaves_its_node(self):
        node, nothing = self.node, (lambda *args: None)
        kinds = (
            (lambda: node.create_timer(1, nothing), lambda: node.timers),
            (lambda: node.create_subscription(String, "t", nothing, 1),
             lambda: node.subscriptions),
            (lambda: node.create_publisher(String, "t", 1), lambda: node.publishers),
            (lambda: node.create_client(Trigger, "s"), lambda: node.clients),
            (lambda: node.create_service(Trigger, "s", nothing), lambda: node.services),
            (lambda: node.create_guard_condition(nothing), lambda: node.guards))
        for make, all_of_them in kinds:
            before, entity = list(all_of_them()), make()
            self.assertEqual(list(all_of_them()), [*before, entity])
            for _ in range(2):
                entity.destroy()
                self.assertEqual(list(all_of_them()), before)

    def test_an_executor_goes_on_without_it(self):
        executor = self.executor(MultiThreadedExecutor, 2)
        ran = []
        self.node.create_timer(1, print).destroy()
        self.node.create_timer(0, lambda: ran.append(1))
        self.spin_until(lambda: ran, executor)

    def test_a_group_goes_with_its_last_entity(self):
        executor = self.executor()
        before = len(self.node._groups())
        group = MutuallyExclusiveCallbackGroup()
        alive = weakref.ref(group)
        timer = self.node.create_timer(0, lambda: None, group)
        executor.spin_once(timeout_sec=LIMIT)
        del group
        self.assertEqual(len(self.node._groups()), before + 1)
        self.node.destroy_timer(timer)
        del timer
        gc.collect()
        self.assertIsNone(alive())
        self.assertEqual(len(self.node._groups()), before)


if __name__ == "__main__":
    unittest.main()
