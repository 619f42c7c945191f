"""The tasks of an executor."""
import functools

from rclpy.impl.turns import Turns
from rclpy.task import Future, Task


class ExecutorTasks:
    """The part of Executor that drives tasks and coroutines, in turns with callbacks."""

    def _init_tasks(self):
        self._pending = set()  # tasks that are not done
        self._turns = Turns()

    def _clear_tasks(self):
        self._pending.clear()
        self._turns.clear()

    def create_future(self):
        """Make a Future whose callbacks are run where this spins."""
        return Future(executor=self)

    def create_task(self, callback, *args, **kwargs):
        """Call it soon, where this spins; a coroutine function or a coroutine is driven."""
        task = Task(callback, args, kwargs, executor=self)
        self._pending.add(task)
        self._schedule(task)
        return task

    def _schedule(self, task):
        if not self._is_shutdown:
            self._turns.begin(task)
            self._handle.post(functools.partial(self._have_turn, task))

    def _have_turn(self, task):
        """Run a task in its turn; raise what a task raised that nobody awaits."""
        try:
            self._go_on(task)
        finally:
            self._turns.end(task, self._is_shutdown)
        self._turns.raise_what_failed()

    def _go_on(self, task):
        """Run a task as far as it comes."""
        awaited = task._step()
        if task.done() or task.cancelled():
            self._pending.discard(task)
        elif isinstance(awaited, Future):
            awaited._wake_when_done(functools.partial(self._schedule, task))
        else:  # something that wants to be asked again and again
            self._schedule(task)

    def _start(self, coroutine, group):
        """
        Drive the coroutine of a callback.

        Until it has ended, no other callback of a group begins that is mutually exclusive.
        """
        task = Task(coroutine, executor=self)
        self._pending.add(task)
        strand = group._strand
        self._handle.block(strand)
        task._wake_when_done(lambda: self._is_shutdown or self._handle.unblock(strand))
        self._turns.begin(task)
        self._have_turn(task)
