"""Recordings of `ros2 launch` of ROS 2, replayed: statuses and lines are equal, but for what is
different on purpose, which is listed here with its reason."""
import concurrent.futures
import os
import shlex
import subprocess
import sys
import unittest

from prefix import LIMIT, Prefix, skip_module
from recordings import FILES, normalized, recordings

STATUS = "a process failed: the status is 3, not 0"
WORDS = "our own words"
# command (and variable) -> (status, reason); the lines of these are not compared
ON_PURPOSE = {
    "ros2 launch -h": (0, WORDS),
    "ros2 launch": (2, "--compose is in the usage"),
    "ros2 launch nosuch.launch.py": (1, "a line instead of a traceback"),
    "ros2 launch 01_hello.launch.py --nosuch": (2, "the usage is that of launch"),
    "ros2 launch 02_args.launch.py --show-args required:=r": (2, "the usage is that of launch"),
    "ros2 launch 02_args.launch.py -p -s": (2, "--compose is in the usage"),
    "ros2 launch 05_conditions.launch.py": (0, "the warning names the line of the user"),
    "ros2 launch 05_conditions.launch.py v:=false": (0, "the same"),
    "ros2 launch 05_conditions.launch.py v:=1": (0, "the same"),
    "ros2 launch 05_conditions.launch.py v:=maybe": (1, "the same"),
    "ros2 launch 05_conditions.launch.py -p": (0, "the same"),
    "ros2 launch 12_events.launch.py -p": (0, "the name of a function inside"),
    "ros2 launch 13_output.launch.py OVERRIDE_LAUNCH_PROCESS_OUTPUT=nosuch": (1, WORDS),
    "ros2 launch 01_hello.launch.py OVERRIDE_LAUNCH_LOG_FORMAT=default": (
        0, "the name of the default is accepted"),
    "ros2 launch 14_prefix_cwd_shell.launch.py": (3, "a line instead of a traceback"),
    "ros2 launch 19_missing_cmd.launch.py": (3, "a line instead of a traceback"),
    "ros2 launch 22_bad_subst.launch.xml": (1, WORDS),
    "ros2 launch 22_paren.launch.xml": (1, WORDS),
    "ros2 launch 22_unknown_subst.launch.xml": (1, WORDS),
    "ros2 launch 22_optenv.launch.xml": (1, WORDS),
    "ros2 launch 22_on_exit_attr.launch.xml": (1, WORDS),
    "ros2 launch 23_returns_none.launch.py": (1, "the reason instead of what follows from it"),
    "ros2 launch -p 22_unknown_attr.launch.xml": (1, "a line instead of a traceback"),
    "ros2 launch 25_find_exec_fails.launch.xml": (1, "the program is named"),
    "ros2 launch 25_any.launch.xml": (0, "it works"),
    "ros2 launch 25_substitutions.launch.xml -p": (0, "'or' is not called 'and'"),
    "ros2 launch 27_use_sim_time.launch.xml": (0, "it works"),
}
# command -> (status, reason); the lines are compared
ONLY_STATUS = {f"ros2 launch {words}": (3, STATUS) for words in (
    "10_respawn.launch.py", "12_events.launch.py", "17_fail.launch.py", "18_required.launch.py",
    "32_required.launch.xml", "32_respawn.launch.xml", "26_executable.launch.xml",
    "26_executable.launch.yaml")}


# How often a process is started again before a timer ends the launch: the machine decides that.
ANY_NUMBER = ("ros2 launch 10_respawn.launch.py", "ros2 launch 32_respawn.launch.xml")


def reason_not_to_replay(recording):
    """Say why a recording is shown by another test; None if it is replayed here."""
    words = recording.command.split()
    if words[:2] != ["ros2", "launch"]:
        return "another command"
    if recording.signals or recording.is_terminal:
        return "signals and terminals: orphans_test and bad_input_test"
    if recording.has_debug:
        return "what is logged inside is our own"
    if any("not set" in one for one in recording.environment):
        return "needs another home: logging_test"
    number = next((word[:2] for word in words if word[:2].isdigit()), "")
    runs = not {"-p", "-s"} & set(words)
    if runs and (number in ("04", "07", "08", "09", "16", "28", "29")):
        return "needs nodes of the demos: nodes_test"
    return None


# A process that is required ends once the child beside it has said all: as it was recorded.
IN_TURN = {
    "child": ("n=0;", ': >"$0.$PPID"; n=0;'),
    "once": ("exit $rc", """case "$*" in *required*)
  until [ -e "${0%/*}/child.$PPID" ]; do sleep 0.01; done ;; esac
exit $rc"""),
}


class Package(Prefix):
    """The packages that the recordings have."""

    def __init__(self):
        super().__init__()
        for program in FILES.joinpath("rec_pkg_lib").iterdir():
            before, after = IN_TURN.get(program.name, ("", ""))
            self.program("rec_pkg", program.name, program.read_text().replace(before, after, 1))
        for folder, names in (("launch", ("one", "dup")), ("other", ("dup",))):
            (self.path / "share/rec_pkg" / folder).mkdir()
            for name in names:
                path = self.path / "share/rec_pkg" / folder / f"{name}.launch.py"
                path.write_text((FILES / "01_hello.launch.py").read_text())
        for name in ("02_args.launch.py", "02_args.launch.xml"):
            (self.path / "share/rec_pkg/launch" / name).write_text((FILES / name).read_text())
        for package, program in (
                ("demo_nodes_cpp", "talker"), ("demo_nodes_cpp", "listener"),
                ("demo_nodes_cpp", "parameter_blackboard"), ("lifecycle", "lifecycle_talker")):
            self.program(package, program, "#!/bin/sh\n")

    def replay(self, recording):
        variables = dict(one.split("=", 1) for one in recording.environment)
        return subprocess.run(
            [sys.executable, "-B", "-m", "ros2launch", *shlex.split(recording.command)[2:]],
            cwd=FILES, env=self.environment(**variables), capture_output=True, text=True,
            timeout=LIMIT)


class RecordingsTest(unittest.TestCase):
    def test_each_recording_is_equal_or_differs_on_purpose(self):
        package = Package()
        self.addCleanup(package.close)
        found = recordings()
        todo = [one for one in found if reason_not_to_replay(one) is None]
        folders = ((package.path / "log", "<LOGDIR>"), (FILES, "<LAUNCH>"),
                   (package.path, "<PREFIX>"))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as threads:
            for recording, done in zip(todo, threads.map(package.replay, todo)):
                with self.subTest(command=recording.command, env=recording.environment):
                    self.compare(recording, done, folders)
        print(f"recordings: {len(todo)} of {len(found)} replayed, {len(ON_PURPOSE)} differ on "
              f"purpose, {len(ONLY_STATUS)} in the status alone", file=sys.stderr)

    def compare(self, recording, done, folders):
        name = " ".join([recording.command, *recording.environment])
        if name in ON_PURPOSE:
            self.assertEqual(done.returncode, ON_PURPOSE[name][0], done.stdout + done.stderr)
            return
        status = ONLY_STATUS[name][0] if name in ONLY_STATUS else int(recording.status)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        ours = [("o", line) for line in done.stdout.splitlines()] + \
            [("e", line) for line in done.stderr.splitlines()]
        some = set if name in ANY_NUMBER else list
        for stream in "oe":
            self.assertEqual(
                sorted(some(normalized(text, folders) for one, text in ours if one == stream)),
                sorted(some(normalized(text, folders)
                            for one, text in recording.lines if one == stream)))


if __name__ == "__main__":
    if not FILES.is_dir():
        skip_module(f"the recordings are not here: {FILES}")
    unittest.main()
