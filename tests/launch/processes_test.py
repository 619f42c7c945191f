"""Processes: how they start, what is shown of them, how they end, and what launch makes of it."""
import asyncio
import os
import signal
import threading
import unittest

import launch
from launch import LaunchDescription, LaunchService
from launch.actions import (
    EmitEvent, ExecuteLocal, ExecuteProcess, LogInfo, OpaqueFunction, RegisterEventHandler,
    SetLaunchConfiguration, Shutdown, TimerAction)
from launch.descriptions import Executable
from launch.event_handlers import OnProcessExit, OnProcessIO, OnProcessStart, OnShutdown
from launch.events import matches_action
from launch.events.process import (
    ProcessExited, ProcessIO, ProcessStarted, ShutdownProcess, SignalProcess,
    matches_executable, matches_name, matches_pid)
from launch.substitutions import LocalSubstitution
from launch_case import LaunchCase


def shell(text, **kwargs):
    return ExecuteProcess(cmd=["sh", "-c", text], name="p", output="screen", **kwargs)


class StatusTest(LaunchCase):
    def test_the_status_is_0_only_if_all_ended_well(self):
        for text, status, words in (
                ("exit 0", 0, "process has finished cleanly"), ("exit 4", 3, "exit code 4"),
                ("kill -SEGV $$", 3, "exit code -11")):
            with self.subTest(text=text):
                self.assertEqual(self.run_entities(shell(text))[0], status)
                self.assert_line(words)

    def test_a_signal_that_launch_sent_is_a_good_end(self):
        deaf = shell("trap '' INT; echo ready; while :; do sleep 0.02; done",
                     sigterm_timeout="0.1")
        polite = shell("trap 'exit 130' INT; echo ready; while :; do sleep 0.02; done")
        rude = shell("trap 'exit 7' INT; echo ready; while :; do sleep 0.02; done")
        for process, status in ((deaf, 0), (polite, 0), (rude, 3)):
            end = RegisterEventHandler(OnProcessIO(
                target_action=process, on_stdout=lambda event: Shutdown(reason="seen")))
            self.assertEqual(self.run_entities(end, process)[0], status, self.lines)

    def test_a_required_process_ends_the_launch_and_its_status_counts(self):
        forever = shell("while :; do sleep 0.02; done")
        status, _, _ = self.run_entities(
            forever, shell("exit 4", on_exit=Shutdown(reason="it ended")))
        self.assertEqual(status, 3)
        self.assert_line("was required: shutting down launched system")

    def test_what_cannot_be_started_is_named_and_has_an_exit_event(self):
        seen = []
        missing = ExecuteProcess(cmd=["/nosuch/program"], on_exit=lambda event, context:
                                 seen.append(event.returncode))
        self.assertEqual(self.run_entities(missing)[0], 3)
        self.assert_line("No such file or directory: '/nosuch/program'")
        self.assertEqual(seen, [127])
        self.assertEqual(self.run_entities(shell("pwd", cwd="/nosuch"))[0], 3)
        self.assert_line("in '/nosuch', which is not a folder")


