"""LTTng as the recorder: beside ours, and what it writes held to what ours does.

usage: lttng_test.py <program> <watched program> <ros2> <folder of the libraries> <ranvier-trace>

LTTng's daemon of this test is a user's own, in a folder of the test: so as root it runs as
the user nobody, and so do the programs.
"""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import unittest

from processes import Program, TracingTest

PROGRAM, WATCHED, ROS2, LIBRARIES, RANVIER_TRACE = sys.argv[1:6]
del sys.argv[1:6]
NOBODY = 65534


def why_not():
    """Why this test cannot run here; empty if it can."""
    for command in ("lttng", "lttng-sessiond", "babeltrace2"):
        if shutil.which(command) is None:
            return f"{command} is not installed (tools/packages.txt)"
    if not os.path.exists(os.path.join(LIBRARIES, "libranvier_lttng.so")):
        return "libranvier_lttng.so was not built, for want of liblttng-ust-dev"
    if as_user(["test", "-x", PROGRAM]).returncode != 0:
        return f"the user nobody may not run {PROGRAM}"
    return ""


def as_user(words, **options):
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    return subprocess.run(words, capture_output=True, text=True, timeout=120, **user, **options)


def events_of(trace):
    """(name, thread, fields) of each event, by thread in order; times differ by nature.

    Without the looks at waits for a CPU: each recorder begins and ends those when it does.
    """
    done = subprocess.run(["babeltrace2", "--no-delta", "--names", "payload,context,header", trace],
                          capture_output=True, text=True, timeout=60, check=True)
    if done.stderr:
        raise AssertionError(done.stderr)
    threads = {}
    for line in done.stdout.splitlines():
        name = re.search(r"ros2:\w+", line)[0]
        if name.startswith("ros2:ranvier_cpu_"):
            continue
        pid, tid = (re.search(rf"{key} = (\d+)", line)[1] for key in ("vpid", "vtid"))
        program = re.search(r'procname = "([^"]*)"', line)[1]
        fields = line[line.rindex("}, { ") + 5:] if line.count("{") > 2 else ""
        threads.setdefault((pid, tid, program), []).append((name, fields.rstrip(" }")))
    return threads


def read_by_ours(command, trace, *options):
    """What `ranvier-trace` prints of a trace, without a complaint."""
    done = subprocess.run([RANVIER_TRACE, command, trace, *options], capture_output=True, text=True,
                          timeout=60, check=True)
    if done.stderr:
        raise AssertionError(done.stderr)
    return done.stdout


def printed(trace):
    """(name, fields) of each event by thread in order, as `ranvier-trace print` has them."""
    threads = {}
    for line in read_by_ours("print", trace).splitlines():
        event = json.loads(line)
        name = event.pop("_name")
        del event["_timestamp"]
        who = tuple(event.pop(key) for key in ("vpid", "vtid", "procname"))
        if not name.startswith("ros2:ranvier_cpu_"):
            threads.setdefault(who, []).append((name, event))
    return threads


def counted(trace):
    """The model as the analyses see it: what there is, how often; without times."""
    chains = json.loads(read_by_ours("chains", trace, "--json", "--hops"))
    callbacks = json.loads(read_by_ours("callbacks", trace, "--json"))
    return {"processes": sorted((one["host"], one["pid"]) for one in chains["processes"]),
            "lost": chains["discarded"], "complaints": chains["complaints"],
            "chains": sorted((one["chain"], one["count"]) for one in chains["chains"]),
            "callbacks": sorted((one["callback"], one["runs"]) for one in callbacks["callbacks"])}


