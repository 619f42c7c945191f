"""What a node takes from the heap while it is active is found, with its stack; and what publishing
and hearing take of themselves, on each route.

usage: allocations_test.py <allocating> <clean_routes> <ranvier-trace> <site-packages>
"""
import json
import re
import subprocess
import sys
import unittest

from processes import TracingTest

ALLOCATING, CLEAN, RANVIER_TRACE, SITE = (sys.argv.pop(1) for _ in range(4))
sys.path.insert(0, SITE)
from tracetools_test.case import TraceTestCase  # noqa: E402

TIMES = 20  # of the planted ones, at least
MESSAGES = 400
OURS = re.compile(r"lib(ranvier|rclcpp|rosidl|std_msgs)")
OF_THE_HEAP = re.compile(r"lib(stdc\+\+|c|m|gcc_s|ranvier_heap)\.so")


def library_of(line):
    """The file of a line of a stack: "name (FILE)", or "FILE+0x1f" where no name is known."""
    named = re.search(r"\(([^()]*)\)$", line)
    return (named.group(1) if named else re.sub(r"\+0x[0-9a-f]+$", "", line)).rsplit("/", 1)[-1]


class Allocations(TracingTest):
    def heap(self):
        found = subprocess.run([RANVIER_TRACE, "heap-library"], capture_output=True, text=True,
                               check=True)
        return found.stdout.strip()

    def recorded(self, **variables):
        return self.environment(RANVIER_TRACE=self.folder, RANVIER_TRACE_BUFFER="32768",
                                LD_PRELOAD=self.heap(), **variables)

    def ask(self, *words):
        return subprocess.run([RANVIER_TRACE, "allocations", self.folder, *words],
                              capture_output=True, text=True, timeout=60)

    def told(self, *words):
        done = self.ask(*words, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["allocations"]

    def plant(self, *words, **variables):
        subprocess.run([ALLOCATING, *words], check=True, timeout=60,
                       env=self.recorded(**variables))

    @staticmethod
    def has(one, name):
        return any(line.startswith(name + " ") for line in one["stack"])

    def test_each_planted_one_is_found_with_its_stack_in_the_state_active(self):
        self.plant()
        active = self.told("--state", "active", "--callbacks")
        for name, size, callback in (("planted_in_callback", 101, "/number of /planted"),
                                     ("planted_in_library", 333, "/number of /planted"),
                                     ("planted_in_timer", 102, "timer 2 ms of /planted")):
            found = [one for one in active if self.has(one, name)]
            self.assertEqual(len(found), 1, f"{name}: {active}")
            self.assertEqual((found[0]["node"], found[0]["callback"]), ("/planted", callback))
            self.assertGreaterEqual(found[0]["count"], TIMES)
            self.assertEqual(found[0]["bytes"], size * found[0]["count"])
            self.assertTrue(any("spin_once" in line for line in found[0]["stack"]), found)

    def test_none_of_those_before_active_is_among_them(self):
        self.plant()
        everything = self.told()
        self.assertTrue(any(self.has(one, "planted_before") for one in everything))
        active = self.told("--state", "active")
        self.assertFalse(any(self.has(one, "planted_before") for one in active))

    def test_none_while_active_can_be_asked_for(self):
        self.plant()
        self.assertEqual(self.ask("--state", "active", "--none").returncode, 1)
        self.assertIn("planted_in_timer", self.ask("--state", "active", "--none").stdout)

    def test_a_node_that_takes_nothing_has_none_while_active(self):
        self.plant("--clean", RANVIER_SHM="0")
        done = self.ask("--state", "active", "--node", "/planted", "--callbacks", "--none")
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)

    def test_a_test_in_cpp_gets_to_know_the_stacks(self):
        self.plant()
        said = subprocess.run([ALLOCATING, "--ask", self.folder], capture_output=True, text=True,
                              check=True, timeout=60).stdout
        self.assertIn("planted_in_library", said)
        self.assertNotIn("planted_before", said)

    def test_a_test_in_python_fails_with_the_stacks(self):
        self.plant()
        case = TraceTestCase.__new__(TraceTestCase)
        unittest.TestCase.__init__(case)
        case._full_path = self.folder
        with self.assertRaisesRegex(AssertionError, "planted_in_timer"):
            case.assertNoAllocations("/planted")
        case.assertNoAllocations("/another")

    def test_without_the_library_the_answer_is_unknown(self):
        subprocess.run([ALLOCATING], check=True, timeout=60,
                       env=self.environment(RANVIER_TRACE=self.folder))
        done = self.ask("--none")
        self.assertEqual(done.returncode, 1)
        self.assertIn("heap-library", done.stderr)

    # Routes. What takes memory at each message does so hundreds of times.

    def of_ours(self):
        """Places in our libraries that are passed with each message: their innermost frame that is not the
        heap's is ours. There must be some that come once, or the look is blind."""
        ours = []
        for one in self.told():
            inner = [line for line in one["stack"] if not OF_THE_HEAP.match(library_of(line))]
            if inner and OURS.match(library_of(inner[0])):
                ours.append(one)
        self.assertGreater(len(ours), 10)
        return [one for one in ours if one["count"] >= MESSAGES // 4]

    def run_pair(self, **variables):
        environment = self.recorded(**variables)
        with subprocess.Popen([CLEAN, "sub"], env=environment) as hears:
            try:
                subprocess.run([CLEAN, "pub"], env=environment, check=True, timeout=60)
                self.assertEqual(hears.wait(60), 0)
            finally:
                hears.kill()

    def test_within_a_process_nothing_is_taken(self):
        subprocess.run([CLEAN, "both"], env=self.recorded(), check=True, timeout=60)
        self.assertEqual(self.of_ours(), [])

    def test_through_shared_memory_nothing_is_taken(self):
        self.run_pair()
        self.assertEqual(self.of_ours(), [])

    def test_over_dds_the_encoded_bytes_and_the_object_are_taken_and_nothing_else(self):
        self.run_pair(RANVIER_SHM="0")
        steps = ["ranvier::Publisher::write_copy", "ranvier::Message::decode"]
        for one in self.of_ours():
            [step] = [step for step in steps if any(step in line for line in one["stack"])]
            steps.remove(step)  # a step has one place


if __name__ == "__main__":
    unittest.main()
