"""A type that is not installed: it is recorded, shown, and played.

usage: foreign_test.py <build folder> <bag_foreign>
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

try:
    from mcap.reader import make_reader
    from mcap_ros2.decoder import DecoderFactory
except ImportError as error:
    print(f"skipped: {error}. tools/requirements.txt names what is missing")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from own_domain import Domain  # noqa: E402

BUILD, FOREIGN = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
del sys.argv[1:3]
LIMIT_S = 60
MESSAGES = 5  # of a bag, at least


class ForeignTest(unittest.TestCase):
    def setUp(self):
        self.domain = Domain()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ranvier-bags-"))
        self.processes = []
        self.env = dict(os.environ, ROS_DOMAIN_ID=str(self.domain.number),
                        ROS_AUTOMATIC_DISCOVERY_RANGE="LOCALHOST",
                        ROS_LOG_DIR=str(self.folder / "log"))

    def tearDown(self):
        for process in self.processes:
            process.kill()
            process.communicate()
        shutil.rmtree(self.folder)
        self.domain.close()

    def start(self, *words):
        process = subprocess.Popen([str(word) for word in words], env=self.env, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.processes.append(process)
        return process

    def ros2(self, *words):
        return self.start(sys.executable, BUILD / "bin/ros2", *words)

    def end(self, process):
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=LIMIT_S)
        self.assertEqual(process.returncode, 0, output)
        return output

    def record(self, bag, topic):
        """Record until there are some messages; give what the recorder said."""
        recorder = self.ros2("bag", "record", "-o", bag, "-p", "5", "--topics", topic,
                             "--disable-keyboard-controls")
        limit = time.monotonic() + LIMIT_S
        while sum(file.stat().st_size for file in bag.glob("*.mcap")) < 3000:
            self.assertLess(time.monotonic(), limit, "nothing is recorded")
            time.sleep(0.005)
        return self.end(recorder)

    def schema_and_messages(self, bag):
        """Give the schema of a bag's one topic and its messages, decoded by it."""
        with open(next(bag.glob("*.mcap")), "rb") as file:
            found = list(make_reader(file, decoder_factories=[DecoderFactory()])
                         .iter_decoded_messages())
        self.assertGreaterEqual(len(found), MESSAGES)
        return found[0][0], found[0][1], [message for *_, message in found]

    def shown(self, topic):
        echo = self.ros2("topic", "echo", topic, "--once", "--timeout", str(LIMIT_S))
        output, _ = echo.communicate(timeout=LIMIT_S)
        self.assertEqual(echo.returncode, 0, output)
        return output

    def test_it_is_recorded_shown_and_played_with_what_its_peer_says_of_it(self):
        talker = self.start(FOREIGN, "talk", "/thing")
        first = self.folder / "first"
        self.assertNotIn("no definition", self.record(first, "/thing"))
        output = self.shown("/thing")
        self.assertIn("  frame_id: map\n", output)
        self.assertIn("  text: second\n", output)
        self.assertIn("- 2.5\n", output)
        self.end(talker)

        schema, channel, messages = self.schema_and_messages(first)
        self.assertEqual((schema.name, schema.encoding), ("bag_things/msg/Thing", "ros2msg"))
        self.assertIn("std_msgs/Header header", schema.data.decode())
        self.assertIn("string<=20 name", schema.data.decode())
        self.assertTrue(channel.metadata["topic_type_hash"].startswith("RIHS01_"))
        self.assertIn("durability: transient_local", channel.metadata["offered_qos_profiles"])
        for message in messages:
            self.assertEqual(message.name, f"thing {message.parts[1].id}")
            self.assertEqual(list(message.size), [1.0, 2.5, -3.0])

        self.ros2("bag", "play", first, "--loop", "--rate", "0.5", "--disable-keyboard-controls")
        listener = self.start(FOREIGN, "listen", "/thing", str(MESSAGES))
        heard, _ = listener.communicate(timeout=LIMIT_S)
        lines = [line for line in heard.splitlines() if line.startswith("heard")]
        self.assertEqual(len(lines), MESSAGES, heard)
        for line in lines:
            _, number, name = line.split(" ", 2)
            self.assertEqual(name, f"thing {number}")
        # The player says what the bag says.
        self.assertIn("  text: second\n", self.shown("/thing"))
        second = self.folder / "second"
        self.record(second, "/thing")
        again, other, _ = self.schema_and_messages(second)
        self.assertEqual(again.data, schema.data)
        self.assertEqual(other.metadata["topic_type_hash"], channel.metadata["topic_type_hash"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