class Lttng(TracingTest):
    def setUp(self):
        super().setUp()
        os.chmod(self.folder, 0o777)
        self.home = os.path.join(self.folder, "home")
        self.variables = {"LTTNG_HOME": self.home, "HOME": self.home,
                          "LTTNG_UST_REGISTER_TIMEOUT": "-1",
                          "RANVIER_TRACE_SESSIONS": os.path.join(self.folder, ".sessions")}
        os.mkdir(self.home)
        os.chmod(self.home, 0o777)

    def run_as_user(self, words, **more):
        return as_user(words, env=self.environment(**{**self.variables, **more}))

    def must(self, words, **more):
        done = self.run_as_user(words, **more)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def start_daemon(self):
        self.must(["lttng-sessiond", "--daemonize", "--no-kernel"])
        pid = int(pathlib.Path(self.home, ".lttng/lttng-sessiond.pid").read_text())
        self.addCleanup(os.kill, pid, signal.SIGTERM)

    def start_session(self, name):
        self.start_daemon()
        self.must(["lttng", "create", name, f"--output={self.folder}/{name}"])
        self.must(["lttng", "enable-event", "--userspace", "ros2:*"])
        self.must(["lttng", "add-context", "--userspace", "--type=vpid", "--type=vtid",
                   "--type=procname"])
        self.must(["lttng", "start"])

    def test_both_recorders_have_the_same_of_one_run(self):
        self.start_session("theirs")
        self.must([PROGRAM], RANVIER_TRACE=os.path.join(self.folder, "ours"),
                  RANVIER_TRACE_LTTNG="1", RANVIER_TRACE_BUFFER="4096")
        self.must(["lttng", "destroy"])
        ours = events_of(os.path.join(self.folder, "ours"))
        theirs = events_of(os.path.join(self.folder, "theirs"))
        self.assertEqual(ours.keys(), theirs.keys())
        for thread, events in ours.items():
            self.assertEqual(events, theirs[thread])
        names = {name for events in ours.values() for name, _ in events}
        self.assertGreater(len(names), 35)
        self.hold_our_reading_to(os.path.join(self.folder, "ours"),
                                 os.path.join(self.folder, "theirs"), theirs)

    def hold_our_reading_to(self, ours, theirs, by_babeltrace):
        events = printed(theirs)
        self.assertEqual(printed(ours), events)
        self.assertEqual({(str(pid), str(tid), name): [event[0] for event in of]
                          for (pid, tid, name), of in events.items()},
                         {who: [event[0] for event in of] for who, of in by_babeltrace.items()})
        self.assertEqual(counted(ours), counted(theirs))
        self.assertTrue(counted(theirs)["chains"])
        for command, file in (("report", "report.html"), ("export", "trace.json")):
            read_by_ours(command, theirs, "-o", os.path.join(self.folder, file))
            self.assertGreater(os.path.getsize(os.path.join(self.folder, file)), 1000)
        self.assertIn("messages", read_by_ours("culprits", theirs, "--hops"))

    def test_what_was_there_before_is_named_to_lttng_too(self):
        self.start_daemon()
        environment = self.environment(**self.variables)
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        program = Program(WATCHED, environment, **user)
        self.addCleanup(program.__exit__)
        program.send("first")
        ros2 = [sys.executable, ROS2, "trace"]
        said = self.must([*ros2, "start", "walk", "-p", self.folder, "--recorder", "lttng"])
        self.assertIn("1 running process joined", said)
        program.send("second")
        self.must([*ros2, "pause", "walk"])
        program.send("third")
        program.say("new", "made")
        self.must([*ros2, "resume", "walk"])
        program.send("fourth")
        self.must([*ros2, "stop", "walk"])
        program.send("fifth")
        names = [name for events in events_of(os.path.join(self.folder, "walk")).values()
                 for name, _ in events]
        self.assertEqual(names.count("ros2:rclcpp_publish"), 2)
        self.assertEqual(names.count("ros2:rcl_node_init"), 1)
        self.assertIn("ros2:rclcpp_subscription_callback_added", names)
        read = [name for events in printed(os.path.join(self.folder, "walk")).values()
                for name, _ in events]
        self.assertEqual(sorted(read), sorted(names))
        program.end()

    def test_without_the_library_it_is_said_what_is_missing(self):
        alone = os.path.join(self.folder, "alone")
        os.mkdir(alone)
        os.chmod(alone, 0o755)
        os.symlink(os.path.join(LIBRARIES, "libranvier.so"), os.path.join(alone, "libranvier.so"))
        done = self.run_as_user([PROGRAM], LD_LIBRARY_PATH=alone, RANVIER_TRACE_LTTNG="1")
        self.assertEqual(done.returncode, 0)
        self.assertIn("LTTng cannot record this process: ", done.stderr)
        self.assertIn("Install liblttng-ust1", done.stderr)

    def test_nobody_loads_it_who_does_not_ask(self):
        done = self.run_as_user([PROGRAM], LD_DEBUG="libs")
        self.assertEqual(done.returncode, 0)
        self.assertNotIn("lttng", done.stderr)


if __name__ == "__main__":
    reason = why_not()
    if reason:
        print(f"SKIPPED: {reason}")
        sys.exit(0)
    unittest.main()
