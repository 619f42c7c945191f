"""rclpy in programs of asyncio: rclpy.experimental.aio."""
import asyncio
import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest

import rclpy
from rclpy.executors import ExternalShutdownException, ShutdownException
from rclpy.experimental import aio
from std_msgs.msg import String
from std_srvs.srv import Trigger

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from own_domain import own_domain  # noqa: E402

LIMIT = 20  # seconds; nothing takes that long unless it hangs


class AioTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
        rclpy.init(args=[], domain_id=own_domain())
        self.addCleanup(rclpy.try_shutdown)

    async def asyncSetUp(self):
        self.node = aio.Node("aio")
        self.publisher = self.node.create_publisher(String, "t", 10)

    async def asyncTearDown(self):
        aio.get_executor().shutdown() if rclpy.ok() else None

    def publish(self, *words):
        for word in words:
            self.publisher.publish(String(data=word))


class StreamTest(AioTest):
    async def test_messages_are_iterated_in_their_order(self):
        messages = self.node.create_subscription(String, "t")
        self.publish("a", "b", "c")
        heard = []
        async with asyncio.timeout(LIMIT):
            async for message in messages:
                heard.append(message.data)
                if len(heard) == 3:
                    break
        self.assertEqual(heard, ["a", "b", "c"])
        self.assertEqual(messages.subscription.topic_name, "/t")

    async def test_who_does_not_take_messages_finds_the_last_ones(self):
        messages = self.node.create_subscription(String, "t", qos_profile=2)
        self.publish("a", "b", "c")
        await asyncio.wait_for(self.until(lambda: len(messages._kept) == 2), LIMIT)
        kept = [(await anext(messages)).data for _ in range(2)]
        self.assertEqual(kept, ["b", "c"])

    async def until(self, condition):
        while not condition():
            await asyncio.sleep(0.001)

    async def test_a_message_goes_to_one_of_those_who_iterate(self):
        messages = self.node.create_subscription(String, "t")
        takers = [asyncio.ensure_future(anext(messages)) for _ in range(2)]
        await asyncio.sleep(0)
        self.publish("a", "b")
        got = await asyncio.wait_for(asyncio.gather(*takers), LIMIT)
        self.assertEqual(sorted(message.data for message in got), ["a", "b"])

    async def test_an_iteration_that_is_canceled_loses_no_message(self):
        messages = self.node.create_subscription(String, "t")
        canceled = asyncio.ensure_future(anext(messages))
        await asyncio.sleep(0)
        canceled.cancel()
        self.publish("a")
        self.assertEqual((await asyncio.wait_for(anext(messages), LIMIT)).data, "a")
        self.assertTrue(canceled.cancelled())

    async def test_an_iteration_ends_with_its_subscription(self):
        messages = self.node.create_subscription(String, "t")
        asyncio.get_running_loop().call_soon(self.node.destroy_subscription, messages)
        self.assertEqual([message async for message in messages], [])

    async def test_an_iteration_ends_with_its_node(self):
        async with aio.Node("short") as node:
            messages, ticks = node.create_subscription(String, "t"), node.create_timer(1000)
        self.assertEqual([message async for message in messages], [])
        self.assertEqual([tick async for tick in ticks], [])

    async def test_a_timer_is_iterated_and_says_what_was_missed(self):
        ticks = self.node.create_timer(0.005)
        self.assertEqual(await asyncio.wait_for(anext(ticks), LIMIT), 1)
        while await asyncio.wait_for(anext(ticks), LIMIT) == 1:
            await asyncio.sleep(0.05)

    async def test_messages_of_another_process_wake_the_loop(self):
        talker = subprocess.Popen([sys.executable, "-B", "-c", textwrap.dedent("""
            import rclpy
            from std_msgs.msg import String
            rclpy.init()
            node = rclpy.create_node("talker")
            publisher = node.create_publisher(String, "far", 10)
            node.create_timer(0.01, lambda: publisher.publish(String(data="far")))
            rclpy.spin(node)
            """)], stderr=subprocess.DEVNULL,
            env={**os.environ, "ROS_DOMAIN_ID": str(own_domain())})
        try:
            messages = self.node.create_subscription(String, "far")
            for _ in range(5):
                self.assertEqual((await asyncio.wait_for(anext(messages), LIMIT)).data, "far")
        finally:
            talker.terminate()
            talker.wait(LIMIT)