class OutputTest(LaunchCase):
    def test_lines_are_whole_and_the_last_needs_no_newline(self):
        self.run_entities(shell('printf "one, "; sleep 0.1; printf "two\\nthree"'))
        self.assert_line("[p-")
        shown = [line.partition("] ")[2] for line in self.lines if line.startswith("[p-")]
        self.assertEqual(shown, ["one, two", "three"])

    def test_a_terminal_is_emulated_when_it_is_asked_for(self):
        text = "[ -t 1 ] && [ -t 2 ] && echo terminal || echo none"
        for emulate, configuration, found in (
                (False, None, "none"), (True, None, "terminal"), (False, "true", "terminal")):
            settings = [] if configuration is None else \
                [SetLaunchConfiguration("emulate_tty", configuration)]
            self.run_entities(*settings, shell(text, emulate_tty=emulate))
            self.assert_line(found)

    def test_output_is_kept_only_if_that_is_asked_for(self):
        kept = shell("echo out; echo err >&2", cached_output=True)
        other = shell("echo out")
        self.run_entities(kept, other)
        self.assertEqual((kept.get_stdout(), kept.get_stderr()), ("out\n", "err\n"))
        with self.assertRaisesRegex(RuntimeError, "cached_output=True"):
            other.get_stdout()

    def test_each_output_setting_has_its_places(self):
        processes = [
            ExecuteProcess(cmd=["sh", "-c", f"echo o-{name}; echo e-{name} >&2"], name=name,
                           output=output)
            for name, output in (
                ("screen", "screen"), ("log", "log"), ("both", "both"), ("own", "own_log"),
                ("full", "full"), ("dict", {"stdout": "screen", "stderr": {"log", "own_log"}}))]
        self.run_entities(*processes)
        folder = launch.logging.launch_config.log_dir
        with open(os.path.join(folder, "launch.log")) as file:
            log = file.read()
        screen = "\n".join(self.lines)
        for text, on_screen, in_log in (
                ("o-screen", 1, 0), ("e-screen", 1, 0), ("o-log", 0, 1), ("e-log", 1, 1),
                ("o-both", 1, 1), ("e-both", 1, 1), ("o-own", 0, 0), ("o-full", 1, 1),
                ("o-dict", 1, 0), ("e-dict", 0, 1)):
            with self.subTest(text=text):
                self.assertEqual((text in screen, text in log), (bool(on_screen), bool(in_log)))
        own = {name.rpartition("-")[0] if name.count("-") == 1 else name
               for name in os.listdir(folder)} - {"launch.log"}
        self.assertTrue(any(name.endswith("-stderr.log") for name in own), own)
        self.assertIn("own", own)

    def test_a_bad_output_setting_is_refused_with_what_is_possible(self):
        self.assertEqual(self.run_entities(shell("true"), ExecuteProcess(
            cmd=["true"], output="nosuch"))[0], 1)
        self.assert_line("nosuch is not a valid standard output config: expected one of")

    def test_a_format_may_use_the_line_and_the_action(self):
        self.run_entities(shell("echo words", output_format="<{this.name}> {line}"))
        self.assert_line("> words")
        self.run_entities(shell("echo words", log_cmd=True))
        self.assert_line("process details: cmd='sh -c echo words', cwd='None', custom_env?=False")

    def test_print_of_python_is_seen_at_once(self):
        text = "import time; print('seen'); time.sleep(1000)"
        process = ExecuteProcess(cmd=["/usr/bin/python3", "-c", text], output="screen")
        end = RegisterEventHandler(OnProcessIO(
            target_action=process, on_stdout=lambda event: Shutdown(reason="seen")))
        self.assertEqual(self.run_entities(end, process)[0], 0)


