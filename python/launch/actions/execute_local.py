"""A process."""
import asyncio
import os
import traceback
from collections.abc import Iterable

import launch.logging
from launch.action import Action
from launch.event_handler import EventHandler
from launch.event_handlers import OnProcessExit, OnShutdown
from launch.events.process import (
    ProcessExited, ProcessStarted, ProcessStderr, ProcessStdout, ShutdownProcess, SignalProcess)
from launch.launch_description_entity import LaunchDescriptionEntity
from launch.places import words_of
from launch.process_end import ProcessEnd
from launch.process_output import ProcessOutput
from launch.running_process import RunningProcess
from launch.substitutions import LaunchConfiguration
from launch.utilities import (
    coerce_to_type, create_future, normalize_to_list_of_substitutions, normalize_typed_substitution,
    perform_substitutions, perform_typed_substitution)

DEFAULT_OUTPUT_FORMAT = "[{this.process_description.final_name}] {line}"


def _normalize_time(value):
    return normalize_to_list_of_substitutions(
        str(value) if isinstance(value, (int, float)) else value)


class ExecuteLocal(Action):
    """
    Runs a process until it ends, or until the launch ends.

    :param process_description: an Executable.
    :param shell: the command is given to a shell.
    :param sigterm_timeout: seconds from SIGINT to SIGTERM when the process is to end.
    :param sigkill_timeout: seconds from SIGTERM to SIGKILL.
    :param emulate_tty: its output is a pseudo terminal.
    :param output: where its output goes: launch.logging.get_output_loggers() says how.
    :param output_format: of a line; {line} and {this}, the action, can be used.
    :param cached_output: get_stdout() and get_stderr() give all that it wrote.
    :param log_cmd: the command is logged.
    :param on_exit: entities, or a function of (event, context), for its end.
    :param respawn: it is started again when it ends, unless the launch ends.
    :param respawn_delay: seconds until then.
    :param respawn_max_retries: how many times; -1: without an end.
    """

    def __init__(self, *, process_description, shell=False,
                 sigterm_timeout=LaunchConfiguration("sigterm_timeout", default=5),
                 sigkill_timeout=LaunchConfiguration("sigkill_timeout", default=5),
                 emulate_tty=False, output="log", output_format=DEFAULT_OUTPUT_FORMAT,
                 cached_output=False, log_cmd=False, on_exit=None, respawn=False,
                 respawn_delay=None, respawn_max_retries=-1, **kwargs):
        super().__init__(**kwargs)
        self.__process_description = process_description
        self.__shell = shell
        self.__sigterm_timeout = _normalize_time(sigterm_timeout)
        self.__sigkill_timeout = _normalize_time(sigkill_timeout)
        self.__emulate_tty = emulate_tty
        self.__output = os.environ.get("OVERRIDE_LAUNCH_PROCESS_OUTPUT") or output
        if not isinstance(self.__output, dict):
            self.__output = normalize_to_list_of_substitutions(self.__output)
        self.__output_format = output_format
        self.__cached_output = cached_output
        self.__log_cmd = log_cmd
        self.__on_exit = on_exit
        self.__respawn = normalize_typed_substitution(respawn, bool)
        self.__respawn_delay = None if respawn_delay is None else \
            normalize_typed_substitution(_as_float(respawn_delay), float)
        self.__respawn_max_retries = normalize_typed_substitution(respawn_max_retries, int)
        self.__respawns = 0
        self.__started = False
        self.__process = None
        self.__process_event_args = None
        self.__returncode = None
        self.__completed_future = None
        self.__shutdown_future = None
        self.__written = None
        self.__handlers = []

    @property
    def process_description(self):
        return self.__process_description

    @property
    def shell(self):
        return self.__shell

    @property
    def emulate_tty(self):
        return self.__emulate_tty

    @property
    def sigkill_timeout(self):
        return self.__sigkill_timeout

    @property
    def sigterm_timeout(self):
        return self.__sigterm_timeout

    @property
    def output(self):
        return self.__output

    @property
    def respawn(self):
        return self.__respawn

    @property
    def process_details(self):
        """The arguments of its events (action, name, cmd, cwd, env, pid); None before it runs."""
        return self.__process_event_args

    @property
    def return_code(self):
        """The status of its last end."""
        return self.__returncode

    def get_sub_entities(self):
        on_exit = self.__on_exit
        if isinstance(on_exit, LaunchDescriptionEntity):
            return [on_exit]
        return list(on_exit) if isinstance(on_exit, Iterable) else []

    def get_stdout(self):
        """Give all that it wrote; RuntimeError without cached_output."""
        return self.__kept(1)

    def get_stderr(self):
        return self.__kept(2)

    def __kept(self, fd):
        if not self.__cached_output:
            raise RuntimeError(
                "the output of this process is not kept: give its action cached_output=True")
        return self.__written.kept(fd) if self.__written else ""

    def get_asyncio_future(self):
        return self.__completed_future

    def prepare(self, context):
        """Perform the substitutions of what is executed."""
        self.__process_description.prepare(context, self)

    def execute(self, context):
        self.prepare(context)
        name = self.__process_description.final_name
        if self.__started:
            raise RuntimeError(
                f"ExecuteLocal action '{name}': executed more than once: make another action")
        self.__started = True
        if context.is_shutdown:
            return None
        self.__set_up(context, name)
        context.add_completion_future(
            context.asyncio_loop.create_task(self.__run_and_clean_up(context)))
        return None

    def __set_up(self, context, name):
        """Evaluate what the process needs, and listen to events about it."""
        self.__context = context
        self.__process_event_args = self.__details()
        # Later, when it is started, the environment belongs to other actions.
        self.__environment = self.__process_description.final_env or dict(context.environment)
        self.__logger = launch.logging.get_logger(name)
        self.__completed_future = create_future(context.asyncio_loop)
        self.__shutdown_future = create_future(context.asyncio_loop)
        self.__times = [perform_substitutions(context, value)
                        for value in (self.__sigterm_timeout, self.__sigkill_timeout)]
        for time in self.__times:
            coerce_to_type(time, float)
        self.__evaluate_respawn(context)
        self.__end = ProcessEnd(context.asyncio_loop, name, self.__logger, *self.__times)
        if "emulate_tty" in context.launch_configurations:
            self.__emulate_tty = context.launch_configurations["emulate_tty"]
        self.__tty = perform_typed_substitution(
            context, normalize_typed_substitution(self.__emulate_tty, bool), bool)
        self.__open_output(context, name)
        self.__listen(context)
        if self.__log_cmd:
            self.__say_command(context)

    def __evaluate_respawn(self, context):
        self.__respawns_when_ended = perform_typed_substitution(context, self.__respawn, bool)
        self.__retries = perform_typed_substitution(context, self.__respawn_max_retries, int)
        self.__delay = None if self.__respawn_delay is None else \
            perform_typed_substitution(context, self.__respawn_delay, float)

    def __open_output(self, context, name):
        output = self.__output
        if isinstance(output, list):
            output = perform_substitutions(context, output)
        loggers = launch.logging.get_output_loggers(name, output)
        self.__check_output_format()
        self.__written = ProcessOutput(
            *loggers, self.__formatted, keep=self.__cached_output, choose=self._choose_output)

    def __formatted(self, line):
        return self.__output_format.format(line=line, this=self)

    def __check_output_format(self):
        try:
            self.__formatted("")
        except (AttributeError, LookupError, ValueError) as error:
            raise ValueError(
                f"the output_format '{self.__output_format}' cannot be used "
                f"({type(error).__name__}: {error}): it may have {{line}} and {{this}} in it"
            ) from error

    def _choose_output(self, fd, line):
        """Show a line that this process wrote for somebody else; true if it was one."""
        return False

    def __listen(self, context):
        def targeted(kind):
            return lambda event: isinstance(event, kind) and event.process_matcher(self)
        self.__handlers = [
            EventHandler(matcher=targeted(ShutdownProcess)),
            EventHandler(matcher=targeted(SignalProcess)),
            OnShutdown(on_shutdown=self.__on_shutdown)]
        self.__handlers[0].handle = self.__on_shutdown
        self.__handlers[1].handle = lambda event, context: self.__end.send(event.signal)
        if self.__on_exit is not None:
            self.__handlers.append(OnProcessExit(target_action=self, on_exit=self.__on_exit))
        for handler in self.__handlers:
            context.register_event_handler(handler)

    def __on_shutdown(self, _event, _context):
        if not self.__shutdown_future.done():
            self.__shutdown_future.set_result(None)
        self.__end.begin()

    def __say_command(self, context):
        description = self.__process_description
        self.__logger.info(
            f"process details: cmd='{' '.join(description.final_cmd)}', "
            f"cwd='{description.final_cwd}', custom_env?={description.final_env is not None}")

    async def __run_and_clean_up(self, context):
        try:
            while not self.__shutdown_future.done():
                if not await self.__run_once(context):
                    break
                if not await self.__is_to_run_again(context):
                    break
        except Exception as error:
            self.__logger.debug("%s", traceback.format_exc())
            self.__logger.error(
                f"exception while the process runs (see debug for traceback): {words_of(error)}")
            context._failures.append((self.__process_description.final_name, "exception"))
        finally:
            self.__clean_up(context)

    async def __is_to_run_again(self, context):
        if self.__shutdown_future.done() or context.is_shutdown:
            return False
        if not self.__respawns_when_ended or 0 <= self.__retries <= self.__respawns:
            return False
        self.__respawns += 1
        if self.__delay is not None:
            await asyncio.wait([self.__shutdown_future], timeout=self.__delay)
        return not self.__shutdown_future.done()

    def __clean_up(self, context):
        name = self.__process_description.final_name
        if self.__returncode is not None and not self.__end_was_good:
            context._failures.append((name, f"exit code {self.__returncode}"))
        # The handlers go after the event of the end, which is queued, has been handled.
        context._unregister_after_events(self.__handlers)
        self.__completed_future.set_result(None)

    def __start(self, context):
        description = self.__process_description
        env = self.__environment
        if description.env is None:
            env = context._guard.mark(env)
            env.setdefault("PYTHONUNBUFFERED", "1")  # what print() writes is seen at once
        return RunningProcess(
            context.asyncio_loop, description.final_cmd, cwd=description.final_cwd, env=env,
            shell=self.__shell, emulate_tty=self.__tty,
            on_output=self.__on_output)

    def __on_output(self, fd, found):
        self.__written.add(fd, found)
        kind = ProcessStdout if fd == 1 else ProcessStderr
        self.__tell(kind(text=found, **self.__process_event_args))

    def __tell(self, event):
        """Emit an event if somebody listens."""
        if self.__context.would_handle_event(event):
            self.__context.emit_event_sync(event)

    async def __run_once(self, context):
        """Run it until its end; False if it could not be started."""
        details = self.__details()
        context._guard.begin()
        self._before_start(context)
        try:
            process = self.__start(context)
        except (OSError, ValueError) as error:
            await self.__could_not_start(context, error)
            return False
        self.__process = process
        self.__process_event_args = details = {**details, "pid": process.pid}
        context._guard.watch(process.pid, *self.__times)
        self.__end.watch(process)
        self.__logger.info(f"process started with pid [{process.pid}]")
        await context.emit_event(ProcessStarted(**details))
        returncode = await process.wait()
        self.__written.flush()
        if not process.has_group():
            context._guard.forget(process.pid)
        self.__end_was_good = self.__end.ended_well(returncode)
        self.__end.cancel()
        await self.__has_ended(context, returncode)
        await self._on_ended(context, returncode)
        return True

    def __details(self):
        description = self.__process_description
        return {"action": self, "name": description.final_name, "cmd": description.final_cmd,
                "cwd": description.final_cwd, "env": description.final_env, "pid": 0}

    def _before_start(self, context):
        """Do what the process needs before it is started, each time."""

    async def _on_ended(self, context, returncode):
        """Do what belongs to the end of the process, each time."""

    async def __could_not_start(self, context, error):
        description = self.__process_description
        what = f"'{description.final_cmd[0]}'" if description.final_cmd else "nothing"
        if description.final_cwd and not os.path.isdir(description.final_cwd):
            what += f" in '{description.final_cwd}', which is not a folder"
        self.__logger.error(
            f"exception occurred while executing process: {type(error).__name__}: {error}. "
            f"Could not start {what}: check 'cmd' and 'cwd' of the action")
        self.__end_was_good = False
        self.__returncode = 127 if isinstance(error, FileNotFoundError) else 126
        await context.emit_event(
            ProcessExited(returncode=self.__returncode, **self.__process_event_args))

    async def __has_ended(self, context, returncode):
        pid = self.__process_event_args["pid"]
        self.__returncode = returncode
        if returncode == 0:
            self.__logger.info(f"process has finished cleanly [pid {pid}]")
        else:
            cmd = " ".join(self.__process_description.final_cmd)
            self.__logger.error(
                f"process has died [pid {pid}, exit code {returncode}, cmd '{cmd}'].")
        await context.emit_event(
            ProcessExited(returncode=returncode, **self.__process_event_args))

    # A process that is none: something else, such as a container, does what it would do.

    def run_elsewhere(self, context, end):
        """
        Behave as if the process were about to start; something else runs what it would run.

        :param end: called with (context, this action) when it is asked to end alone.
        """
        self.prepare(context)
        self.__started = True
        name = self.__process_description.final_name
        self.__set_up(context, name)
        self.__handlers[0].handle = lambda event, context: end(context, self)
        context.unregister_event_handler(self.__handlers.pop(2))
        self.__process_event_args = self.__details()
        self.__end_was_good = True

    def has_started_elsewhere(self, context, pid):
        self.__process_event_args["pid"] = pid
        context.emit_event_sync(ProcessStarted(**self.__process_event_args))

    def add_line(self, fd, line):
        """Log a line as one of this process."""
        self.__written.add_line(fd, line)
        kind = ProcessStdout if fd == 1 else ProcessStderr
        self.__tell(kind(text=f"{line}\n".encode(), **self.__process_event_args))

    async def has_ended_elsewhere(self, context, returncode):
        self.__returncode = returncode
        await context.emit_event(
            ProcessExited(returncode=returncode, **self.__process_event_args))
        self.__clean_up(context)


def _as_float(value):
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value
