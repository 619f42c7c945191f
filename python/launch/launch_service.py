"""Runs launch descriptions."""
import asyncio
import signal
import threading
import traceback

import launch.logging
from launch.event_handlers import OnIncludeLaunchDescription, OnShutdown
from launch.events import IncludeLaunchDescription, Shutdown
from launch.events.process import ShutdownProcess
from launch.guard import Guard
from launch.launch_context import LaunchContext
from launch.places import note_in_file, words_of
from launch.utilities import AsyncSafeSignalManager, visit_all_entities_and_collect_futures
from launch.utilities.visit_all_entities_and_collect_futures_impl import entities_of

EXIT_LAUNCH_FAILED = 1


class LaunchService:
    """
    Visits descriptions, and handles events until nothing is left to do.

    :param argv: the command line, for the context.
    :param noninteractive: there is nobody at a terminal.
    :param debug: log what happens inside.
    """

    def __init__(self, *, argv=None, noninteractive=False, debug=False):
        if debug:
            launch.logging.launch_config.level = launch.logging.logging.DEBUG
        self.__debug = debug
        self.__logger = launch.logging.get_logger("launch")
        self.__context = LaunchContext(argv=argv, noninteractive=noninteractive)
        self.__context._guard = Guard()
        self.__context._unregister_after_events = self.__unregister_after_events
        self.__context.register_event_handler(OnIncludeLaunchDescription())
        self.__context.register_event_handler(OnShutdown(on_shutdown=self.__on_shutdown))
        self.__lock = threading.Lock()
        self.__futures = set()
        self.__return_code = 0
        self.__shutting_down = False
        self.__sigint_received = False
        self.__task = None
        self.__loop = None

    @property
    def context(self):
        return self.__context

    @property
    def event_loop(self):
        """The loop while it runs, else None."""
        return self.__loop

    @property
    def task(self):
        """The task that runs it, or None."""
        return self.__task

    @property
    def failures(self):
        """The pairs (name of a process, what was wrong) of those that did not end well."""
        return list(self.__context._failures)

    def include_launch_description(self, launch_description):
        """Visit a description, now or as soon as it runs; from any thread."""
        self.emit_event(IncludeLaunchDescription(launch_description))

    def emit_event(self, event):
        """Emit an event, from any thread; give a future that is done when it is queued."""
        self.__context.emit_event_sync(event)
        future = asyncio.Future(loop=self.__loop) if self.__loop else None
        if future is not None and threading.get_ident() == self.__thread:
            future.set_result(None)
            return future
        return None

    def run(self, *, shutdown_when_idle=True):
        """Run in this thread, which must be the main one; give the status."""
        if threading.current_thread() is not threading.main_thread():
            raise RuntimeError(
                "LaunchService can only be used in the main thread: await run_async() in a "
                "loop of your own elsewhere")
        return asyncio.run(self.run_async(shutdown_when_idle=shutdown_when_idle))

    async def run_async(self, *, shutdown_when_idle=True):
        """
        Run until nothing is left to do; give the status.

        0, or 1 if the launch itself failed. 'failures' says which processes failed.
        """
        with self.__lock:
            if self.__loop is not None:
                raise RuntimeError("LaunchService is running already")
            self.__loop = asyncio.get_running_loop()
        self.__thread = threading.get_ident()
        self.__task = asyncio.current_task()
        self.__context._set_asyncio_loop(self.__loop)
        try:
            with self.__signals():
                await self.__process_until_done(shutdown_when_idle)
                await self.__end()
        except asyncio.CancelledError:
            self.__return_code = EXIT_LAUNCH_FAILED
            self.__task.uncancel()
            await self.__end_after_cancel()
        finally:
            self.__context._set_asyncio_loop(None)
            self.__task = self.__loop = None
            self.__shutting_down = False
            self.__context._set_is_shutdown(False)
        return self.__return_code

    def __signals(self):
        manager = AsyncSafeSignalManager(self.__loop)
        manager.handle(signal.SIGINT, self.__on_sigint)
        for signum in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            manager.handle(signum, self.__on_other_signal)
        return manager

    def __on_sigint(self, _signum):
        base = "user interrupted with ctrl-c (SIGINT)"
        if self.__sigint_received:
            self.__logger.warning(f"{base} again, ignoring...")
            self.__end_processes()
            return
        self.__sigint_received = True
        self.__logger.warning(base)
        self._shutdown(reason="ctrl-c (SIGINT)", due_to_sigint=True)

    def __on_other_signal(self, signum):
        name = signal.Signals(signum).name
        self.__logger.warning(f"{name} received: shutting down")
        if self.__shutting_down:
            self.__end_processes()
        self._shutdown(reason=name)

    def __end_processes(self):
        """Ask those to end that were started after the event Shutdown, too."""
        self.__context.emit_event_sync(ShutdownProcess(process_matcher=lambda _action: True))

    async def __process_until_done(self, shutdown_when_idle):
        while True:
            try:
                await self.__process_events(shutdown_when_idle)
                return
            except asyncio.CancelledError:
                raise
            except Exception as error:
                self.__report(error)

    def __report(self, error):
        """An action, a handler or a launch file raised: end the launch."""
        self.__logger.debug("An exception was raised in an async action/event")
        self.__logger.debug("%s", "".join(traceback.format_exception(error)))
        words = words_of(error)
        self.__logger.error(
            "Caught exception in launch (see debug for traceback): %s", words)
        self.__return_code = EXIT_LAUNCH_FAILED
        self._shutdown(reason=words)

    async def __process_events(self, shutdown_when_idle):
        queue = self.__context._event_queue
        while True:
            while queue:
                await self.__process_one(queue.popleft())
                await asyncio.sleep(0)  # let what was started begin
            if self.__is_idle():
                if self.__shutting_down:
                    return
                if shutdown_when_idle:
                    self._shutdown(reason="idle")
                    continue
            await self.__wait()

    def __is_idle(self):
        self.__futures.update(self.__context._completion_futures)
        self.__context._completion_futures.clear()
        done = {future for future in self.__futures if future.done()}
        self.__futures -= done
        for future in done:
            if not future.cancelled() and future.exception() is not None:
                raise future.exception()
        return not self.__futures and not self.__context._event_queue

    async def __wait(self):
        """Wait until there is an event, or until an action has ended."""
        arrived = self.__context._event_arrived
        if self.__context._event_queue or self.__context._completion_futures:
            return
        arrived.clear()
        event = asyncio.ensure_future(arrived.wait())
        try:
            await asyncio.wait([event, *self.__futures], return_when=asyncio.FIRST_COMPLETED)
        finally:
            event.cancel()

    async def __process_one(self, event):
        debug = self.__logger.isEnabledFor(launch.logging.logging.DEBUG)
        if debug:
            self.__logger.debug(f"processing event: '{event}'")
        if isinstance(event, _Unregister):
            event.run(self.__context)
            return
        for handler in tuple(self.__context._event_handlers):
            if handler.matches(event):
                if debug:
                    self.__logger.debug(f"processing event: '{event}' ✓ '{handler}'")
                self.__handle_all_the_same(handler, event)

    def __handle_all_the_same(self, handler, event):
        """Handle it; one of Shutdown that raises keeps no other, such as a process's, from it."""
        try:
            self.__handle(handler, event)
        except Exception as error:
            if not isinstance(event, Shutdown):
                raise
            self.__report(error)

    def __handle(self, handler, event):
        context = self.__context
        with context._where_registered(handler):
            name = type(handler).__name__
            try:
                for entity in entities_of(handler.handle(event, context), "event_handler"):
                    visited = visit_all_entities_and_collect_futures(entity, context)
                    self.__futures.update(future for _, future in visited)
            except Exception as error:
                note_in_file(error, context, name)
                raise

    def __unregister_after_events(self, handlers):
        """Take handlers away when the events that are queued now have been handled."""
        self.__context.emit_event_sync(_Unregister(handlers))

    def __on_shutdown(self, _event, context):
        self.__shutting_down = True
        context._set_is_shutdown(True)

    def _shutdown(self, *, reason, due_to_sigint=False, force_sync=False):
        if not self.__shutting_down:
            self.__shutting_down = True
            event = Shutdown(reason=reason, due_to_sigint=due_to_sigint)
            self.__context.emit_event_sync(event)
        self.__context._set_is_shutdown(True)

    def shutdown(self, force_sync=False):
        """Ask it to end, from any thread."""
        with self.__lock:
            if self.__loop is None:
                return
            self.__loop.call_soon_threadsafe(
                lambda: self._shutdown(reason="LaunchService.shutdown() called"))

    async def __end_after_cancel(self):
        """The task was cancelled: end all that runs all the same."""
        self.__shutting_down = False
        self._shutdown(reason="cancelled")
        await self.__process_until_done(True)
        await self.__end()

    async def __end(self):
        """End what is left of processes, and do what waits for their end."""
        await self.__context._guard.end(self.__loop)
        while self.__context._end_callbacks:
            try:
                self.__context._end_callbacks.pop()()
            except Exception as error:
                self.__report(error)


class _Unregister:
    """The place in the queue from which on handlers are not needed."""

    name = "launch.unregister"

    def __init__(self, handlers):
        self.__handlers = handlers

    def run(self, context):
        for handler in self.__handlers:
            if handler in context._event_handlers:
                context.unregister_event_handler(handler)
