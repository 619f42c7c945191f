"""Run the callbacks of nodes.

Waiting, and choosing what is next, is the native executor's: it sleeps without the GIL and
calls the functions of users. Python takes part where users do: in tasks, in coroutines, and in
executors of their own.
"""
import functools
import os
import threading
import time
from contextlib import contextmanager

from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.exceptions import NotInitializedException, ROSInterruptException
from rclpy.impl.ends import End
from rclpy.impl.entity import of_work
from rclpy.impl.executor_tasks import ExecutorTasks
from rclpy.impl.reexports import reexports
from rclpy.impl.spinning import Spinning, waiting_for
from rclpy.task import Task, is_coroutine_function
from rclpy.utilities import get_default_context, require_valid, timeout_sec_to_nsec

__getattr__ = reexports(__name__)


_RAN, _WOKEN = 1, 2  # what the native spin_once() says


class TimeoutException(Exception):
    """Nothing became ready in time."""


class ShutdownException(Exception):
    """The executor was shut down."""


class ExternalShutdownException(Exception):
    """The context ended: by a signal, or by somebody else than the callback that ran."""


class ConditionReachedException(Exception):
    """What was waited for has happened."""


class TimeoutObject:
    """A time to wait, in seconds, that others may change."""

    def __init__(self, timeout):
        self._timeout = timeout

    @property
    def timeout(self):
        return self._timeout

    @timeout.setter
    def timeout(self, timeout):
        self._timeout = timeout


_ENDS = (ShutdownException, ExternalShutdownException, ROSInterruptException)  # of waits


async def await_or_execute(callback, *args):
    """Call it; await what it gives if it is a coroutine function."""
    if is_coroutine_function(callback):
        return await callback(*args)
    return callback(*args)


def _settled(future):
    """Whether nothing comes any more: neither a result nor an exception."""
    return future.done() or future.cancelled()


