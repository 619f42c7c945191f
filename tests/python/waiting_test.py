"""Waiting for servers: how long, and what ends it."""
import math
import pathlib
import signal
import sys
import threading
import time
import unittest
from unittest import mock

import rclpy
from rclpy.action import ActionClient
from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.exceptions import InvalidHandle, TimerCancelledError
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from rclpy.experimental import EventsExecutor
from rclpy.impl.implementation_singleton import rclpy_implementation as _rclpy
from rclpy.parameter_client import AsyncParameterClient
from rclpy.utilities import timeout_sec_to_nsec
from std_msgs.msg import String
from std_srvs.srv import Trigger
from test_msgs.action import Fibonacci

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from rclpy_module import LIMIT, setUpModule, tearDownModule  # noqa: E402, F401


class Interrupted(Exception):
    """Raised by a handler of the test."""


class WaitingTest(unittest.TestCase):
    def setUp(self):
        self.node = rclpy.create_node(f"n{time.monotonic_ns()}", start_parameter_services=False)
        self.addCleanup(self.node.destroy_node)
        client = self.node.create_client(Trigger, "nobody")
        self.waits = {
            "service": client.wait_for_service,
            "action": ActionClient(self.node, Fibonacci, "nobody").wait_for_server,
            "parameters": AsyncParameterClient(self.node, "nobody").wait_for_services}

    def interrupt_after(self, seconds):
        def interrupt(number, frame):
            raise Interrupted()

        self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, interrupt))
        self.addCleanup(signal.setitimer, signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_REAL, seconds)

    def test_no_time_at_all_is_over_at_once(self):
        self.interrupt_after(LIMIT)
        for kind, wait in self.waits.items():
            for seconds in (0, -1, -math.inf, math.nan):
                with self.subTest(kind=kind, seconds=seconds):
                    self.assertFalse(wait(timeout_sec=seconds))

    def test_a_time_is_waited_for(self):
        for kind, wait in self.waits.items():
            with self.subTest(kind):
                began = time.monotonic()
                self.assertFalse(wait(timeout_sec=0.25))
                self.assertGreaterEqual(time.monotonic() - began, 0.25)

    def test_a_handler_of_a_signal_ends_a_wait_without_end(self):
        for kind, wait in self.waits.items():
            for seconds in (None, math.inf, 1e12):
                with self.subTest(kind=kind, seconds=seconds):
                    with self.assertRaises(Interrupted):
                        self.interrupt_after(0.05)
                        wait(timeout_sec=seconds)

    def test_a_server_that_is_there_ends_any_wait(self):
        self.node.create_service(Trigger, "somebody", lambda request, response: response)
        client = self.node.create_client(Trigger, "somebody")
        for seconds in (None, math.inf, LIMIT):
            self.assertTrue(client.wait_for_service(timeout_sec=seconds))

    def test_an_executor_spins_for_as_long_as_it_is_told(self):
        executor = SingleThreadedExecutor()
        self.addCleanup(executor.shutdown)
        executor.add_node(self.node)
        self.node.create_guard_condition(lambda: None).trigger()
        executor.spin_once(timeout_sec=math.inf)
        self.assertEqual([timeout_sec_to_nsec(one) for one in (math.inf, 1e12, 2, None)],
                         [-1, -1, 2 * 10 ** 9, -1])


class WaitSetTest(unittest.TestCase):
    def setUp(self):
        self.node = rclpy.create_node(f"n{time.monotonic_ns()}", start_parameter_services=False)
        self.addCleanup(self.node.destroy_node)

    def entities(self):
        """Give, by kind, one that is never ready, and the method of Node that ends it."""
        node = self.node
        return {
            "timer": (node.create_timer(3600, print), node.destroy_timer),
            "subscription": (node.create_subscription(String, "silent", print, 1),
                             node.destroy_subscription),
            "guard_condition": (node.create_guard_condition(print),
                                node.destroy_guard_condition),
            "client": (node.create_client(Trigger, "silent"), node.destroy_client),
            "service": (node.create_service(Trigger, "silent", print), node.destroy_service)}

    def wait_set(self, kind, entity):
        wait_set = _rclpy.WaitSet(0, 0, 0, 0, 0, 0, self.node.context.handle)
        self.addCleanup(wait_set.clear_entities)
        getattr(wait_set, f"add_{kind}")(entity.handle)
        return wait_set

    def test_what_was_destroyed_cannot_be_waited_for(self):
        for kind, (entity, destroy) in self.entities().items():
            wait_set = self.wait_set(kind, entity)
            wait_set.wait(0)
            destroy(entity)
            for timeout in (0, -1):
                with self.subTest(kind=kind, timeout=timeout), self.assertRaises(InvalidHandle):
                    wait_set.wait(timeout)

    def test_a_wait_ends_when_what_it_waits_for_is_destroyed(self):
        for kind, (entity, destroy) in self.entities().items():
            wait_set = self.wait_set(kind, entity)
            with self.subTest(kind), Waiter(wait_set) as waiter:
                destroy(entity)
            self.assertIs(type(waiter.raised), InvalidHandle)

    def test_a_wait_set_that_is_waited_for_cannot_be_changed(self):
        guard = self.node.create_guard_condition(print)
        wait_set = self.wait_set("guard_condition", guard)
        with Waiter(wait_set) as waiter:
            for change in (wait_set.clear_entities, lambda: wait_set.wait(0),
                           lambda: wait_set.add_guard_condition(guard.handle)):
                with self.assertRaisesRegex(RuntimeError, "while a thread waits"):
                    change()
            wait_set.destroy_when_not_in_use()  # when the wait is over
            guard.trigger()
        self.assertIsNone(waiter.raised)
        with self.assertRaises(InvalidHandle):
            wait_set.wait(0)


