"""Results that come later, and functions and coroutines that make them."""
import sys
import threading
import warnings
import weakref
from collections.abc import Coroutine
from contextlib import contextmanager
from functools import partial


def is_coroutine_function(function):
    """Whether calling it gives a coroutine. Does not import inspect, nor asyncio."""
    while isinstance(function, partial):
        function = function.func
    plain = getattr(function, "__func__", function)
    code = getattr(plain, "__code__", None)
    if code is None:
        call = getattr(type(plain), "__call__", None)
        code = getattr(call, "__code__", None)
    return code is not None and bool(code.co_flags & 0x80)  # CO_COROUTINE


_driven = threading.local()  # `task`: the Task that this thread drives


def _loop_of_asyncio():
    """Give the loop whose coroutine runs here; None if there is none, or a Task is driven."""
    asyncio = sys.modules.get("asyncio")  # who has a loop has imported it
    if asyncio is None or getattr(_driven, "task", None) is not None:
        return None
    return asyncio._get_running_loop()


class Future:
    """A result that comes later."""

    def __init__(self, *, executor=None):
        self._done = False
        self._cancelled = False
        self._result = None
        self._exception = None
        self._exception_fetched = False
        self._is_awaited = False  # who awaits it gets what it raises
        self._callbacks = []
        self._waiting = []  # called at once when it is done, on any thread
        self._lock = threading.Lock()
        self._executor = None
        self._client = None  # a weak reference to the one whose response makes it done
        if executor is not None:
            self._set_executor(executor)

    def __del__(self):
        if self._exception is not None and not self._exception_fetched:
            print("The following exception was never retrieved: " + str(self._exception),
                  file=sys.stderr)

    def __await__(self):
        self._is_awaited = True
        loop = None if self._done or self._cancelled else _loop_of_asyncio()
        if loop is not None:
            from rclpy.experimental.aio import await_in
            return (yield from await_in(loop, self))
        while not self._done and not self._cancelled:
            yield self
        return self.result()

    def cancel(self):
        """Say that nobody wants it any more, unless it is done."""
        with self._lock:
            if self._done:
                return
            self._cancelled = True
        self._tell()

    def cancelled(self):
        return self._cancelled

    def done(self):
        return self._done

    def result(self):
        """Give the result; None while there is none. Raises what was set as exception."""
        if self._exception is not None:
            raise self.exception()
        return self._result

    def exception(self):
        self._exception_fetched = True
        return self._exception

    def set_result(self, result):
        with self._lock:
            self._result = result
            self._done = True
            self._cancelled = False
        self._tell()

    def set_exception(self, exception):
        with self._lock:
            self._exception = exception
            self._exception_fetched = False
            self._done = True
            self._cancelled = False
        self._tell()

    def add_done_callback(self, callback):
        """Call it with this future when it is done: as a task, if there is an executor."""
        with self._lock:
            if not self._done:
                self._callbacks.append(callback)
                return
        self._run_callback(callback)

    def remove_done_callback(self, callback):
        """Remove each of these; give how many there were."""
        with self._lock:
            kept = [one for one in self._callbacks if one != callback]
            removed, self._callbacks = len(self._callbacks) - len(kept), kept
        return removed

    def _wake_when_done(self, wake):
        """Call `wake` once, at once when this is done or cancelled, on whatever thread."""
        with self._lock:
            if not self._done and not self._cancelled:
                self._waiting.append(wake)
                return
        wake()

    @contextmanager
    def _waking(self, wake):
        """Call `wake` when this is done, for as long as this lasts."""
        self._wake_when_done(wake)
        try:
            yield
        finally:
            with self._lock:
                if wake in self._waiting:
                    self._waiting.remove(wake)

    def _tell(self):
        with self._lock:
            waiting, self._waiting = self._waiting, []
            callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            self._run_callback(callback)
        for wake in waiting:
            wake()

    def _run_callback(self, callback):
        executor = self._executor() if self._executor is not None else None
        if executor is not None:
            executor.create_task(callback, self)
            return
        try:
            callback(self)
        except Exception as error:
            import traceback  # what starts soon does without it
            warnings.warn("Unhandled exception in done callback: "
                          f"{error}\n{traceback.format_exc()}")

    def _set_executor(self, executor):
        self._executor = None if executor is None else weakref.ref(executor)


class Task(Future):
    """Calls a function, or drives a coroutine, when it is called; its result is theirs."""

    def __init__(self, handler, args=None, kwargs=None, executor=None):
        super().__init__(executor=executor)
        self._args = () if args is None else args
        self._kwargs = {} if kwargs is None else kwargs
        if is_coroutine_function(handler):
            self._handler = handler(*self._args, **self._kwargs)
            self._args = self._kwargs = None
        else:
            self._handler = handler
        self._executing = False
        self._is_told = False  # an executor has seen what it raised
        self._task_lock = threading.Lock()

    def __call__(self):
        """Go on with it, as far as it comes."""
        self._step()

    def _step(self):
        """Give the future that it waits for, if it waits for one."""
        if self._done or self._cancelled or not self._task_lock.acquire(blocking=False):
            return None
        outer = getattr(_driven, "task", None)
        try:
            self._executing = True
            _driven.task = self
            return self._execute()
        finally:
            _driven.task = outer
            self._executing = False
            self._task_lock.release()

    def _execute(self):
        if not isinstance(self._handler, Coroutine):
            try:
                result = self._handler(*self._args, **self._kwargs)
            except Exception as error:
                self._finish(error=error)
            else:
                self._finish(result)
            return None
        try:
            awaited = self._handler.send(None)
        except StopIteration as end:
            self._handler.close()
            self._finish(end.value)
        except Exception as error:
            self._finish(error=error)
        else:
            if awaited is None or isinstance(awaited, Future):
                return awaited
            self._handler.close()
            self._finish(error=TypeError(
                f"a coroutine in an executor has to await Futures of rclpy, or yield None: "
                f"{awaited!r} is neither"))
        return None

    def _finish(self, result=None, error=None):
        self._handler = self._args = self._kwargs = None  # what they refer to may go
        if error is None:
            self.set_result(result)
        else:
            self.set_exception(error)

    def executing(self):
        return self._executing

    def cancel(self):
        with self._lock:
            handler = None if self._done else self._handler
        super().cancel()
        if not self._executing and isinstance(handler, Coroutine):
            handler.close()
