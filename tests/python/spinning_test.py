"""Who runs what: nodes that somebody spins besides their executor, tasks, simulated time."""
import os
import pathlib
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

import rclpy
from builtin_interfaces.msg import Time
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from rclpy.parameter import Parameter
from rclpy.wait_for_message import wait_for_message
from rosgraph_msgs.msg import Clock
from std_msgs.msg import String
from std_srvs.srv import Trigger

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from rclpy_module import LIMIT, RclpyTest, setUpModule, tearDownModule  # noqa: E402, F401


class NestedSpinTest(RclpyTest):
    """Somebody spins a node that an executor has, as rclpy.spin_once() and its like do."""

    def setUp(self):
        super().setUp()
        self.ran = threading.Semaphore(0)
        self.node.create_timer(0.01, self.ran.release)
        self.spun = self.executor()
        self.thread = threading.Thread(target=self.spun.spin)
        self.thread.start()
        self.addCleanup(self.thread.join, LIMIT)
        self.addCleanup(self.spun.shutdown)

    def check_that_it_is_spun(self):
        while self.ran.acquire(blocking=False):
            pass
        self.assertTrue(self.ran.acquire(timeout=LIMIT), "its timers are dead")
        self.assertIs(self.node.executor, self.spun)
        self.assertEqual(self.spun.get_nodes(), [self.node])

    def test_a_node_goes_back_to_the_executor_that_had_it(self):
        self.node.create_service(Trigger, "nested", lambda request, response: response)
        client = self.node.create_client(Trigger, "nested")
        for own in (None, SingleThreadedExecutor()):
            with self.subTest(own=own):
                future = client.call_async(Trigger.Request())
                rclpy.spin_until_future_complete(self.node, future, own, timeout_sec=LIMIT)
                self.assertTrue(future.done())
                self.check_that_it_is_spun()
                rclpy.spin_once(self.node, executor=own, timeout_sec=LIMIT)
                self.check_that_it_is_spun()

    def test_it_goes_back_from_a_callback_of_its_own_too(self):
        self.node.create_service(Trigger, "nested", lambda request, response: response,
                                 callback_group=ReentrantCallbackGroup())
        client = self.node.create_client(Trigger, "nested",
                                         callback_group=ReentrantCallbackGroup())
        answered = []

        def ask():
            future = client.call_async(Trigger.Request())
            rclpy.spin_until_future_complete(self.node, future, timeout_sec=LIMIT)
            answered.append(future.done())

        timer = self.node.create_timer(0.01, ask)
        self.wait_until(lambda: len(answered) > 2)
        self.node.destroy_timer(timer)
        self.assertTrue(all(answered))
        self.check_that_it_is_spun()

    def wait_until(self, condition):
        end = time.monotonic() + LIMIT
        while not condition():
            self.assertLess(time.monotonic(), end, "it did not happen")
            time.sleep(0.01)

    def test_an_executor_keeps_a_node_that_it_had(self):
        executor, other = SingleThreadedExecutor(), rclpy.create_node("other")
        self.addCleanup(executor.shutdown)
        self.addCleanup(other.destroy_node)
        executor.add_node(other)
        rclpy.spin_once(other, executor=executor, timeout_sec=0)
        self.assertEqual(executor.get_nodes(), [other])

    def test_a_node_that_is_destroyed_meanwhile_goes_nowhere(self):
        executor, other = SingleThreadedExecutor(), rclpy.create_node("other")
        self.addCleanup(executor.shutdown)
        executor.add_node(other)
        other.create_timer(0, other.destroy_node)
        rclpy.spin_once(other, timeout_sec=LIMIT)
        self.assertTrue(other.handle.destroyed)
        self.assertEqual(executor.get_nodes(), [])

    def test_the_executor_takes_no_message_that_somebody_waits_for(self):
        publisher = self.node.create_publisher(String, "nested", 1)

        def publish_once():
            if publisher.get_subscription_count() == 1:
                timer.cancel()
                publisher.publish(String(data="it"))

        timer = self.node.create_timer(0.002, publish_once)
        for _ in range(5):
            timer.reset()
            self.assertEqual(
                wait_for_message(String, self.node, "nested", time_to_wait=LIMIT),
                (True, String(data="it")))
        self.check_that_it_is_spun()


