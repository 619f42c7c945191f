"""Runs tests beside a launch."""
import threading

import launch
from launch.actions import RegisterEventHandler
from launch.event_handlers import OnProcessExit, OnProcessIO, OnProcessStart, OnShutdown
from launch_testing.actions import ReadyToTest
from launch_testing.io_handler import ActiveIoHandler
from launch_testing.proc_info_handler import ActiveProcInfoHandler
from launch_testing.test_result import FailResult, TestResult
from launch_testing.util import KeepAliveProc

GRACE = 1.0  # seconds for tests that wait for the end of the last process


class _RunnerWorker:
    """One TestRun."""

    def __init__(self, test_run, launch_file_arguments, debug):
        self._run = test_run
        self._arguments = launch_file_arguments
        self._service = launch.LaunchService(debug=debug)
        self._ready = threading.Event()
        self._ended = threading.Event()
        self._tests_ended = threading.Event()
        self.proc_info = ActiveProcInfoHandler()
        self.proc_output = ActiveIoHandler()
        self._results = TestResult(test_run)
        self._interrupted = False
        self._reason = ""

    def run(self):
        """Give (result before shutdown, result after it)."""
        description, context = self._run.normalized_test_description(self._ready.set)
        # A new description has what is listened to before its first process.
        whole = launch.LaunchDescription([
            *self._listeners(), *self._keep_alive(),
            launch.actions.IncludeLaunchDescription(
                launch.LaunchDescriptionSource(description),
                launch_arguments=_parse(self._arguments))])
        for action in _find_ready(description):
            action._add_callback(self._ready.set)
        self._give_to_tests(context)
        self._service.include_launch_description(whole)
        thread = threading.Thread(target=self._run_tests, daemon=True)
        thread.start()
        status = self._service.run(shutdown_when_idle=True)
        if not self._ready.is_set():
            self._ended.set()
            self._ready.set()
            thread.join()
        reason = self._reason or self._why_stopped(status)
        if reason:
            self._results.stop()
            failed = FailResult(self._run, reason)
            return failed, failed
        after = TestResult(self._run)
        self._run.post_shutdown_tests.run(after)
        return self._results, after

    def _why_stopped(self, status):
        """Say why the launch did not last as long as its tests; '' if it did."""
        broken = self._interrupted or status != 0
        if not self._tests_ended.wait(0 if broken else GRACE) or self._interrupted:
            return "Launch stopped before the active tests finished."
        return "" if status == 0 else \
            f"The launch failed with status {status}: its log names the exception"

    def _listeners(self):
        info, output = self.proc_info, self.proc_output

        def started(event, context):
            info.append(event)
            output.track(event.process_name)

        def stopping(event, context):
            if event.due_to_sigint and not self._tests_ended.is_set():
                self._interrupted = True
                self._results.stop()
        return [
            RegisterEventHandler(OnShutdown(on_shutdown=stopping)),
            RegisterEventHandler(OnProcessStart(on_start=started)),
            RegisterEventHandler(OnProcessExit(
                on_exit=lambda event, context: info.append(event))),
            RegisterEventHandler(OnProcessIO(
                on_stdout=output.append, on_stderr=output.append))]

    def _keep_alive(self):
        return [KeepAliveProc()] if self._run.markers.get("keep_alive") else []

    def _give_to_tests(self, context):
        values = {"launch_service": self._service, "proc_info": self.proc_info,
                  "proc_output": self.proc_output, "test_args": dict(_parse(self._arguments)),
                  **self._run.param_args, **context}
        attributes = {"launch_service": self._service, "proc_info": self.proc_info,
                      "proc_output": self.proc_output}
        for tests in (self._run.pre_shutdown_tests, self._run.post_shutdown_tests):
            self._run.bind(tests, attributes, values)

    def _run_tests(self):
        try:
            if not self._ready.wait(self._run.timeout):
                self._reason = f"Timed out after {self._run.timeout} s: the description has " \
                    "not reached ReadyToTest"
                return
            if self._ended.is_set():
                self._reason = "Processes under test stopped before tests completed: the " \
                    "launch ended before ReadyToTest"
                return
            self._run.pre_shutdown_tests.run(self._results)
            self._tests_ended.set()
        finally:
            self._service.shutdown()


def _parse(arguments):
    from ros2launch.api import parse_launch_arguments
    return list(parse_launch_arguments(arguments))


def _find_ready(entity):
    """Give the ReadyToTest actions in a description."""
    found = [entity] if isinstance(entity, ReadyToTest) else []
    for one in getattr(entity, "describe_sub_entities", list)():
        found += _find_ready(one)
    for _, entities in getattr(entity, "describe_conditional_sub_entities", list)():
        for one in entities:
            found += _find_ready(one)
    return found


class LaunchTestRunner:
    """Runs TestRuns, one after the other."""

    def __init__(self, test_runs, launch_file_arguments=[], debug=False):
        self._runs = list(test_runs)
        self._arguments = list(launch_file_arguments)
        self._debug = debug

    def generate_preamble(self):
        """Give lines to print before the tests."""
        return []

    def validate(self):
        """Raise RuntimeError if a description has no ReadyToTest, and takes no ready_fn."""
        import inspect
        for run in self._runs:
            takes = inspect.signature(run.test_description_function).parameters
            if "ready_fn" not in takes and not _find_ready(run.get_launch_description()):
                raise RuntimeError(
                    f"generate_test_description() of '{run}' has no ReadyToTest action: add "
                    "launch_testing.actions.ReadyToTest()")

    def run(self):
        """Give {TestRun: its result}; a launch that stopped too early is the last one."""
        results = {}
        for run in self._runs:
            before, after = _RunnerWorker(run, self._arguments, self._debug).run()
            if before is after:
                results[run] = before
                break
            results[run] = _joined(run, before, after)
        return results


def _joined(run, before, after):
    joined = TestResult(run)
    for result in (before, after):
        joined.testsRun += result.testsRun
        for name in ("failures", "errors", "skipped", "expectedFailures",
                     "unexpectedSuccesses"):
            getattr(joined, name).extend(getattr(result, name))
        joined.testTimes.update(getattr(result, "testTimes", {}))
    return joined
