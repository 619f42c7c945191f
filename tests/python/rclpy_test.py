"""What rclpy promises beyond what ROS 2's own does: threads, memory, the end of the process."""
import gc
import os
import pathlib
import signal
import subprocess
import sys
import threading
import traceback
import unittest
import weakref
from unittest import mock

import rclpy
from rclpy import _rclpy_pybind11 as _rclpy
from rclpy._rclpy_pybind11 import RCLError
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from rclpy.clock import JumpThreshold
from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.experimental import EventsExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from rclpy.qos import QoSProfile
from rclpy.subscription_content_filter_options import ContentFilterOptions
from rclpy.waitable import NumberOfEntities, Waitable
from ros2cli.node.graph_node import join
from std_msgs.msg import String
from std_srvs.srv import Trigger

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from own_domain import own_domain  # noqa: E402
from rclpy_module import LIMIT, RclpyTest, setUpModule, tearDownModule  # noqa: E402, F401


class MemoryTest(RclpyTest):
    def test_a_node_whose_callback_is_its_own_method_is_collected(self):
        class Own(Node):
            def __init__(self):
                super().__init__("own")
                self.sub = self.create_subscription(String, "own", self.heard, 1)
                self.timer = self.create_timer(1, self.heard)
                self.service = self.create_service(Trigger, "own", self.heard)

            def heard(self, *args):
                pass

        own = weakref.ref(Own())
        gc.collect()
        self.assertIsNone(own())

    def test_a_destroyed_subscription_lets_go_of_its_callback(self):
        def callback(message):
            pass

        alive = weakref.ref(callback)
        subscription = self.node.create_subscription(String, "t", callback, 1)
        self.node.destroy_subscription(subscription)
        del callback, subscription
        gc.collect()
        self.assertIsNone(alive())

    def test_an_executor_that_is_dropped_lets_go_of_its_tasks(self):
        def callback():
            pass

        alive = weakref.ref(callback)
        executor = SingleThreadedExecutor()
        executor.create_task(callback)
        executor.shutdown()
        del callback, executor
        gc.collect()
        self.assertIsNone(alive())


class GroupTest(RclpyTest):
    def run_two(self, group):
        """How many of two blocking callbacks of a group were in at the same time at most."""
        inside, most, lock = [0], [0], threading.Lock()
        ran = threading.Semaphore(0)
        both = threading.Barrier(2)

        def callback():
            with lock:
                inside[0] += 1
                most[0] = max(most[0], inside[0])
            if isinstance(group, ReentrantCallbackGroup):
                both.wait(LIMIT)
            with lock:
                inside[0] -= 1
            ran.release()

        guards = [self.node.create_guard_condition(callback, group) for _ in range(2)]
        executor = self.executor(MultiThreadedExecutor, 3)
        thread = threading.Thread(target=executor.spin)
        thread.start()
        for guard in guards:
            guard.trigger()
        for _ in guards:
            self.assertTrue(ran.acquire(timeout=LIMIT))
        executor.shutdown()
        thread.join(LIMIT)
        return most[0]

    def test_callbacks_of_an_exclusive_group_run_one_after_the_other(self):
        self.assertEqual(self.run_two(MutuallyExclusiveCallbackGroup()), 1)

    def test_callbacks_of_a_reentrant_group_run_side_by_side(self):
        self.assertEqual(self.run_two(ReentrantCallbackGroup()), 2)

    def test_a_queue_keeps_its_depth_while_a_coroutine_has_the_group(self):
        gate, got = rclpy.Future(), []
        group = MutuallyExclusiveCallbackGroup()

        async def wait():
            await gate

        executor = self.executor()
        subscription = self.node.create_subscription(
            String, "deep", lambda message: got.append(message.data), QoSProfile(depth=2),
            callback_group=group)
        publisher = self.node.create_publisher(String, "deep", 10)
        self.spin_until(lambda: subscription.get_publisher_count() == 1, executor)
        guard = self.node.create_guard_condition(wait, group)
        guard.trigger()
        self.spin_until(lambda: executor._pending, executor)
        for number in range(5):
            publisher.publish(String(data=str(number)))
        executor.spin_once(timeout_sec=0.1)
        self.assertEqual(got, [])
        gate.set_result(None)
        self.spin_until(lambda: len(got) == 2, executor)
        self.assertEqual(got, ["3", "4"])