class Executor(ExecutorTasks):
    """
    Runs callbacks of the nodes that it has.

    One derives from it to decide when what is ready runs: override spin_once(), and take what is
    ready from wait_for_ready_callbacks().
    """

    def __init__(self, *, context=None):
        super().__init__()
        self._context = get_default_context() if context is None else context
        if self._context.handle is None:
            raise NotInitializedException("an executor needs a context that is initialized")
        require_valid(self._context, "failed to create an executor: ")
        self._nodes = []
        self._nodes_lock = threading.RLock()
        self._is_shutdown = False
        self._ended = End()  # tells callbacks that wait
        self._is_cleaned = False
        self._init_tasks()
        self._handle = _rclpy.Executor(self._context.handle)
        self._spinning = Spinning(self._handle)
        self._context.on_shutdown(self.wake)

    @property
    def context(self):
        return self._context

    @property
    def is_spinning(self):
        """Whether a thread runs callbacks here, or waits for them."""
        return self._spinning.goes_on

    # ---- nodes ----

    def add_node(self, node):
        """Run its callbacks from now on; False if it is here already."""
        with self._nodes_lock:
            if node in self._nodes:
                return False
            self._nodes.append(node)
            self._handle.serve(node.get_fully_qualified_name())
            node._taken_by(self)
            for group in node._groups():
                self._handle.use(group._strand)
            node._added_to(self)
        return True

    def remove_node(self, node):
        """Run its callbacks no more."""
        with self._nodes_lock:
            if node not in self._nodes:
                return
            self._nodes.remove(node)
            node._removed_from(self)
            for group in node._groups():
                self._handle.disuse(group._strand)

    @contextmanager
    def _having(self, node):
        """Have the node while this lasts; then who had it before has it again."""
        former = node.executor
        if former is not None and node not in former.get_nodes():
            former = None
        self.add_node(node)
        try:
            yield
        finally:
            is_here = node.executor is self
            if former is not self:
                self.remove_node(node)
                if former is not None and is_here and not former._is_shutdown:
                    former.add_node(node)

    def get_nodes(self):
        with self._nodes_lock:
            return list(self._nodes)

    def wake(self):
        """Let whoever waits look again."""
        if not self._is_shutdown:
            self._handle.wake()

    # ---- the end ----

    def shutdown(self, timeout_sec=None):
        """
        Run nothing more, and let go of the nodes.

        :return: False if a callback still runs when the time is over.
        """
        self._is_shutdown = True
        self._handle.stop_for_good()
        self._ended.come()
        if not self._wait_for_callbacks(timeout_sec):
            return False
        with self._nodes_lock:
            if self._is_cleaned:
                return True
            self._is_cleaned = True
            for node in list(self._nodes):
                self.remove_node(node)
            self._clear_tasks()
        self._handle.shutdown()
        return True

    def _wait_for_callbacks(self, timeout_sec):
        """Wait until no other thread is inside; False if the time is over."""
        if self._handle.spins_here():
            return True
        return self._handle.wait_until_idle(timeout_sec_to_nsec(timeout_sec))

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.shutdown()

    def __del__(self):
        if hasattr(self, "_handle"):
            self._handle.shutdown()

    # ---- spinning ----

    def spin(self):
        """
        Run callbacks until the context ends.

        This and all that spin raise RuntimeError if another thread, or a callback of this, does.
        """
        with self._spinning:
            while self._context.ok() and not self._is_shutdown:
                self.spin_once()

    def spin_once(self, timeout_sec=None):
        """Wait for a callback and run it."""
        raise NotImplementedError()

    def spin_once_until_future_complete(self, future, timeout_sec=None):
        """The same, and return also when the future is done."""
        raise NotImplementedError()

    def spin_until_future_complete(self, future, timeout_sec=None):
        """
        Run callbacks until the future is done or cancelled, the time is over, or the context ends.
        """
        endless = timeout_sec is None or timeout_sec < 0
        end = None if endless else time.monotonic() + timeout_sec
        left = timeout_sec
        with self._spinning, waiting_for(future):
            while self._context.ok() and not _settled(future) and not self._is_shutdown:
                self.spin_once_until_future_complete(future, left)
                if not endless:
                    left = end - time.monotonic()
                    if left < 0:
                        return

    def can_execute(self, entity):
        """Whether the callback of the entity may begin now."""
        return not self._is_shutdown and entity.callback_group.can_execute(entity)

    def _check_running(self):
        if self._is_shutdown:
            raise ShutdownException()
        if not self._context.ok():
            raise ExternalShutdownException()

    def _spin_native_once(self, timeout_sec, done=lambda: False):
        """Run one callback; return also when `done` says so after a wake()."""
        if self._is_shutdown:
            return
        self._check_running()
        left = timeout_ns = timeout_sec_to_nsec(timeout_sec)
        began = time.monotonic_ns()
        while True:
            spun = self._handle.spin_once(left)
            if spun == _RAN:
                return
            if spun != _WOKEN:
                if not self._is_shutdown and not self._context.ok():
                    raise ExternalShutdownException()
                return
            if done() or self._is_shutdown or not self._context.ok():
                return
            if timeout_ns >= 0:
                left = max(0, timeout_ns - (time.monotonic_ns() - began))

    def wait_for_ready_callbacks(self, timeout_sec=None, nodes=None,
                                 condition=lambda: False):
        """
        Wait for what is ready next, and take it out of the order.

        :return: a task, to be called once, the entity whose callback it runs, and its node;
            the latter two are None for tasks.
        """
        if isinstance(timeout_sec, TimeoutObject):
            timeout_sec = timeout_sec.timeout
        timeout_ns = timeout_sec_to_nsec(timeout_sec)
        end = None if timeout_ns < 0 else time.monotonic_ns() + timeout_ns
        while True:
            self._check_running()
            if condition():
                raise ConditionReachedException()
            work = self._handle.pull(timeout_ns)
            if work is None or work.is_wake:
                self._check_running()
                if condition():
                    raise ConditionReachedException()
                if work is None:
                    raise TimeoutException()
                work.run()
                if end is not None:
                    timeout_ns = max(0, end - time.monotonic_ns())
                continue
            entity, node = of_work(work.id)
            if nodes is not None and node is not None and node not in nodes:
                work.run()
                continue
            return Task(work.run, executor=None), entity, node


