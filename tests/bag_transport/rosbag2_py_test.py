"""Recorder and Player of rosbag2_py: they run until cancel(), a signal, or the end of the bag.

usage: rosbag2_py_test.py <build folder> <bag_publisher> <bag_numbers>
"""
import argparse
import contextlib
import io
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from own_domain import Domain  # noqa: E402

BUILD, PUBLISHER, NUMBERS = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
del sys.argv[1:4]
sys.path.insert(0, str(BUILD / "lib/python3/site-packages"))
import rosbag2_py  # noqa: E402

# A program that records in a thread, in a child and in the parent.
FORKING = """
import multiprocessing, os, pathlib, sys, threading
import rosbag2_py

FOLDER = pathlib.Path(sys.argv[1])


def record(bag):
    rosbag2_py.Recorder().record(
        rosbag2_py.StorageOptions(str(FOLDER / bag), "mcap"),
        rosbag2_py.RecordOptions(topics=["/ta"], topic_polling_interval=0.005))


def begin(bag="child"):
    threading.Thread(target=record, args=(bag,), daemon=True).start()
    while sum(one.stat().st_size for one in (FOLDER / bag).glob("*.mcap")) < 5000:
        pass


def refused():
    try:
        record("child")
    except RuntimeError as error:
        sys.exit("it was forked from one that had joined a domain" not in str(error))
    sys.exit("it recorded")


def forked(target):
    return os.waitpid(os.fork() or sys.exit(target()), 0)[1]


def process(method, target):
    made = multiprocessing.get_context(method).Process(target=target)
    made.start()
    made.join()
    return made.exitcode
"""


class RosbagTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.domain = Domain()
        os.environ.update(ROS_DOMAIN_ID=str(cls.domain.number),
                          ROS_AUTOMATIC_DISCOVERY_RANGE="LOCALHOST")

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ranvier-bags-"))
        os.environ["ROS_LOG_DIR"] = str(self.folder / "log")
        self.storage = rosbag2_py.StorageOptions(
            str(self.folder / "bag"), "mcap", max_cache_size=10_000_000)

    def tearDown(self):
        shutil.rmtree(self.folder)

    def record_what_is_published(self, end):
        options = rosbag2_py.RecordOptions(topics=["/ta"], topic_polling_interval=0.005,
                                           disable_keyboard_controls=True)
        publisher = subprocess.Popen([PUBLISHER, "50", "500", "1000", "100", "/ta"],
                                     stdout=subprocess.PIPE, text=True)
        helper = threading.Thread(target=self._end_when_published, args=(publisher, end))
        helper.start()
        try:
            rosbag2_py.Recorder("warn").record(self.storage, options)
        finally:
            publisher.kill()
            helper.join()
            publisher.wait()
            publisher.stdout.close()

    def _end_when_published(self, publisher, end):
        if not publisher.stdout.readline():
            return  # it was killed
        file = self.folder / "bag/bag_0.mcap"
        while file.stat().st_size < 50_000:
            time.sleep(0.005)
        end()

    def counted(self):
        return subprocess.run([NUMBERS, self.storage.uri], capture_output=True, text=True,
                              check=True).stdout

    def test_cancel_completes_the_bag(self):
        self.record_what_is_published(rosbag2_py.Recorder.cancel)
        self.assertEqual(self.counted(), "/ta 50 49 0\n")

    def test_a_signal_completes_the_bag_and_handlers_are_as_before(self):
        before = signal.getsignal(signal.SIGTERM)
        self.record_what_is_published(lambda: os.kill(os.getpid(), signal.SIGTERM))
        self.assertEqual(self.counted(), "/ta 50 49 0\n")
        self.assertIs(signal.getsignal(signal.SIGTERM), before)

    def test_play_returns_at_the_end_of_the_bag_and_burst_when_it_is_cancelled(self):
        self.record_what_is_published(rosbag2_py.Recorder.cancel)
        options = rosbag2_py.PlayOptions(rate=10.0, disable_keyboard_controls=True)
        rosbag2_py.Player("warn").play(self.storage, options)
        threading.Timer(0.2, rosbag2_py.Player.cancel).start()
        rosbag2_py.Player("warn").burst(self.storage, options, 5)

    def test_several_bags_are_played_as_one(self):
        import rclpy
        from rclpy.executors import SingleThreadedExecutor
        from rclpy.serialization import serialize_message
        from std_msgs.msg import String
        bags = [rosbag2_py.StorageOptions(str(self.folder / name), "mcap") for name in "ab"]
        for number, bag in enumerate(bags):
            writer = rosbag2_py.SequentialWriter()
            writer.open(bag, rosbag2_py.ConverterOptions("cdr", "cdr"))
            writer.create_topic(rosbag2_py.TopicMetadata(0, "/ta", "std_msgs/msg/String", "cdr"))
            for turn in range(3):
                text = serialize_message(String(data=f"{turn} {bag.uri[-1]}"))
                writer.write("/ta", text, 10_000_000 * (2 * turn + number + 1))
            writer.close()
        rclpy.init()
        self.addCleanup(rclpy.shutdown)
        node = rclpy.create_node("listener")
        self.addCleanup(node.destroy_node)
        heard, enough = [], threading.Event()

        def hear(message):
            heard.append(message.data)
            if len(heard) == 12:
                enough.set()

        node.create_subscription(String, "/ta", hear, 1000)
        executor = SingleThreadedExecutor()
        executor.add_node(node)
        spinning = threading.Thread(target=executor.spin)
        spinning.start()
        playing = threading.Thread(target=rosbag2_py.Player("warn").play, args=(
            bags, rosbag2_py.PlayOptions(disable_keyboard_controls=True, loop=True)))
        playing.start()
        try:
            self.assertTrue(enough.wait(60), heard)
        finally:
            rosbag2_py.Player.cancel()
            playing.join()
            executor.shutdown()
            spinning.join()
        order = ["0 a", "0 b", "1 a", "1 b", "2 a", "2 b"]
        first = order.index(heard[0])
        self.assertEqual(heard[:12], [order[(first + i) % 6] for i in range(12)])

    def test_what_cannot_be_opened_is_named(self):
        with self.assertRaisesRegex(RuntimeError, "nowhere"):
            rosbag2_py.Player().play(rosbag2_py.StorageOptions("/nowhere"),
                                     rosbag2_py.PlayOptions())
        (self.folder / "bag").mkdir()
        with self.assertRaisesRegex(RuntimeError, str(self.folder)):
            rosbag2_py.Recorder().record(self.storage, rosbag2_py.RecordOptions(all_topics=True))

    def test_an_option_that_is_none_is_refused_with_those_that_there_are(self):
        with self.assertRaisesRegex(AttributeError, "no option 'topcis'.*topics"):
            rosbag2_py.RecordOptions(topcis=["/a"])

    def test_a_log_level_that_is_none_is_refused_with_those_that_there_are(self):
        for kind in rosbag2_py.Recorder, rosbag2_py.Player:
            kind("debug")
            with self.assertRaisesRegex(RuntimeError, "'loud' is no log level: give debug"):
                kind("loud")

    def test_commands_of_others_take_the_options_of_record(self):
        from ros2bag.verb.record import add_recorder_arguments, validate_parsed_arguments
        parser = argparse.ArgumentParser()
        add_recorder_arguments(parser)
        args = parser.parse_args(["/a", "--services", "/s", "--output", self.storage.uri])
        self.assertIsNone(validate_parsed_arguments(args, args.output))
        self.assertEqual((args.topics, args.services, args.topic_types), (["/a"], ["/s"], []))
        args = parser.parse_args(["--all", "--topics", "/a", "--services", "/s", "--regex", "b"])
        with contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertIsNone(validate_parsed_arguments(args, None))
        self.assertTrue(args.all_topics and args.all_services)
        for overridden in "--topics", "--services", "--regex":
            self.assertIn(f"will override {overridden}\n", said.getvalue())
        for words, error in (
                ([], "--topic-types or --regex"),
                (["--topics", "/a", "--exclude-topics", "/b"], "--exclude-topics argument requires"),
                (["--topics", "/a", "--exclude-topic-types", "b"],
                 "requires either --all, --all-topics or --regex")):
            self.assertIn(error, validate_parsed_arguments(parser.parse_args(words), None))
        self.assertIn("already exists",
                      validate_parsed_arguments(parser.parse_args(["-a"]), str(self.folder)))

    def run_to_its_end(self, work, until):
        """A program whose thread works until the program ends: it leaves when `until` holds."""
        program = (f"import os, pathlib, sys, threading\nimport rosbag2_py\nbag = {self.storage.uri!r}\n"
                   "storage = rosbag2_py.StorageOptions(bag, 'mcap')\n"
                   f"threading.Thread(daemon=True, target=lambda: {work}).start()\n"
                   f"while not ({until}):\n    pass\n")
        self.run_python("-c", program)

    def run_python(self, *words):
        """A program that ends with 0. Its children are killed with it if it does not end."""
        program = subprocess.Popen([sys.executable, *words], text=True, stderr=subprocess.PIPE,
                                   start_new_session=True,
                                   env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
        try:
            _, said = program.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(program.pid, signal.SIGKILL)
            program.communicate()
            raise
        self.assertEqual(program.returncode, 0, said)

    def test_a_program_may_end_while_a_thread_records_and_plays(self):
        options = "topics=['/ta'], topic_polling_interval=0.005, disable_keyboard_controls=True"
        publisher = subprocess.Popen([PUBLISHER, "100000", "500", "1000", "100", "/ta"],
                                     stdout=subprocess.DEVNULL)
        try:
            self.run_to_its_end(
                f"rosbag2_py.Recorder().record(storage, rosbag2_py.RecordOptions({options}))",
                "sum(one.stat().st_size for one in pathlib.Path(bag).glob('*.mcap')) > 5000")
        finally:
            publisher.kill()
            publisher.wait()
        # A child of fork() has none of the threads: it ends nothing.
        self.run_to_its_end(
            f"rosbag2_py.Recorder().record(rosbag2_py.StorageOptions(bag + '2', 'mcap'), "
            f"rosbag2_py.RecordOptions({options}))",
            "(pathlib.Path(bag + '2').exists() and "
            "os.waitpid(os.fork() or sys.exit(0), 0)[1] == 0)")
        self.assertGreater(rosbag2_py.Info().read_metadata(self.storage.uri, "mcap").message_count, 0)
        self.assertTrue((self.folder / "bag/metadata.yaml").exists())
        self.run_to_its_end(
            "rosbag2_py.Player().play(storage, rosbag2_py.PlayOptions(loop=True, "
            "disable_keyboard_controls=True))",
            "len(list(pathlib.Path('/proc/self/task').iterdir())) > 6")

    def run_with_a_publisher(self, main):
        """FORKING with `main`, which ends with 0. The number of messages of each bag that it left."""
        program = self.folder / "forking.py"
        program.write_text(f"{FORKING}\nif __name__ == '__main__':\n    {main}\n")
        publisher = subprocess.Popen([PUBLISHER, "100000", "500", "1000", "100", "/ta"],
                                     stdout=subprocess.DEVNULL)
        try:
            self.run_python(program, self.folder)
        finally:
            publisher.kill()
            publisher.wait()
        return {path.parent.name: rosbag2_py.Info().read_metadata(str(path.parent), "mcap").message_count
                for path in self.folder.glob("*/metadata.yaml")}

    def test_a_child_completes_the_bag_that_it_began(self):
        for status in "forked(begin)", "process('fork', begin)":
            with self.subTest(status):
                counts = self.run_with_a_publisher(f"sys.exit({status})")
                self.assertGreater(counts["child"], 0)
                shutil.rmtree(self.folder / "child")

    def test_a_child_completes_its_bag_beside_that_of_its_parent(self):
        counts = self.run_with_a_publisher(
            "begin('parent'); sys.exit(process('spawn', begin))")
        self.assertEqual(counts.keys(), {"child", "parent"})
        self.assertGreater(min(counts.values()), 0)

    def test_a_child_of_fork_without_the_threads_of_dds_is_told_and_leaves_its_parent_alone(self):
        for status in "forked(refused)", "process('fork', refused)":
            with self.subTest(status):
                counts = self.run_with_a_publisher(f"begin('parent'); sys.exit({status})")
                self.assertGreater(counts["parent"], 0)
                shutil.rmtree(self.folder / "parent")

    def test_qos_of_rclpy_overrides(self):
        from rclpy.qos import QoSProfile
        options = rosbag2_py.RecordOptions()
        options.topic_qos_profile_overrides = {"/ta": QoSProfile(depth=3)}
        self.assertIn("depth: 3", options._qos_overrides_as_yaml()["/ta"])
        self.assertEqual(rosbag2_py.RecordOptions().topic_qos_profile_overrides, {})


if __name__ == "__main__":
    unittest.main(verbosity=2)