class EventsTest(LaunchCase):
    def test_a_process_starts_writes_and_exits_as_events(self):
        process = shell("echo out; echo err >&2; exit 5")
        seen = []

        def note(event, context):
            seen.append(event)
        self.run_entities(
            RegisterEventHandler(OnProcessStart(target_action=process, on_start=note)),
            RegisterEventHandler(OnProcessIO(
                target_action=process, on_stdout=note, on_stderr=note)),
            RegisterEventHandler(OnProcessExit(target_action=process, on_exit=note)), process)
        self.assertIsInstance(seen[0], ProcessStarted)
        self.assertIsInstance(seen[-1], ProcessExited)
        self.assertEqual(seen[-1].returncode, 5)
        written = {(event.text, event.from_stdout, event.from_stderr, event.from_stdin)
                   for event in seen if isinstance(event, ProcessIO)}
        self.assertEqual(written, {(b"out\n", True, False, False), (b"err\n", False, True, False)})
        for event in seen:
            self.assertIs(event.action, process)
            self.assertIs(event.execute_process_action, process)
            self.assertEqual(event.cmd[0], "sh")
            self.assertGreater(event.pid, 0)
            self.assertIsNone(event.cwd)
            self.assertIsNone(event.env)
            self.assertTrue(event.process_name.startswith("p-"))
        self.assertEqual(process.return_code, 5)
        self.assertEqual(process.process_details["pid"], seen[0].pid)

    def test_a_target_may_be_a_predicate_or_all(self):
        one, other = shell("exit 0"), shell("exit 0")
        by_predicate, by_all = [], []
        self.run_entities(
            RegisterEventHandler(OnProcessExit(
                target_action=lambda action: action is one,
                on_exit=lambda event, context: by_predicate.append(event.action))),
            RegisterEventHandler(OnProcessExit(
                on_exit=lambda event, context: by_all.append(event.action))), one, other)
        self.assertEqual(by_predicate, [one])
        self.assertEqual(set(by_all), {one, other})

    def test_processes_are_signalled_and_ended_by_events(self):
        text = "trap 'echo usr; exit 0' USR1; echo ready; while :; do sleep 0.02; done"
        for matcher in (lambda p: matches_action(p), lambda p: matches_executable("sh"),
                        lambda p: matches_name(p.process_details["name"]),
                        lambda p: matches_pid(p.process_details["pid"])):
            process = shell(text)
            send = RegisterEventHandler(OnProcessIO(
                target_action=process, on_stdout=lambda event: None if b"usr" in event.text else
                EmitEvent(event=SignalProcess(
                    signal_number="SIGUSR1", process_matcher=matcher(process)))))
            self.assertEqual(self.run_entities(send, process)[0], 0)
            self.assert_line("sending signal 'SIGUSR1' to process[p-")
            self.assert_line("] usr")
        self.assertEqual(SignalProcess(
            signal_number=signal.SIGTERM, process_matcher=None).signal_name, "SIGTERM")
        process = shell("while :; do sleep 0.02; done")
        self.assertEqual(self.run_entities(RegisterEventHandler(OnProcessStart(
            target_action=process, on_start=EmitEvent(event=ShutdownProcess(
                process_matcher=matches_action(process))))), process)[0], 0)
        self.assert_line("sending signal 'SIGINT' to process[p-")

    def test_escalation_says_how_long_it_waited_and_what_follows(self):
        deaf = shell("trap '' INT TERM; echo ready; while :; do sleep 0.02; done")
        self.run_entities(
            SetLaunchConfiguration("sigterm_timeout", "0.1"),
            SetLaunchConfiguration("sigkill_timeout", "0.3"),
            RegisterEventHandler(OnProcessIO(
                target_action=deaf, on_stdout=lambda event: Shutdown())), deaf)
        self.assert_line("failed to terminate '0.1' seconds after receiving 'SIGINT', "
                         "escalating to 'SIGTERM'")
        self.assert_line("failed to terminate '0.3' seconds after receiving 'SIGTERM', "
                         "escalating to 'SIGKILL'")
        self.assertEqual(deaf.return_code, -9)

    def test_respawn_starts_again_as_often_as_it_may(self):
        process = shell("echo run; exit 1", respawn=True, respawn_delay=0.01,
                        respawn_max_retries=2)
        self.assertEqual(self.run_entities(process)[0], 3)
        self.assertEqual(sum("] run" in line for line in self.lines), 3)

    def test_the_launch_does_not_wait_for_a_respawn(self):
        process = shell("exit 0", respawn=True, respawn_delay=1000)
        self.assertEqual(self.run_entities(
            process, TimerAction(period=0.2, actions=[Shutdown()]))[0], 0)

    def test_what_cannot_be_started_is_not_started_again(self):
        missing = ExecuteProcess(cmd=["/nosuch/program"], respawn=True)
        self.assertEqual(self.run_entities(missing)[0], 3)
        self.assertEqual(sum("No such file" in line for line in self.lines), 1)

    def test_a_process_that_is_to_end_is_not_started_again(self):
        process = shell("echo run; exec sleep 1000", respawn=True)
        end = RegisterEventHandler(OnProcessIO(target_action=process, on_stdout=lambda event: (
            EmitEvent(event=ShutdownProcess(process_matcher=matches_action(process))))))
        self.assertEqual(self.run_entities(end, process)[0], 0, self.lines)
        self.assertEqual(sum("] run" in line for line in self.lines), 1)

    def test_a_process_in_its_delay_that_is_to_end_is_not_started_again(self):
        process = shell("echo run", respawn=True, respawn_delay=1000)
        end = RegisterEventHandler(OnProcessExit(target_action=process, on_exit=TimerAction(
            period=0.01, actions=[EmitEvent(event=ShutdownProcess(
                process_matcher=matches_action(process)))])))
        self.assertEqual(self.run_entities(end, process)[0], 0, self.lines)

    def test_the_end_of_a_process_is_seen_though_its_child_writes_on(self):
        process = shell("yes & sleep 0.1", output_format="")
        self.assertEqual(self.run_entities(RegisterEventHandler(OnProcessExit(
            target_action=process, on_exit=Shutdown())), process)[0], 0)

    def test_what_is_started_by_the_end_of_the_launch_runs(self):
        self.run_entities(
            RegisterEventHandler(OnShutdown(on_shutdown=[shell("echo cleaned")])), Shutdown())
        self.assert_line("cleaned")

    def test_a_second_signal_ends_what_the_end_of_the_launch_has_started(self):
        late = shell("echo ready; exec sleep 1000")
        service = LaunchService()
        service.include_launch_description(LaunchDescription([
            RegisterEventHandler(OnProcessIO(target_action=late, on_stdout=lambda event: (
                OpaqueFunction(function=lambda _: os.kill(os.getpid(), signal.SIGTERM))))),
            RegisterEventHandler(OnShutdown(on_shutdown=[late])), Shutdown()]))
        self.assertEqual(service.run(), 0)
        self.assertEqual(late.return_code, -signal.SIGINT)

    def test_a_handler_that_raises_at_the_end_keeps_no_process_from_its_end(self):
        def fail(event, context):
            raise RuntimeError("from a handler")
        process = shell("exec sleep 1000")
        self.assertEqual(self.run_entities(
            process, RegisterEventHandler(OnShutdown(on_shutdown=fail)),
            RegisterEventHandler(OnProcessStart(
                target_action=process, on_start=[Shutdown()])))[0], 1)
        self.assert_line("from a handler")
        self.assertEqual(process.return_code, -signal.SIGINT)

    def test_an_action_is_executed_once(self):
        process = shell("exit 0")
        self.assertEqual(self.run_entities(process, process)[0], 1)
        self.assert_line("executed more than once")