class ExecutorTest(RclpyTest):
    def test_the_events_executor_runs_callbacks(self):
        ran = []
        self.node.create_timer(0.01, lambda: ran.append(1))
        executor = self.executor(EventsExecutor)
        self.spin_until(lambda: len(ran) > 2, executor)

    def test_a_wake_from_another_thread_is_not_lost(self):
        executor = self.executor()
        for _ in range(200):
            future = rclpy.Future()
            thread = threading.Thread(target=future.set_result, args=(1,))
            thread.start()
            executor.spin_until_future_complete(future, timeout_sec=LIMIT)
            self.assertTrue(future.done())
            thread.join()

    def test_a_shutdown_that_a_signal_overtakes_is_no_error(self):
        context = rclpy.Context()
        context.init(args=[], domain_id=own_domain())
        handle = context._handle
        overtaken = mock.Mock()
        overtaken.ok.side_effect = (True, False)
        overtaken.shutdown.side_effect = lambda: (handle.shutdown(), handle.shutdown())
        context._handle = overtaken
        context.try_shutdown()
        self.assertFalse(handle.ok())

    def test_shutdown_ends_the_spin_of_another_thread(self):
        executor = self.executor()
        thread = threading.Thread(target=executor.spin)
        thread.start()
        self.assertTrue(executor.shutdown(timeout_sec=LIMIT))
        thread.join(LIMIT)
        self.assertFalse(thread.is_alive())

    def test_the_traceback_of_a_callback_comes_out_of_spin(self):
        def where_it_went_wrong():
            raise ValueError("here")

        self.node.create_timer(0.01, where_it_went_wrong)
        try:
            self.executor().spin()
        except ValueError as error:
            words = "".join(traceback.format_exception(error))
        self.assertIn("where_it_went_wrong", words)

    def test_others_run_while_one_thread_waits_in_spin(self):
        executor = self.executor()
        thread = threading.Thread(target=executor.spin)
        thread.start()
        count = sum(1 for _ in range(100000))  # would hang with the GIL held
        self.assertEqual(count, 100000)
        executor.shutdown()
        thread.join(LIMIT)

    def test_a_changed_callback_is_the_one_that_is_called(self):
        called = []
        executor = self.executor()
        timer = self.node.create_timer(0.01, lambda: called.append("old"))
        timer.callback = lambda: called.append("new")
        self.spin_until(lambda: called, executor)
        self.assertEqual(set(called), {"new"})

    def test_an_object_with_any_attribute_is_called_like_a_function(self):
        executor = self.executor()
        for kind in (mock.MagicMock, mock.AsyncMock):
            timer, guard, task = kind(), kind(), kind(return_value=7)
            heard = mock.MagicMock()  # it takes any number of arguments
            with self.subTest(kind.__name__):
                self.node.create_timer(0.01, timer)
                self.node.create_guard_condition(guard).trigger()
                self.node.create_subscription(String, "mocked", heard, 1)
                self.node.create_publisher(String, "mocked", 1).publish(String(data="it"))
                made = executor.create_task(task)
                self.spin_until(lambda: timer.called and guard.called and heard.called and
                                made.done(), executor)
                heard.assert_called_with(String(data="it"))
                self.assertEqual(made.result(), 7)

    def test_a_task_that_is_canceled_closes_no_object_of_the_user(self):
        for task in (mock.MagicMock(), mock.AsyncMock()):
            self.executor().create_task(task).cancel()
            task.close.assert_not_called()


class JumpTest(RclpyTest):
    def test_a_jump_callback_may_end_itself_and_make_and_destroy_timers(self):
        clock, told = self.node.get_clock(), []
        timer = self.node.create_timer(1, lambda: None)

        def after(jump):
            told.append(jump)
            handle.unregister()
            self.node.destroy_timer(timer)
            self.node.create_timer(1, lambda: None)

        handle = clock.create_jump_callback(
            JumpThreshold(min_forward=None, min_backward=None), post_callback=after)
        for on in (True, False):
            self.node.set_parameters([Parameter("use_sim_time", value=on)])
        self.assertEqual(len(told), 1)
        self.assertEqual(len(list(self.node.timers)), 1)


class GivenTest(RclpyTest):
    def test_a_service_whose_callback_gives_no_response_is_named(self):
        executor = self.executor()
        client = self.node.create_client(Trigger, "gives")
        for given in (None, True, Trigger.Request()):
            service = self.node.create_service(Trigger, "gives", lambda *_: given)
            self.assertTrue(client.wait_for_service(LIMIT))
            with self.subTest(given=given), self.assertRaisesRegex(
                    TypeError, "'gives'.* std_srvs.srv.Trigger.Response"):
                executor.spin_until_future_complete(
                    client.call_async(Trigger.Request()), timeout_sec=LIMIT)
            self.node.destroy_service(service)

    def test_a_callback_of_an_event_may_be_a_coroutine_function(self):
        told = []

        async def matched(info):
            told.append(info.current_count)

        self.node.create_subscription(String, "matches", print, 1, event_callbacks=(
            SubscriptionEventCallbacks(matched=matched)))
        self.node.create_publisher(String, "matches", 1)
        self.spin_until(lambda: told, self.executor())
        self.assertEqual(told, [1])


class WaitableTest(RclpyTest):
    def test_a_waitable_of_a_user_is_run(self):
        guard = rclpy.node.GuardCondition(None, None, context=self.node.context)
        taken = []

        class Own(Waitable):
            def add_to_wait_set(self, wait_set):
                self.index = wait_set.add_guard_condition(guard.handle)

            def is_ready(self, wait_set):
                return wait_set.is_ready("guard_condition", self.index)

            def take_data(self):
                return "data"

            def get_num_entities(self):
                return NumberOfEntities(num_gcs=1)

            async def execute(self, taken_data):
                taken.append(taken_data)

        executor = self.executor()
        waitable = Own(ReentrantCallbackGroup())
        self.node.add_waitable(waitable)
        guard.trigger()
        self.spin_until(lambda: taken, executor)
        self.assertEqual(taken, ["data"])
        self.node.remove_waitable(waitable)
        guard.destroy()