class SingleThreadedExecutor(Executor):
    """Runs callbacks on the thread that spins."""

    def spin(self):
        if type(self).spin_once is not SingleThreadedExecutor.spin_once:
            return super().spin()
        with self._spinning:
            self._spin_native()

    def _spin_native(self):
        while True:
            stops = self._handle.stops()
            if not self._context.ok() or self._is_shutdown:
                return
            try:
                waited = self._handle.spin(stops)
            except ShutdownException:
                if not self._is_shutdown:
                    raise
                return  # a callback waited, and nothing could come any more
            if waited and not self._is_shutdown and not self._context.ok():
                raise ExternalShutdownException()

    def spin_once(self, timeout_sec=None):
        with self._spinning:
            self._spin_native_once(timeout_sec)

    def spin_once_until_future_complete(self, future, timeout_sec=None):
        with self._spinning, future._waking(self.wake):
            if not _settled(future):
                self._spin_native_once(timeout_sec, functools.partial(_settled, future))


class MultiThreadedExecutor(Executor):
    """
    Runs callbacks on threads of its own.

    :param num_threads: None for as many as the process may use processors.
    """

    def __init__(self, num_threads=None, *, context=None):
        super().__init__(context=context)
        if num_threads is None:
            num_threads = len(os.sched_getaffinity(0)) or 2
        if num_threads <= 0:
            raise ValueError("max_workers must be greater than 0")
        if num_threads == 1:
            import warnings
            warnings.warn(
                "MultiThreadedExecutor is used with a single thread.\n"
                "Use the SingleThreadedExecutor instead.")
        self._num_threads = num_threads
        self._pool = None
        self._futures = []

    def spin(self):
        if type(self).spin_once is not MultiThreadedExecutor.spin_once:
            return super().spin()
        with self._spinning:
            spin = _Spin(self)
            try:
                spin.begin(self._handle.planned_threads() or self._num_threads)
                spin.wait()
            finally:
                spin.end()

    def spin_once(self, timeout_sec=None):
        with self._spinning:
            self._hand_over(timeout_sec, lambda: False)

    def spin_once_until_future_complete(self, future, timeout_sec=None):
        with self._spinning, future._waking(self.wake):
            self._hand_over(timeout_sec, functools.partial(_settled, future))

    def _hand_over(self, timeout_sec, condition):
        """Give what is ready next to a thread; raise what a callback raised before."""
        if not self._context.ok():  # who looks in turns must not turn for ever
            raise ExternalShutdownException()
        try:
            task, _, _ = self.wait_for_ready_callbacks(timeout_sec, None, condition)
        except (ExternalShutdownException, ShutdownException, TimeoutException,
                ConditionReachedException):
            pass
        else:
            if self._pool is None:
                from concurrent.futures import ThreadPoolExecutor
                self._pool = ThreadPoolExecutor(self._num_threads)
            self._futures.append(self._pool.submit(self._run, task))
        done = [one for one in self._futures if one.done()]
        self._futures = [one for one in self._futures if one not in done]
        for one in done:
            one.result()

    def _run(self, task):
        task()
        self.wake()
        return task.result()

    def shutdown(self, timeout_sec=None):
        ended = super().shutdown(timeout_sec)
        if ended and self._pool is not None:
            self._pool.shutdown(wait=False)
        return ended


class _Spin:
    """The threads of one spin() of a MultiThreadedExecutor, whose own thread waits."""

    def __init__(self, executor):
        self._executor = executor
        self._over = threading.Event()
        self._error = None

    def begin(self, count):
        for number in range(count):
            threading.Thread(target=self._work, name=f"rclpy-{number}").start()

    def _work(self):
        executor = self._executor
        try:
            while True:
                stops = executor._handle.stops()
                if not self._goes_on():
                    break
                executor._handle.spin(stops)
        except BaseException as error:  # spin() raises it, but for what a callback that waited
            if not isinstance(error, _ENDS) or self._goes_on():  # got at the end
                self._error = self._error or error
        self._over.set()

    def _goes_on(self):
        executor = self._executor
        return not self._over.is_set() and executor._context.ok() and not executor._is_shutdown

    def wait(self):
        self._over.wait()
        if self._error is not None:
            raise self._error

    def end(self):
        """Let the threads end; a callback under way ends by itself."""
        self._over.set()
        self._executor._handle.stop()
