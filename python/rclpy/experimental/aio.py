"""
rclpy in a program of asyncio, on its one thread.

    async def main():
        async with aio.Node("listener") as node:
            async for message in node.create_subscription(String, "chatter"):
                print(message.data)

    rclpy.init()
    asyncio.run(main())

Callbacks run in the event loop, between what else it runs, and may be coroutine functions that
await whatever asyncio has. What rclpy gives as a Future, such as `client.call_async()`, can be
awaited in coroutines of asyncio and by wait_for(), gather() and the like.
"""
import asyncio
import weakref
from collections import deque

from rclpy import executors, node
from rclpy.executors import ExternalShutdownException, ShutdownException
from rclpy.qos import HistoryPolicy

__all__ = ["Executor", "Messages", "Node", "Ticks", "get_executor"]

_AT_ONCE = 16  # callbacks; then others of the loop have their turn
_executors = weakref.WeakKeyDictionary()  # the one of Nodes, for each loop


def get_executor(context=None):
    """Give the executor of the running loop for Nodes; made when it is asked for first."""
    loop = asyncio.get_running_loop()
    executor = _executors.get(loop)
    if executor is None or executor._is_shutdown:
        executor = _executors[loop] = Executor(context=context)
    return executor


class Executor(executors.Executor):
    """
    Runs callbacks in the event loop that runs where it is made.

    What a callback raises comes out of spin(). If nobody awaits that, the loop's exception
    handler gets it, and the other callbacks go on.
    """

    def __init__(self, *, context=None):
        super().__init__(context=context)
        self._loop = asyncio.get_running_loop()
        self._spins = set()  # futures of spin()
        self._waits = weakref.WeakSet()  # futures of whoever waits for something of ours
        self._streams = weakref.WeakSet()
        self._over = False
        self._files = (self._handle.wake_file(), self._handle.alarm_file())
        for file in self._files:
            self._loop.add_reader(file, self._run_ready)

    async def spin(self):
        """Wait while callbacks run, until the context ends or one raises something."""
        if self._over:
            return
        self._check_running()
        spin = self._loop.create_future()
        self._spins.add(spin)
        try:
            await spin
        finally:
            self._spins.discard(spin)

    def spin_once(self, timeout_sec=None):
        raise RuntimeError("an executor of asyncio runs callbacks whenever the loop does: "
                           "await spin(), or what you wait for")

    def spin_once_until_future_complete(self, future, timeout_sec=None):
        raise RuntimeError("an executor of asyncio runs callbacks whenever the loop does: "
                           "await the future")

    # ---- what runs ----

    def _run_ready(self):
        """Run what is ready; the loop calls it when a file can be read."""
        if self._over:
            return
        self._handle.heed_wake_file()
        for _ in range(_AT_ONCE):
            try:
                ran = self._handle.spin_once(0)
            except (KeyboardInterrupt, SystemExit):
                self._loop.call_soon(self._run_ready)
                raise
            except BaseException as error:
                self._fail(error)
                ran = True
            if self._is_shutdown or not self._context.ok():
                return self._end()
            if not ran:
                return self._handle.set_alarm()
        self._loop.call_soon(self._run_ready)

    def _fail(self, error):
        spins = [spin for spin in self._spins if not spin.done()]
        for spin in spins:
            spin.set_exception(error)
        if not spins:
            self._loop.call_exception_handler(
                {"message": "a callback of rclpy raised an exception", "exception": error})

    def create_task(self, callback, *args, **kwargs):
        """Call it soon, in the loop; a coroutine function or a coroutine is a task of asyncio."""
        if asyncio.iscoroutine(callback):
            return self._drive(callback)
        if asyncio.iscoroutinefunction(callback):
            return self._drive(callback(*args, **kwargs))
        return super().create_task(callback, *args, **kwargs)

    def _start(self, coroutine, group):
        strand = group._strand
        self._handle.block(strand)
        asyncio.Task.add_done_callback(
            self._drive(coroutine),
            lambda task: self._is_shutdown or self._handle.unblock(strand))

    def _drive(self, coroutine):
        task = _Task(coroutine, loop=self._loop)
        self._pending.add(task)
        asyncio.Task.add_done_callback(task, self._driven)
        return task

    def _driven(self, task):
        self._pending.discard(task)
        if not task.cancelled():  # who comes to await it in this turn has it
            self._loop.call_soon(self._look_at, task)

    def _look_at(self, task):
        if not task.is_awaited and task._log_traceback:  # nobody has asked for its error
            self._fail(task.exception())

    # ---- the end ----

    def shutdown(self, timeout_sec=None):
        """Run nothing more, end what waits here, and let go of the nodes."""
        ended = super().shutdown(timeout_sec)
        self._end()
        return ended

    def _end(self):
        if self._over:
            return
        self._over = True
        if not self._loop.is_closed():
            for file in self._files:
                self._loop.remove_reader(file)
        for spin in list(self._spins):
            if not spin.done():
                spin.set_exception(self._reason()) if self._reason() else spin.set_result(None)
        for wait in list(self._waits):
            if not wait.done():
                wait.set_exception(self._reason() or ShutdownException())
        for stream in list(self._streams):
            stream.close()

    def _reason(self):
        return None if self._context.ok() else ExternalShutdownException()

    async def __aenter__(self):
        return self

    async def __aexit__(self, exc_type, exc_value, traceback):
        self.shutdown()