class ContentFilterTest(RclpyTest):
    def test_only_what_passes_the_filter_comes(self):
        got = []
        executor = self.executor()
        subscription = self.node.create_subscription(
            String, "filtered", lambda message: got.append(message.data), 10)
        subscription.set_content_filter("data = %0", ["'b'"])
        publisher = self.node.create_publisher(String, "filtered", 10)
        self.spin_until(lambda: publisher.get_subscription_count() == 1, executor)
        for data in "abcb":
            publisher.publish(String(data=data))
        self.spin_until(lambda: len(got) == 2, executor)
        self.assertEqual(got, ["b", "b"])

    def test_a_subscription_begins_with_a_filter_and_tells_which_it_has(self):
        got = []
        options = ContentFilterOptions("data = %0", ["'b'"])
        subscription = self.node.create_subscription(
            String, "begins_filtered", lambda message: got.append(message.data), 10,
            content_filter_options=options)
        self.assertEqual((subscription.is_cft_enabled, subscription.get_content_filter()),
                         (True, options))
        executor, publisher = self.executor(), self.node.create_publisher(
            String, "begins_filtered", 10)
        for data in "ab":
            publisher.publish(String(data=data))
        self.spin_until(lambda: got, executor)
        self.assertEqual(got, ["b"])
        subscription.set_content_filter("", [])
        self.assertFalse(subscription.is_cft_enabled)
        with self.assertRaisesRegex(RCLError, "begins_filtered.* has none"):
            subscription.get_content_filter()
        with self.assertRaisesRegex(RCLError, "nothing"):
            self.node.create_subscription(
                String, "begins_filtered", print, 10,
                content_filter_options=ContentFilterOptions("nothing = 1", []))


class CommandTest(RclpyTest):
    def test_a_command_joins_with_an_option_and_leaves_the_environment_as_it_is(self):
        native, asked, seen = _rclpy.Context, [], []

        def make(*arguments):
            asked.append(arguments[3])
            seen.append(dict(os.environ))
            return native(*arguments)

        domain = str(self.node.context.get_domain_id())
        with mock.patch.dict(os.environ, ROS_DOMAIN_ID=domain, CYCLONEDDS_URI=""), \
                mock.patch.object(rclpy.utilities, "_default_context", None), \
                mock.patch.object(_rclpy, "Context", make):
            before = dict(os.environ)
            join(None).shutdown()
        self.assertEqual((asked, seen), ([True], [before]))


class EndOfProcessTest(unittest.TestCase):
    def test_a_signal_alone_ends_a_spin_that_waits(self):
        program = ("import rclpy\n"
                   "from rclpy.executors import ExternalShutdownException\n"
                   "rclpy.init(args=[])\n"
                   "node = rclpy.create_node('n')\n"
                   "timer = node.create_timer(0.001,\n"
                   "    lambda: (timer.cancel(), print('spins', flush=True)))\n"
                   "try:\n"
                   "    rclpy.spin(node)\n"
                   "except (KeyboardInterrupt, ExternalShutdownException):\n"
                   "    pass\n"  # whether TERM raises depends on when it comes
                   "print('ends', rclpy.ok())\n")
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number):
                process = subprocess.Popen([sys.executable, "-c", program],
                                           stdout=subprocess.PIPE, text=True)
                self.addCleanup(process.kill)
                self.assertEqual(process.stdout.readline(), "spins\n")
                process.send_signal(number)
                self.assertEqual(process.communicate(timeout=LIMIT)[0], "ends False\n")

    def test_a_process_begins_again_after_a_signal_ended_it(self):
        program = ("import os, rclpy, signal, time\n"
                   "rclpy.init(args=[])\n"
                   "try:\n"
                   "    os.kill(os.getpid(), signal.SIGINT)\n"
                   "    while True:\n"
                   "        time.sleep(1)\n"
                   "except KeyboardInterrupt:\n"
                   "    pass\n"
                   "while rclpy.ok():\n"  # ends on a thread of its own
                   "    time.sleep(0.01)\n"
                   "rclpy.try_shutdown()\n"
                   "rclpy.init(args=[])\n"
                   "print(rclpy.create_node('again').get_name())\n")
        done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=LIMIT)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "again\n", ""))

    def test_a_thread_that_spins_at_the_end_does_not_disturb_it(self):
        program = ("import rclpy, threading, time\n"
                   "rclpy.init(args=[])\n"
                   "node = rclpy.create_node('n')\n"
                   "ran = threading.Event()\n"
                   "node.create_timer(0.001, ran.set)\n"
                   "threading.Thread(target=rclpy.spin, args=(node,), daemon=True).start()\n"
                   "ran.wait()\n"
                   "print('end')\n")
        for _ in range(5):
            done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, timeout=LIMIT)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "end\n", ""))


if __name__ == "__main__":
    unittest.main()