class Waiter(threading.Thread):
    """Waits on a thread of its own while the body runs, and is joined then."""

    def __init__(self, wait_set):
        super().__init__()
        self.wait_set, self.raised = wait_set, None

    def run(self):
        try:
            self.wait_set.wait(-1)
        except Exception as error:
            self.raised = error

    def __enter__(self):
        self.start()
        while self.is_alive() and not self.wait_set._native.waits:
            time.sleep(0.001)
        return self

    def __exit__(self, exc_type, exc_value, trace):
        self.join(LIMIT)


class DestroyedMeanwhileTest(unittest.TestCase):
    """What another thread may destroy between two lines of who spins is no error of spinning."""

    def setUp(self):
        self.node = rclpy.create_node(f"n{time.monotonic_ns()}", start_parameter_services=False)
        self.addCleanup(self.node.destroy_node)

    def test_an_executor_that_looks_for_an_entity_passes_over_destroyed_ones(self):
        ran = []
        entities = WaitSetTest.entities(self)
        self.node.create_guard_condition(lambda: ran.append(True)).trigger()
        for entity, _ in entities.values():
            entity.destroy()  # the node's lists have it still
        executor = MultiThreadedExecutor(2)
        self.addCleanup(executor.shutdown)
        executor.add_node(self.node)
        end = time.monotonic() + LIMIT
        while not ran:
            self.assertLess(time.monotonic(), end)
            executor.spin_once(timeout_sec=0.05)

    def test_an_executor_finds_an_entity_without_looking_at_the_others(self):
        entities = WaitSetTest.entities(self)
        executor, looked_at = SingleThreadedExecutor(), []
        self.addCleanup(executor.shutdown)
        executor.add_node(self.node)
        handlers = SubscriptionEventCallbacks(matched=print)
        self.node.create_subscription(String, "events", print, 1, event_callbacks=handlers)
        for kind in {type(entity) for entity, _ in entities.values()}:
            def look(entity, handle=kind.handle):
                looked_at.append(entity)
                return handle.fget(entity)

            patched = mock.patch.object(kind, "handle", property(look))
            patched.start()
            self.addCleanup(patched.stop)
        guard, _ = entities["guard_condition"]
        guard.trigger()
        looked_at.clear()
        for _ in range(2):
            task, entity, node = executor.wait_for_ready_callbacks(timeout_sec=LIMIT)
            if entity is guard:
                break
        self.assertIs(entity, guard)
        self.assertIs(node, self.node)
        self.assertEqual(looked_at, [])

    def test_an_executor_that_has_ended_runs_nothing_and_raises_nothing(self):
        executor = SingleThreadedExecutor()
        executor.add_node(self.node)
        executor.shutdown()
        native = executor._handle
        native.wake()
        native.post(print)
        self.assertEqual((native.spin_once(-1), native.spin(native.stops()), native.pull(-1)),
                         (0, False, None))

    def test_a_service_that_its_callback_destroys_leaves_its_request_unanswered(self):
        served = []

        def serve(request, response):
            self.node.destroy_service(service)
            served.append(request)
            return response

        service = self.node.create_service(Trigger, "ends", serve)
        client = self.node.create_client(Trigger, "ends")
        self.assertTrue(client.wait_for_service(LIMIT))
        future = client.call_async(Trigger.Request())
        executor = SingleThreadedExecutor()
        self.addCleanup(executor.shutdown)
        executor.add_node(self.node)
        end = time.monotonic() + LIMIT
        while not served:
            self.assertLess(time.monotonic(), end)
            executor.spin_once(timeout_sec=0.05)
        self.assertFalse(future.done())


EXECUTORS = (SingleThreadedExecutor, MultiThreadedExecutor, EventsExecutor)