class CommandTest(LaunchCase):
    def test_prefix_folder_environment_and_shell(self):
        os.environ.update(LAUNCH_A="a")
        self.run_entities(
            shell('echo "$LAUNCH_A-$LAUNCH_B"', additional_env={"LAUNCH_B": "b"}),
            ExecuteProcess(cmd=["env"], env={"ONLY": "this"}, output="screen", name="only"),
            ExecuteProcess(cmd=["pwd"], cwd="/usr", output="screen"),
            ExecuteProcess(cmd=["echo $((1+2)) | cat"], shell=True, output="screen"),
            ExecuteProcess(cmd=["echo", "x"], prefix="env LAUNCH_C=1", output="screen"))
        self.assert_line("] a-b")
        only = [line.partition("] ")[2] for line in self.lines if line.startswith("[only-")]
        self.assertEqual(only, ["ONLY=this"])
        for text in ("] /usr", "] 3", "[env-"):
            self.assert_line(text)

    def test_a_prefix_of_the_configuration_is_put_before_what_the_filter_matches(self):
        self.run_entities(
            SetLaunchConfiguration("launch-prefix", "echo prefixed"),
            SetLaunchConfiguration("launch-prefix-filter", "tru"),
            ExecuteProcess(cmd=["true"], output="screen"),
            ExecuteProcess(cmd=["echo", "alone"], output="screen"))
        self.assert_line("] prefixed true")
        self.assert_line("] alone")

    def test_an_executable_knows_its_final_command(self):
        executable = Executable(
            cmd=["echo", ["a", "b"]], name="n", cwd="/usr", env={"A": "1"},
            additional_env={"B": "2"}, prefix="nice -n 1", arguments=["c"])
        self.run_entities(ExecuteLocal(process_description=executable, output="screen"))
        self.assertEqual(executable.final_cmd, ["nice", "-n", "1", "echo", "ab", "c"])
        self.assertEqual(executable.final_env, {"A": "1", "B": "2"})
        self.assertEqual(executable.final_cwd, "/usr")
        self.assertTrue(executable.final_name.startswith("n-"))


class ServiceTest(LaunchCase):
    def test_it_runs_in_a_loop_of_somebody_else_and_ends_when_told(self):
        service = LaunchService()
        service.include_launch_description(LaunchDescription([
            shell("while :; do sleep 0.02; done"),
            TimerAction(period=0.1, actions=[OpaqueFunction(
                function=lambda context: threading.Thread(target=service.shutdown).start())])]))
        self.assertEqual(asyncio.run(service.run_async(shutdown_when_idle=False)), 0)
        self.assertIsNone(service.event_loop)
        self.assertIsNone(service.task)

    def test_a_cancelled_run_ends_its_processes_and_is_a_failure(self):
        async def run():
            service = LaunchService()
            process = shell("while :; do sleep 0.02; done")
            service.include_launch_description(LaunchDescription([process]))
            task = asyncio.ensure_future(service.run_async())
            while process.process_details is None:
                await asyncio.sleep(0.01)
            task.cancel()
            return await task
        self.assertEqual(asyncio.run(run()), 1)

    def test_run_is_for_the_main_thread(self):
        errors = []

        def run():
            try:
                LaunchService().run()
            except RuntimeError as error:
                errors.append(str(error))
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        self.assertIn("main thread", errors[0])

    def test_handlers_of_the_end_know_the_reason(self):
        self.assertEqual(self.logged(
            RegisterEventHandler(OnShutdown(on_shutdown=[LogInfo(
                msg=["because ", LocalSubstitution("event.reason")])])),
            Shutdown(reason="it is late")), ["because it is late"])


if __name__ == "__main__":
    unittest.main()