class _Task(asyncio.Task):
    """Knows whether somebody awaits it, himself or by wait_for() and the like."""

    is_awaited = False

    def add_done_callback(self, callback, *, context=None):
        self.is_awaited = True
        super().add_done_callback(callback, context=context)


class _Stream:
    """What comes from callbacks, for `async for`; ends when its entity or its executor ends."""

    def __init__(self, executor, most):
        self._loop = executor._loop
        self._kept = deque(maxlen=most)
        self._waiting = deque()
        self._closed = False
        executor._streams.add(self)

    def _put(self, item):
        self._kept.append(item)
        self._wake(1)

    def _wake(self, count):
        while self._waiting and count > 0:
            waiter = self._waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)
                count -= 1

    def __aiter__(self):
        return self

    async def __anext__(self):
        while not self._kept:
            if self._closed:
                raise StopAsyncIteration
            waiter = self._loop.create_future()
            self._waiting.append(waiter)
            try:
                await waiter
            except asyncio.CancelledError:
                if waiter.done() and not waiter.cancelled():
                    self._wake(1)  # it was this one's turn
                raise
        return self._kept.popleft()

    def close(self):
        """End the iterations, once what has come is taken."""
        self._closed = True
        self._wake(len(self._waiting))


class Messages(_Stream):
    """
    The messages of a subscription: `async for`, or `await anext()`.

    It keeps as many as the QoS says while nobody takes them, and drops the oldest. A message
    goes to one of those who iterate. The attribute `subscription` is the Subscription.
    """

    def __init__(self, executor, qos_profile):
        keeps_all = qos_profile.history == HistoryPolicy.KEEP_ALL
        super().__init__(executor, None if keeps_all else max(1, qos_profile.depth))
        self.subscription = None


class Ticks(_Stream):
    """
    The beats of a timer: `async for`, or `await anext()`.

    Who is late gets one for all that he missed; each says how many it stands for. The attribute
    `timer` is the Timer.
    """

    def __init__(self, executor):
        super().__init__(executor, 1)
        self.timer = None

    def _tick(self):
        self._put(1 + (self._kept.pop() if self._kept else 0))


class Node(node.Node):
    """
    A node whose callbacks the running loop runs, from the moment it is made.

    create_subscription() and create_timer() without a callback give what `async for` takes.
    """

    def __init__(self, node_name, *, context=None, **options):
        executor = get_executor(context)
        super().__init__(node_name, context=context, **options)
        self._streams_of = weakref.WeakKeyDictionary()
        executor.add_node(self)

    def create_subscription(self, msg_type, topic, callback=None, qos_profile=10, **options):
        """Make a subscription; without a callback, give its Messages."""
        if callback is not None:
            return super().create_subscription(msg_type, topic, callback, qos_profile, **options)
        messages = Messages(self.executor, self._validate_qos_or_depth_parameter(qos_profile))
        messages.subscription = super().create_subscription(
            msg_type, topic, messages._put, qos_profile, **options)
        self._streams_of[messages.subscription] = messages
        return messages

    def create_timer(self, timer_period_sec, callback=None, *args, **options):
        """Make a timer; without a callback, give its Ticks."""
        if callback is not None:
            return super().create_timer(timer_period_sec, callback, *args, **options)
        ticks = Ticks(self.executor)
        ticks.timer = super().create_timer(timer_period_sec, ticks._tick, *args, **options)
        self._streams_of[ticks.timer] = ticks
        return ticks

    def destroy_subscription(self, subscription):
        subscription = getattr(subscription, "subscription", subscription)
        return self._closing(subscription, super().destroy_subscription)

    def destroy_timer(self, timer):
        return self._closing(getattr(timer, "timer", timer), super().destroy_timer)

    def _closing(self, entity, destroy):
        stream = self._streams_of.pop(entity, None)
        if stream is not None:
            stream.close()
        return destroy(entity)

    def destroy_node(self):
        for stream in list(self._streams_of.values()):
            stream.close()
        super().destroy_node()

    async def __aenter__(self):
        return self

    async def __aexit__(self, exc_type, exc_value, traceback):
        if not self.handle.destroyed:
            self.destroy_node()


def await_in(loop, future):
    """Await a future of rclpy in a coroutine of asyncio: a generator, for its __await__()."""
    waiter = loop.create_future()
    executor = _executors.get(loop)
    if executor is not None:
        executor._waits.add(waiter)
    future._wake_when_done(lambda: _tell(loop, waiter))
    try:
        yield from waiter
    except asyncio.CancelledError:
        future.cancel()
        raise
    if future.cancelled():
        raise asyncio.CancelledError()
    return future.result()


def _tell(loop, waiter):
    def tell():
        if not waiter.done():
            waiter.set_result(None)

    if asyncio._get_running_loop() is loop:
        tell()
    elif not loop.is_closed():
        loop.call_soon_threadsafe(tell)