class TaskTest(RclpyTest):
    """Who awaits a task gets what it raises; spin() raises the rest."""

    async def fail(self):
        raise ValueError("it")

    def fail_at_once(self):
        raise ValueError("it")

    async def fail_after(self, gate):
        await gate
        raise ValueError("it")

    def in_each_executor(self, check):
        for kind in (SingleThreadedExecutor, lambda: MultiThreadedExecutor(2)):
            executor = kind()
            with self.subTest(type(executor).__name__):
                check(executor)
            executor.shutdown()

    async def outcome_of(self, task):
        try:
            await task
        except ValueError as error:
            return f"caught {error}"

    def check_that_all_is_caught(self, executor, awaiting):
        self.spin_until(lambda: all(task.done() for task in awaiting), executor)
        executor.spin_once(timeout_sec=0)  # what is left, if it raised something
        self.assertEqual([task.result() for task in awaiting], ["caught it"] * len(awaiting))

    def test_who_makes_a_task_and_awaits_it_gets_what_it_raises(self):
        def check(executor):
            async def make(what):
                return await self.outcome_of(executor.create_task(what))

            self.check_that_all_is_caught(executor, [
                executor.create_task(make, what) for what in (self.fail, self.fail_at_once)])

        self.in_each_executor(check)

    def test_who_awaits_a_task_that_has_failed_in_this_turn_gets_it(self):
        def check(executor):
            failing = executor.create_task(self.fail)
            self.check_that_all_is_caught(executor, [
                executor.create_task(self.outcome_of, failing) for _ in range(2)])

        self.in_each_executor(check)

    def test_who_waits_already_gets_it(self):
        def check(executor):
            gate = rclpy.Future()
            failing = executor.create_task(self.fail_after, gate)
            awaiting = [executor.create_task(self.outcome_of, failing) for _ in range(2)]
            self.spin_until(lambda: len(failing._waiting) == 2, executor)
            gate.set_result(None)
            self.check_that_all_is_caught(executor, awaiting)

        self.in_each_executor(check)

    def test_who_awaits_it_gets_it_while_threads_spin(self):
        executor = self.executor(MultiThreadedExecutor, 2)
        caught = []

        async def callback():
            caught.append(await self.outcome_of(executor.create_task(self.fail)))
            if len(caught) == 100:
                timer.cancel()

        timer = self.node.create_timer(0, callback, MutuallyExclusiveCallbackGroup())
        thread = threading.Thread(target=executor.spin)
        thread.start()
        end = time.monotonic() + LIMIT
        while thread.is_alive() and len(caught) < 100 and time.monotonic() < end:
            time.sleep(0.01)
        self.assertTrue(thread.is_alive(), "spin() raised what was caught")
        executor.shutdown()
        thread.join(LIMIT)
        self.assertEqual(caught, ["caught it"] * 100)

    def test_spin_raises_what_nobody_awaits(self):
        def check(executor):
            async def let_it_through():
                await executor.create_task(self.fail)

            for lost in (self.fail, self.fail_at_once, let_it_through):
                task = executor.create_task(lost)
                task.add_done_callback(lambda task: task.exception())
                with self.assertRaisesRegex(ValueError, "it"):
                    self.spin_until(lambda: False, executor)
                executor.spin_once(timeout_sec=0)  # it raises it once

        self.in_each_executor(check)


class SimulatedTimeTest(RclpyTest):
    def test_it_goes_on_while_a_callback_of_the_default_group_runs(self):
        self.node.set_parameters([Parameter("use_sim_time", value=True)])
        publisher = self.node.create_publisher(Clock, "/clock", 1)
        over, went_on = threading.Event(), []

        def publish():
            second = 0
            while not over.wait(0.001):
                second += 1
                publisher.publish(Clock(clock=Time(sec=second)))

        def look():
            began = self.node.get_clock().now()
            end = time.monotonic() + LIMIT
            while self.node.get_clock().now() == began and time.monotonic() < end:
                time.sleep(0.001)
            went_on.append(self.node.get_clock().now() > began)

        self.node.create_guard_condition(look).trigger()
        executor = self.executor(MultiThreadedExecutor, 2)
        threads = [threading.Thread(target=one) for one in (publish, executor.spin)]
        for thread in threads:
            thread.start()
        end = time.monotonic() + 2 * LIMIT
        while not went_on and time.monotonic() < end:
            time.sleep(0.01)
        over.set()
        executor.shutdown()
        for thread in threads:
            thread.join(LIMIT)
        self.assertEqual(went_on, [True])