class AwaitTest(AioTest):
    def serve(self, callback):
        self.node.create_service(Trigger, "ask", callback)
        return self.node.create_client(Trigger, "ask")

    async def test_an_answer_is_awaited_in_the_loop(self):
        def answer(request, response):
            response.message = threading.current_thread().name
            return response
        client = self.serve(answer)
        answer = await asyncio.wait_for(client.call_async(Trigger.Request()), LIMIT)
        self.assertEqual(answer.message, threading.current_thread().name)

    async def test_callbacks_await_what_asyncio_has(self):
        async def answer(request, response):
            await asyncio.sleep(0.001)
            response.message = "slept"
            return response
        client = self.serve(answer)
        answers = await asyncio.wait_for(
            asyncio.gather(*(client.call_async(Trigger.Request()) for _ in range(3))), LIMIT)
        self.assertEqual([answer.message for answer in answers], ["slept"] * 3)

    async def test_a_call_that_is_canceled_is_forgotten(self):
        client = self.node.create_client(Trigger, "nobody")
        future = client.call_async(Trigger.Request())
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(future, 0.01)
        self.assertTrue(future.cancelled())

    async def test_who_awaits_a_future_that_is_canceled_is_canceled(self):
        future = rclpy.Future()
        asyncio.get_running_loop().call_soon(future.cancel)
        with self.assertRaises(asyncio.CancelledError):
            await future

    async def test_a_future_that_another_thread_ends_wakes_the_loop(self):
        future = rclpy.Future()
        threading.Timer(0.01, future.set_result, ["far"]).start()
        self.assertEqual(await asyncio.wait_for(future, LIMIT), "far")

    async def test_an_exception_of_a_future_is_raised(self):
        future = rclpy.Future()
        asyncio.get_running_loop().call_soon(future.set_exception, ValueError("late"))
        with self.assertRaisesRegex(ValueError, "late"):
            await future

    async def test_an_executor_of_rclpy_still_drives_coroutines_beside_a_loop(self):
        other = rclpy.create_node("other")
        executor = rclpy.executors.SingleThreadedExecutor()
        executor.add_node(other)
        future = rclpy.Future()

        async def wait():
            return await future
        task = executor.create_task(wait)
        future_set = executor.create_task(lambda: future.set_result(7))
        end = time.monotonic() + LIMIT
        while not task.done() and time.monotonic() < end:
            executor.spin_once(timeout_sec=0)
        self.assertEqual((task.result(), future_set.done()), (7, True))
        executor.shutdown()


class ErrorTest(AioTest):
    async def test_what_a_callback_raises_comes_out_of_spin(self):
        def fail():
            raise ValueError("of a timer")
        self.node.create_timer(0.001, fail)
        with self.assertRaisesRegex(ValueError, "of a timer"):
            await asyncio.wait_for(aio.get_executor().spin(), LIMIT)

    async def test_what_a_coroutine_raises_comes_out_of_spin(self):
        async def fail(message):
            await asyncio.sleep(0)
            raise ValueError(message.data)
        self.node.create_subscription(String, "t", fail)
        self.publish("of a coroutine")
        with self.assertRaisesRegex(ValueError, "of a coroutine"):
            await asyncio.wait_for(aio.get_executor().spin(), LIMIT)

    async def test_the_loop_is_told_of_an_exception_that_nobody_awaits(self):
        told = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().set_exception_handler(
            lambda loop, context: told.done() or told.set_result(context["exception"]))

        def fail():
            raise ValueError("alone")
        self.node.create_timer(0.001, fail)
        self.assertEqual(str(await asyncio.wait_for(told, LIMIT)), "alone")

    async def test_who_awaits_a_task_gets_what_it_raises_and_spin_goes_on(self):
        executor = aio.get_executor()
        spin = asyncio.ensure_future(executor.spin())

        async def fail():
            raise ValueError("of a task")

        async def fail_in_rclpy():
            await executor.create_task(lambda: int("no number"))

        for failing in (fail, fail_in_rclpy):
            with self.assertRaises(ValueError):
                await asyncio.wait_for(executor.create_task(failing), LIMIT)
        ticks = self.node.create_timer(0.001)
        await asyncio.wait_for(anext(ticks), LIMIT)
        self.assertFalse(spin.done())
        spin.cancel()

    async def test_a_spin_once_says_what_to_do_instead(self):
        executor = aio.get_executor()
        with self.assertRaisesRegex(RuntimeError, "await spin"):
            executor.spin_once()
        with self.assertRaisesRegex(RuntimeError, "await the future"):
            executor.spin_until_future_complete(rclpy.Future())

    def test_an_executor_without_a_loop_is_refused(self):
        for make in (aio.Executor, lambda: aio.Node("no_loop"), aio.get_executor):
            with self.assertRaisesRegex(RuntimeError, "no running event loop"):
                make()

    async def test_no_callback_is_asked_for_by_a_wrong_type(self):
        with self.assertRaises(TypeError):
            self.node.create_subscription(String, "t", qos_profile="ten")


