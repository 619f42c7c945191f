"""What the entities of one launch share."""
import asyncio
import collections
import contextlib
import os
import threading

from launch.scopes import Scopes, replace
from launch.utilities import perform_substitutions_impl

LOCALS_OF_FILES = ("current_launch_file_path", "current_launch_file_directory")


class _Locals:
    """Names that the current event handler and the current file define."""

    def __init__(self, values):
        self.__dict__.update(values)

    def __setattr__(self, name, value):
        raise AttributeError(
            f"the local variable '{name}' is set by extend_locals(), not by assigning to it")

    def __getattr__(self, name):
        raise AttributeError(f"the context has no local variable '{name}'")


class _EventQueue(collections.deque):
    def qsize(self):
        return len(self)


class LaunchContext:
    """
    The state of a launch: configurations, local variables, event handlers and events.

    :param argv: the command line of the launch, for what asks for it.
    :param noninteractive: there is nobody at a terminal.
    """

    def __init__(self, *, argv=None, noninteractive=False):
        self.__argv = [] if argv is None else argv
        self.__noninteractive = noninteractive
        self._event_queue = _EventQueue()
        self._event_arrived = None  # asyncio.Event of the loop that processes events
        self._event_handlers = collections.deque()
        self.__places = {}  # id of an event handler -> where it was registered
        self._completion_futures = []
        self._is_shutdown = False
        self._failures = []  # (name of a process, what was wrong)
        self._end_callbacks = []  # called when all processes have ended
        self.__loop = None
        self.__globals = {}
        self.__locals = {}
        self.__locals_stack = []
        self._open_includes = ()  # (path, state) of the files that the visit is in
        self.__combined = None
        self.__launch_configurations = {}
        self.__configuration_scopes = Scopes(self.__launch_configurations)
        self.__environment_scopes = Scopes(os.environb)
        self.__environment_at_start = dict(os.environb)
        self.__logger = None

    @property
    def argv(self):
        return self.__argv

    @property
    def noninteractive(self):
        return self.__noninteractive

    @property
    def is_shutdown(self):
        return self._is_shutdown

    @property
    def asyncio_loop(self):
        return self.__loop

    def _set_is_shutdown(self, state):
        self._is_shutdown = state

    def _set_asyncio_loop(self, loop):
        self.__loop = loop
        self._event_arrived = None if loop is None else asyncio.Event()
        if loop is not None and self._event_queue:
            self._event_arrived.set()

    def add_completion_future(self, future):
        """Keep the launch running until this future is done."""
        self._completion_futures.append(future)

    # Local variables: those of the running event handler and file, and global ones.

    def _push_locals(self):
        self.__locals_stack.append((dict(self.__locals), self._open_includes))

    def _pop_locals(self):
        self.__locals, self._open_includes = self.__locals_stack.pop()
        self.__combined = None

    def extend_globals(self, extensions):
        self.__globals.update(extensions)
        self.__combined = None

    def extend_locals(self, extensions):
        self.__locals.update(extensions)
        self.__combined = None

    def _remove_locals(self, names):
        for name in names:
            self.__locals.pop(name, None)
        self.__combined = None

    def get_locals_as_dict(self):
        return {**self.__globals, **self.__locals}

    @property
    def locals(self):
        if self.__combined is None:
            self.__combined = _Locals(self.get_locals_as_dict())
        return self.__combined

    # Launch configurations and the environment: each has scopes, for groups.

    @property
    def launch_configurations(self):
        return self.__launch_configurations

    def _push_launch_configurations(self):
        self.__configuration_scopes.push()

    def _pop_launch_configurations(self):
        if not self.__configuration_scopes.pop():
            raise RuntimeError(
                "PopLaunchConfigurations without a PushLaunchConfigurations before it: add one, "
                "or put the actions into a GroupAction")

    @property
    def environment(self):
        return os.environ

    def _push_environment(self):
        self.__environment_scopes.push()

    def _pop_environment(self):
        if not self.__environment_scopes.pop():
            raise RuntimeError(
                "PopEnvironment without a PushEnvironment before it: add one, or put the "
                "actions into a GroupAction")

    def _reset_environment(self):
        replace(os.environb, self.__environment_at_start)

    def __place(self):
        """Give where the launch is: in which groups, and in which file."""
        files = {name: self.__locals[name] for name in LOCALS_OF_FILES if name in self.__locals}
        return self.__configuration_scopes.current, self.__environment_scopes.current, files

    @contextlib.contextmanager
    def _where_registered(self, event_handler):
        """Be for a while where an event handler was registered: in its groups, in its file."""
        configurations, environment, files = self.__places.get(id(event_handler), (None, None, {}))
        self._push_locals()
        self.extend_locals(files)
        try:
            with self.__configuration_scopes.within(configurations), \
                    self.__environment_scopes.within(environment):
                yield
        finally:
            self._pop_locals()

    # Event handlers and events.

    def would_handle_event(self, event):
        return any(handler.matches(event) for handler in self._event_handlers)

    def register_event_handler(self, event_handler, append=False):
        """
        Add one: asked before all others, or after them with append.

        It runs in the scope of the group, and with the path of the file, where it is registered.
        """
        self.__places[id(event_handler)] = self.__place()
        if append:
            self._event_handlers.append(event_handler)
        else:
            self._event_handlers.appendleft(event_handler)

    def unregister_event_handler(self, event_handler):
        self._event_handlers.remove(event_handler)
        if event_handler not in self._event_handlers:
            self.__places.pop(id(event_handler), None)

    def emit_event_sync(self, event):
        """Queue an event; from another thread, it is queued by the thread of the launch."""
        self.__debug("emitting event synchronously: '%s'", event.name)
        loop = self.__loop
        if loop is not None and threading.get_ident() != getattr(loop, "_thread_id", None) \
                and loop.is_running():
            loop.call_soon_threadsafe(self.__queue, event)
        else:
            self.__queue(event)

    async def emit_event(self, event):
        """Queue an event, from a coroutine of the launch."""
        self.__debug("emitting event: '%s'", event.name)
        self.__queue(event)

    def __queue(self, event):
        self._event_queue.append(event)
        if self._event_arrived is not None:
            self._event_arrived.set()

    def __debug(self, text, *values):
        if self.__logger is None:
            import launch.logging
            self.__logger = launch.logging.get_logger("launch.launch_context")
        self.__logger.debug(text, *values)

    def perform_substitution(self, substitution):
        return perform_substitutions_impl(self, [substitution])