class PolicyFromAFileTest(RclpyTest):
    """RANVIER_EXECUTOR_POLICY is for programs that know nothing of it."""

    def context_under(self, policy):
        """A context whose policy file has this text."""
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file, \
                unittest.mock.patch.dict(os.environ, RANVIER_EXECUTOR_POLICY=file.name):
            file.write(policy)
            file.flush()
            context = rclpy.Context()
            rclpy.init(context=context)
        self.addCleanup(context.try_shutdown)
        return context

    def order_under(self, policy):
        """What a context runs first whose policy file has this text."""
        context = self.context_under(policy)
        node = rclpy.create_node("ordered", context=context)
        executor = SingleThreadedExecutor(context=context)
        executor.add_node(node)
        ran = []
        for topic in ("low", "high"):
            node.create_subscription(String, topic, lambda _, topic=topic: ran.append(topic), 10)
        timer = node.create_timer(0.001, lambda: (ran.append("timer"), timer.cancel()))
        for topic in ("low", "high"):
            node.create_publisher(String, topic, 10).publish(String())
        while not timer.is_ready():
            time.sleep(0.001)
        while len(ran) < 3:
            executor.spin_once(timeout_sec=LIMIT)
        executor.shutdown()
        return ran

    def test_the_highest_priority_runs_first(self):
        self.assertEqual(self.order_under(
            'order: priority\n'
            'callbacks:\n'
            '  - {id: "/ordered@Subscription(/high)", priority: 9}\n'
            '  - {id: "/ordered@Timer(1000000)", priority: 5}\n'), ["high", "timer", "low"])

    def test_the_earliest_deadline_runs_first(self):
        self.assertEqual(self.order_under(
            'order: deadline\n'
            'callbacks: [{id: "/ordered@Subscription(/high)", deadline: 1000}]\n')[0], "high")

    def test_a_sequence_waits_for_its_trigger(self):
        self.assertEqual(self.order_under(
            'order: sequence\n'
            'trigger: all\n'
            'callbacks:\n'
            '  - {id: "/ordered@Subscription(/high)"}\n'
            '  - {id: "/ordered@Timer(1000000)"}\n'
            '  - {id: "/ordered@Subscription(/low)"}\n'), ["high", "timer", "low"])

    def test_a_wrong_file_is_refused_at_the_start(self):
        with self.assertRaisesRegex(Exception, "line 1: order is 'fastest'. Give arrival"):
            self.order_under("order: fastest\n")

    def test_threads_that_spin_are_as_the_file_says(self):
        context = self.context_under("threads: {count: 3, policy: SCHED_BATCH, nice: 2}\n")
        node = rclpy.create_node("planned", context=context)
        executor = MultiThreadedExecutor(num_threads=2, context=context)
        executor.add_node(node)
        inside, over = threading.Semaphore(0), threading.Event()
        seen = set()

        def look():
            name = pathlib.Path(f"/proc/self/task/{threading.get_native_id()}/comm").read_text()
            seen.add((name.strip(), os.sched_getscheduler(0), os.getpriority(os.PRIO_PROCESS, 0)))
            inside.release()
            over.wait(LIMIT)

        group = ReentrantCallbackGroup()
        for _ in range(3):
            node.create_timer(0.001, look, callback_group=group)
        thread = threading.Thread(target=executor.spin)
        thread.start()
        at_a_time = sum(inside.acquire(timeout=LIMIT) for _ in range(3))
        over.set()
        executor.shutdown()
        thread.join(LIMIT)
        self.assertEqual(at_a_time, 3)
        self.assertEqual(seen, {("planned", os.SCHED_BATCH, 2)})


if __name__ == "__main__":
    unittest.main()