class SpinningTest(unittest.TestCase):
    """One thread spins an executor at a time, and what it waits for is done or cancelled."""

    def setUp(self):
        self.node = rclpy.create_node(f"n{time.monotonic_ns()}", start_parameter_services=False)
        self.addCleanup(self.node.destroy_node)

    def executor(self, kind):
        executor = kind()
        self.addCleanup(executor.shutdown)
        executor.add_node(self.node)
        return executor

    def check_that_all_spins_are_refused(self, executor):
        for spin in (executor.spin, executor.spin_once,
                     lambda: executor.spin_until_future_complete(rclpy.Future()),
                     lambda: executor.spin_once_until_future_complete(rclpy.Future()),
                     lambda: rclpy.spin_once(self.node, executor=executor)):
            with self.assertRaisesRegex(RuntimeError, "Executor is already spinning"):
                spin()

    def test_an_executor_that_spins_is_not_spun_by_another_thread(self):
        for kind in EXECUTORS:
            executor = self.executor(kind)
            self.assertFalse(executor.is_spinning)
            thread = threading.Thread(target=executor.spin)
            thread.start()
            while not executor.is_spinning:
                time.sleep(0.001)
            with self.subTest(kind.__name__):
                self.check_that_all_spins_are_refused(executor)
            executor.shutdown()
            thread.join(LIMIT)
            self.assertFalse(executor.is_spinning)

    def test_an_executor_that_spins_is_not_spun_by_its_callbacks(self):
        for kind in EXECUTORS:
            executor = self.executor(kind)
            checked = executor.create_future()

            def check():
                guard.destroy()
                try:
                    self.check_that_all_spins_are_refused(executor)
                except BaseException as error:
                    checked.set_exception(error)
                else:
                    checked.set_result(executor.is_spinning)

            guard = self.node.create_guard_condition(check)
            guard.trigger()
            with self.subTest(kind.__name__):
                executor.spin_until_future_complete(checked, timeout_sec=LIMIT)
                self.assertTrue(checked.result())
            executor.shutdown()

    def test_a_cancelled_future_ends_the_wait_for_it(self):
        for kind in EXECUTORS:
            executor = self.executor(kind)
            future = executor.create_future()
            for when in ("meanwhile", "before"):
                timer = self.node.create_timer(0.01, future.cancel)
                with self.subTest(kind=kind.__name__, when=when):
                    executor.spin_until_future_complete(future)
                    rclpy.spin_until_future_complete(self.node, future, executor)
                    self.assertTrue(future.cancelled())
                self.node.destroy_timer(timer)

    def test_a_future_of_an_executor_has_its_callbacks_called_where_that_spins(self):
        for kind in EXECUTORS:
            executor = self.executor(kind)
            called = []
            future = executor.create_future()
            future.add_done_callback(called.append)
            future.set_result(1)
            self.assertEqual(called, [])
            end = time.monotonic() + LIMIT
            while not called:
                self.assertLess(time.monotonic(), end)
                executor.spin_once(timeout_sec=0.05)

    def test_a_task_that_awaits_something_else_than_a_future_fails(self):
        class Other:
            def __await__(self):
                yield "a word"

        async def waits():
            await Other()

        executor = self.executor(SingleThreadedExecutor)
        task = executor.create_task(waits)
        with self.assertRaisesRegex(TypeError, "'a word' is neither"):
            executor.spin_once(timeout_sec=LIMIT)
        self.assertTrue(task.done())

    def test_a_task_awaits_a_future_of_another_executor(self):
        executor, other = self.executor(SingleThreadedExecutor), SingleThreadedExecutor()
        self.addCleanup(other.shutdown)
        awaited = other.create_future()

        async def wait():
            return await awaited

        task = executor.create_task(wait)
        executor.spin_once(timeout_sec=LIMIT)
        threading.Timer(0.01, awaited.set_result, ["it"]).start()
        executor.spin_until_future_complete(task, timeout_sec=LIMIT)
        self.assertEqual(task.result(), "it")

    def test_a_coroutine_callback_awaits_in_an_events_executor(self):
        executor, ran = self.executor(EventsExecutor), []
        gate = executor.create_future()

        async def wait():
            guard.destroy()
            ran.append(await gate)

        guard = self.node.create_guard_condition(wait)
        guard.trigger()
        executor.spin_once(timeout_sec=LIMIT)
        gate.set_result("it")
        end = time.monotonic() + LIMIT
        while not ran:
            self.assertLess(time.monotonic(), end)
            executor.spin_once(timeout_sec=0.05)
        self.assertEqual(ran, ["it"])

    def test_a_call_of_a_cancelled_timer_has_an_error_of_its_own(self):
        timer = self.node.create_timer(1, print, autostart=False)
        with self.assertRaises(TimerCancelledError) as raised:
            timer.handle.call_timer()
        self.assertIsInstance(raised.exception, _rclpy.RCLError)


if __name__ == "__main__":
    unittest.main()
