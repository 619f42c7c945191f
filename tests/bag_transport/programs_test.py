"""`ros2 bag record` beside publishers in processes of their own: what is kept, and what is lost.

usage: programs_test.py <build folder> <bag_publisher> <bag_numbers>
"""
import os
import pathlib
import pty
import random
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from own_domain import Domain  # noqa: E402

BUILD, PUBLISHER, NUMBERS = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
del sys.argv[1:4]
LIMIT_S = 60  # nothing takes that long unless it hangs
LOST = 3  # the status of a recorder that lost messages
ALL = ("--regex", "^/t", "-p", "5")


def few_bytes(limit):
    """Make every file of a child end at so many bytes, as a full disk does."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


class RecordTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.domain = Domain()
        cls.seed = int(os.environ.get("RANVIER_TEST_SEED", random.randrange(1 << 30)))

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ranvier-bags-"))
        self.bag = self.folder / "bag"
        self.processes = []
        self.env = dict(os.environ, ROS_DOMAIN_ID=str(self.domain.number),
                        ROS_AUTOMATIC_DISCOVERY_RANGE="LOCALHOST",
                        ROS_LOG_DIR=str(self.folder / "log"))

    def tearDown(self):
        for process in self.processes:
            process.kill()
            process.wait()
            process.stdout.close()
        shutil.rmtree(self.folder)

    def start(self, *words, **options):
        process = subprocess.Popen([str(word) for word in words], env=self.env, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
        self.processes.append(process)
        return process

    def record(self, *options, **how):
        return self.start(BUILD / "bin/ros2", "bag", "record", "-o", self.bag,
                          "--disable-keyboard-controls", *ALL, *options, **how)

    def publish(self, messages, rate, size, *topics, depth=100):
        """Publish to the end, once somebody subscribes; the program stays, with its history.

        Where nothing may be lost, `depth` is as many messages as come while a recorder has no CPU.
        """
        return self.start(PUBLISHER, messages, rate, size, depth, *topics)

    def wait_for_published(self, publisher):
        self.wait_until(lambda: select.select([publisher.stdout], [], [], 0.1)[0],
                        "everything is published")
        self.assertTrue(publisher.stdout.readline().startswith("published"))

    def wait_until(self, condition, what):
        """Ask until it is so; fail in words when that takes too long."""
        limit = time.monotonic() + LIMIT_S
        while not condition():
            if time.monotonic() > limit:
                self.fail(f"It was not within {LIMIT_S} s that {what}")
            time.sleep(0.005)

    def end(self, recorder):
        recorder.send_signal(signal.SIGINT)
        output, _ = recorder.communicate(timeout=LIMIT_S)
        return recorder.returncode, output

    def numbers(self):
        """What is in the bag: {topic: (messages, last number, gaps)}, and its custom data."""
        read = subprocess.run([NUMBERS, self.bag], capture_output=True, text=True, check=False)
        self.assertEqual(read.returncode, 0, read.stderr)
        topics, custom = {}, {}
        for line in read.stdout.splitlines():
            if line.startswith("custom\t"):
                _, key, value = line.split("\t")
                custom[key] = value
            else:
                name, *rest = line.split()
                topics[name] = tuple(int(number) for number in rest)
        return topics, custom

    def wait_for_size(self, least):
        """Wait until the files of the bag have so many bytes."""
        def size():
            return sum(file.stat().st_size for file in self.bag.glob("*.mcap"))
        self.wait_until(lambda: self.bag.is_dir() and size() >= least,
                        f"the bag has {least} bytes")

    def lost_of(self, custom, topic):
        return int(custom.get(f"lost_messages {topic}", 0))

    def test_nothing_is_lost_and_the_status_says_so(self):
        recorder = self.record("-d", "1")
        publishers = [self.publish(200, 100, 100_000, "/ta", "/tb", depth=200),
                      self.publish(1000, 500, 100, "/tc", depth=1000)]
        for publisher in publishers:
            self.wait_for_published(publisher)
        self.wait_for_size(200 * 200_000)
        status, output = self.end(recorder)
        self.assertEqual(status, 0, output)
        topics, custom = self.numbers()
        self.assertEqual(topics, {"/ta": (200, 199, 0), "/tb": (200, 199, 0),
                                  "/tc": (1000, 999, 0)})
        self.assertGreaterEqual(len(list(self.bag.glob("*.mcap"))), 2)  # it was split meanwhile
        self.assertNotIn("lost_messages", custom)

    def test_of_a_recorder_that_stood_still_kept_and_lost_are_all_that_was_published(self):
        recorder = self.record()
        publisher = self.publish(1500, 500, 2000, "/ta")
        self.wait_for_size(20_000)
        recorder.send_signal(signal.SIGSTOP)
        self.wait_for_published(publisher)
        recorder.send_signal(signal.SIGCONT)
        late = self.publish(5, 100, 100, "/tb")  # it goes on
        self.wait_for_published(late)
        status, output = self.end(recorder)
        topics, custom = self.numbers()
        kept = topics["/ta"][0]
        self.assertEqual(topics["/tb"], (5, 4, 0), output)
        self.assertEqual(status, LOST, output)
        self.assertIn("/ta: ", output)
        lost = self.lost_of(custom, "/ta")
        self.assertEqual(kept + lost, 1500, (topics, custom, output))
        self.assertLessEqual(topics["/ta"][2], lost)  # it is in order

    def test_a_full_disk_ends_it_in_words_and_the_bag_opens(self):
        recorder = self.record(preexec_fn=lambda: few_bytes(3_000_000))
        publisher = self.publish(100, 200, 100_000, "/ta")
        output, _ = recorder.communicate(timeout=LIMIT_S)
        self.assertEqual(recorder.returncode, 1, output)
        self.assertIn(str(self.bag), output)
        topics, _ = self.numbers()
        self.assertGreater(topics["/ta"][0], 0)
        self.assertEqual(topics["/ta"][2], 0)
        publisher.kill()

    def test_killed_at_any_instant_it_leaves_a_bag_that_opens(self):
        draw = random.Random(self.seed)
        for _ in range(5):
            with self.subTest(seed=self.seed):
                recorder = self.record()
                publisher = self.publish(100_000, 1000, 3000, "/ta", depth=5000)
                self.wait_for_size(draw.randrange(5_000, 2_000_000))
                recorder.kill()
                recorder.wait()
                topics, _ = self.numbers()
                self.assertEqual(topics["/ta"][2], 0)
                publisher.kill()
                publisher.wait()
                shutil.rmtree(self.bag)

    def test_what_was_recorded_is_played_to_who_listens(self):
        recorder = self.record()
        publisher = self.publish(100, 200, 5000, "/ta", depth=1000)
        self.wait_for_published(publisher)
        self.wait_for_size(100 * 5000)
        self.assertEqual(self.end(recorder)[0], 0)
        publisher.kill()
        publisher.wait()
        first, self.bag = self.bag, self.folder / "second"
        recorder = self.record()
        player = self.start(BUILD / "bin/ros2", "bag", "play", first, "--loop", "--rate", "2",
                            "--disable-keyboard-controls")
        self.wait_for_size(300 * 5000)
        self.assertEqual(self.end(player)[0], 0)
        self.assertEqual(self.end(recorder)[0], 0)
        messages, _, gaps = self.numbers()[0]["/ta"]
        self.assertGreater(messages, 250)
        self.assertLessEqual(gaps, 1)  # where the recorder came in

    def on_terminal(self, *words):
        """Start a program with a terminal of its own: give its number and where its keys go."""
        number, terminal = pty.fork()
        if number == 0:
            os.execve(words[0], [str(word) for word in words], self.env)
        self.addCleanup(self.end_on_terminal, number, terminal)
        return number, terminal

    @staticmethod
    def end_on_terminal(number, terminal):
        try:
            os.kill(number, signal.SIGKILL)
            os.waitpid(number, 0)
        except (ProcessLookupError, ChildProcessError):
            pass  # the test has waited for it
        os.close(terminal)

    def wait_for_words(self, terminal, words):
        """Read what a program says on its terminal until these words come."""
        said = b""

        def says():
            nonlocal said
            if select.select([terminal], [], [], 0.1)[0]:
                said += os.read(terminal, 4096)
            return words in said
        self.wait_until(says, f"it says {words}")

    def test_keys_pause_a_recorder_and_it_ends_by_ctrl_c(self):
        number, terminal = self.on_terminal(
            BUILD / "bin/ros2", "bag", "record", "-o", self.bag, *ALL)
        self.wait_for_words(terminal, b"Press SPACE")
        os.write(terminal, b" ")
        self.wait_for_words(terminal, b"Pausing recording")
        os.write(terminal, b" ")
        self.wait_for_words(terminal, b"Resuming recording")
        os.write(terminal, b"\x03")
        self.wait_for_words(terminal, b"Recording stopped")
        self.wait_until(lambda: os.waitid(os.P_PID, number, os.WEXITED | os.WNOHANG | os.WNOWAIT),
                        "the recorder ends")
        self.assertEqual(os.waitpid(number, 0)[1], 0)

    def test_keys_pause_and_speed_up_a_player(self):
        recorder = self.record()
        publisher = self.publish(5, 100, 100, "/ta")
        self.wait_for_published(publisher)
        self.wait_for_size(500)
        self.assertEqual(self.end(recorder)[0], 0)
        number, terminal = self.on_terminal(BUILD / "bin/ros2", "bag", "play", self.bag, "-p", "-l")
        self.wait_for_words(terminal, b"Press SPACE")
        os.write(terminal, b" ")
        self.wait_for_words(terminal, b"Resuming play")
        os.write(terminal, b"\x1b[A")
        self.wait_for_words(terminal, b"Set rate to 1.1")
        os.write(terminal, b" ")
        self.wait_for_words(terminal, b"Pausing play")


if __name__ == "__main__":
    unittest.main(verbosity=2)