class EndTest(AioTest):
    async def test_all_that_waits_ends_with_the_context(self):
        messages = self.node.create_subscription(String, "t")
        answer = asyncio.ensure_future(self.wait(self.node.create_client(Trigger, "nobody")))
        spin = asyncio.ensure_future(aio.get_executor().spin())
        await asyncio.sleep(0)
        threading.Timer(0.01, rclpy.shutdown).start()
        async with asyncio.timeout(LIMIT):
            self.assertEqual([message async for message in messages], [])
            for waiting in (answer, spin):
                with self.assertRaises(ExternalShutdownException):
                    await waiting

    async def wait(self, client):
        await client.call_async(Trigger.Request())

    async def test_all_that_waits_ends_with_the_executor(self):
        executor = aio.get_executor()
        answer = asyncio.ensure_future(self.wait(self.node.create_client(Trigger, "nobody")))
        spin = asyncio.ensure_future(executor.spin())
        await asyncio.sleep(0)
        executor.shutdown()
        self.assertIsNone(await asyncio.wait_for(spin, LIMIT))
        with self.assertRaises(ShutdownException):
            await asyncio.wait_for(answer, LIMIT)
        self.assertIsNot(aio.get_executor(), executor)

    async def test_a_spin_that_is_canceled_leaves_the_callbacks_running(self):
        spin = asyncio.ensure_future(aio.get_executor().spin())
        await asyncio.sleep(0)
        spin.cancel()
        ticks = self.node.create_timer(0.001)
        self.assertGreaterEqual(await asyncio.wait_for(anext(ticks), LIMIT), 1)

    async def test_nodes_of_rclpy_run_in_a_loop(self):
        plain = rclpy.create_node("plain")
        heard = asyncio.get_running_loop().create_future()
        plain.create_subscription(String, "t", heard.set_result, 1)
        async with aio.Executor() as executor:
            executor.add_node(plain)
            self.publish("a")
            self.assertEqual((await asyncio.wait_for(heard, LIMIT)).data, "a")
        plain.destroy_node()

    def test_a_program_ends_by_signals_and_has_no_second_thread_of_python(self):
        program = textwrap.dedent("""
            import asyncio, threading
            import rclpy
            from rclpy.experimental import aio

            async def main():
                async with aio.Node("ends") as node:
                    async for tick in node.create_timer(0.01):
                        print(threading.active_count(), flush=True)
                print("over", flush=True)

            rclpy.init()
            asyncio.run(main())
            """)
        for number, status, last in ((signal.SIGINT, -signal.SIGINT, None),
                                     (signal.SIGTERM, 0, "over")):
            with self.subTest(number), subprocess.Popen(
                    [sys.executable, "-B", "-c", program], stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE, text=True, env={
                        **os.environ, "ROS_DOMAIN_ID": str(own_domain())}) as run:
                self.assertEqual(run.stdout.readline(), "1\n")
                run.send_signal(number)
                out, err = run.communicate(timeout=LIMIT)
                self.assertEqual(run.returncode, status, err)
                self.assertIn("KeyboardInterrupt" if last is None else last, out + err)


if __name__ == "__main__":
    unittest.main()
