"""`ros2 bag info | list | reindex | convert | check | cut` on bags that are made here.

usage: verbs_test.py <build folder>
"""
import os
import pathlib
import pty
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(BUILD / "lib/python3/site-packages"))
import rosbag2_py  # noqa: E402

BEGIN = 1_714_558_830_123_456_789
SECOND = 1_000_000_000
HASH_OF_STRING = "RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18"


def event(kind, client, number):
    """A service's event, as CDR: a ServiceEventInfo, then no request and no response."""
    head = bytes([kind, 0, 0, 0]) + bytes(8) + bytes([client]) + bytes(15) + bytes(4)
    return b"\0\1\0\0" + head + number.to_bytes(8, "little") + bytes(8)


class VerbsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write("bag")

    def write(self, name, storage_id="mcap", begin=BEGIN, **options):
        """Ten messages of /chatter and /b, one a second in turn, and a call of /add."""
        writer = rosbag2_py.SequentialWriter()
        writer.open(rosbag2_py.StorageOptions(str(self.folder / name), storage_id, **options),
                    rosbag2_py.ConverterOptions("", ""))
        types = {"/chatter": "std_msgs/msg/String", "/b": "std_msgs/msg/Int32",
                 "/add/_service_event": "example_interfaces/srv/AddTwoInts_Event"}
        for i, (topic, kind) in enumerate(types.items()):
            writer.create_topic(rosbag2_py.TopicMetadata(i, topic, kind, "cdr"))
        for i in range(10):
            writer.write("/b" if i % 2 else "/chatter", b"\0\1\0\0" + i.to_bytes(4, "little"),
                         begin + i * SECOND)
        for kind in range(4):
            writer.write("/add/_service_event", event(kind, 1, 1), begin + SECOND)
        writer.close()

    def ros2(self, *words, status=0):
        done = subprocess.run([BUILD / "bin/ros2", "bag", *map(str, words)], capture_output=True,
                              text=True, cwd=self.folder, env=dict(os.environ, TZ="UTC"))
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status == 0 else done.stdout + done.stderr

    def messages(self, name):
        reader = rosbag2_py.SequentialReader()
        reader.open_uri(str(self.folder / name))
        found = []
        while reader.has_next():
            topic, data, time = reader.read_next()
            found.append((topic, data, time))
        return found

    def types(self, name):
        reader = rosbag2_py.SequentialReader()
        reader.open_uri(str(self.folder / name))
        return [(each.name, each.type) for each in reader.get_all_topics_and_types()]

    def test_info_is_that_of_rosbag2(self):
        size = sum(file.stat().st_size for file in (self.folder / "bag").iterdir())
        expected = f"""
Files:             bag_0.mcap
Bag size:          {size / 1024:.1f} KiB
Storage id:        mcap
ROS Distro:        jazzy
Duration:          9.000000000s
Start:             May  1 2024 10:20:30.123456789 (1714558830.123456789)
End:               May  1 2024 10:20:39.123456789 (1714558839.123456789)
Messages:          10
Topic information: Topic: /b | Type: std_msgs/msg/Int32 | Count: 5 | Serialization Format: cdr
                   Topic: /chatter | Type: std_msgs/msg/String | Count: 5 | Serialization Format: cdr
Service:           1
Service information: Service: /add | Type: example_interfaces/srv/AddTwoInts | Event Count: 4 | Serialization Format: cdr

"""
        self.assertEqual(self.ros2("info", "bag"), expected)
        verbose = expected.replace("Event Count: 4", "Request Count: 1 | Response Count: 1")
        self.assertEqual(self.ros2("info", "-v", "bag"), verbose)
        self.assertEqual(self.ros2("info", "-tv", "bag", "-s", "mcap"),
                         "Warning! You have set both the '-t' and '-v' parameters. The '-t' "
                         "parameter will be ignored.\n" + verbose)

    def test_info_sorts_names_and_sizes(self):
        self.assertEqual(self.ros2("info", "-t", "bag"), "/b\n/chatter\n")
        self.assertEqual(self.ros2("info", "-t", "--sort", "type", "bag"), "/b\n/chatter\n")
        self.assertIn("Count: 5 | Size Contribution: 40 B | Serialization",
                      self.ros2("info", "-v", "--size-contribution", "bag"))

    def test_reindex_makes_metadata_again(self):
        before = self.ros2("info", "bag")
        (self.folder / "bag/metadata.yaml").unlink()
        self.ros2("reindex", "bag", "-s", "mcap")
        self.assertEqual(self.ros2("info", "bag"), before)
        self.assertIn("[ERROR] [ros2bag]: Must specify a bag directory",
                      self.ros2("reindex", "bag/bag_0.mcap", status=1))

    def test_check_tells_what_is_wrong_by_words_and_status(self):
        text = self.ros2("check", "bag", "--gap-factor", "3")
        self.assertIn("Topic: /b | Messages: 5 | Period: 2.000000000s", text)
        self.assertTrue(text.endswith("Nothing is damaged or missing.\n"), text)
        (self.folder / "bag/bag_0.mcap").rename(self.folder / "bag/bag_1.mcap")
        text = self.ros2("check", "bag", status=1)
        self.assertIn("bag_0.mcap", text)

    def test_convert_merges_filters_and_splits_as_the_file_says(self):
        self.write("other", "sqlite3", BEGIN + SECOND // 2)
        (self.folder / "out.yaml").write_text(f"""
output_bags:
- uri: everything
  storage_id: sqlite3
  all: true
  custom_data: {{robot: r2}}
- uri: part
  topics: [/b]
  max_bagfile_duration: 4
  start_time_ns: {BEGIN + SECOND}
  end_time_ns: {BEGIN + 9 * SECOND}
- uri: rest
  all_topics: true
  exclude: ^/b$
  storage_preset_profile: zstd_fast
""")
        self.ros2("convert", "-i", "bag", "-i", "other", "sqlite3", "-o", "out.yaml")
        both = sorted(self.messages("bag") + self.messages("other"), key=lambda each: each[2])
        self.assertEqual(self.messages("everything"), both)
        part = [each for each in both
                if each[0] == "/b" and each[2] <= BEGIN + 9 * SECOND]
        self.assertEqual(self.messages("part"), part)
        self.assertGreater(len(list((self.folder / "part").glob("*.mcap"))), 1)
        self.assertEqual({each[0] for each in self.messages("rest")}, {"/chatter"})
        self.assertIn("robot: r2", (self.folder / "everything/metadata.yaml").read_text())

    def test_convert_compresses_and_reads_what_is_compressed(self):
        for storage, mode, file in (("mcap", "file", "packed_0.mcap.zstd"),
                                    ("sqlite3", "message", "packed_0.db3")):
            (self.folder / "out.yaml").write_text(f"""
output_bags:
- {{uri: packed, storage_id: {storage}, all: true, compression_mode: {mode},
    compression_format: zstd}}
""")
            self.ros2("convert", "-i", "bag", "-o", "out.yaml")
            self.assertTrue((self.folder / "packed" / file).exists())
            self.assertIn(f"compression_mode: {mode.upper()}",
                          (self.folder / "packed/metadata.yaml").read_text())
            self.assertEqual(self.messages("packed"), self.messages("bag"))
            (self.folder / "out.yaml").write_text("output_bags: [{uri: plain, all: true}]")
            self.ros2("convert", "-i", "packed", "-o", "out.yaml")
            self.assertEqual(self.messages("plain"), self.messages("bag"))
            shutil.rmtree(self.folder / "packed")
            shutil.rmtree(self.folder / "plain")

    def test_convert_says_what_is_wrong_with_the_file(self):
        for text, words in (
                ("{}", "top-level key 'output_bags'"),
                ("output_bags: []", "must contain a list"),
                ("output_bags: [{uri: a, topcis: [/b]}]", "line 1: an output bag has no option "
                                                          "'topcis'"),
                ("output_bags: [{all: true}]", "needs 'uri'"),
                ("output_bags: [{uri: a, topics: /b}]", "'topics' is '/b'. Give a list"),
                ("output_bags: [{uri: a, max_bagfile_size: many}]", "whole number"),
                ("output_bags: [{uri: a, all: true, compression_mode: paper}]", "paper"),
                ("output_bags: [{uri: bag, all: true}]", "already exists")):
            with self.subTest(text):
                (self.folder / "out.yaml").write_text(text)
                self.assertIn(words, self.ros2("convert", "-i", "bag", "-o", "out.yaml", status=1))
        self.assertIn("1 or 2 arguments", self.ros2("convert", "-i", "bag", "mcap", "more", "-o",
                                                    "out.yaml", status=1))

    def test_cut_keeps_a_part(self):
        whole = self.messages("bag")
        self.ros2("cut", "bag", "-o", "a", "--start", "2.5", "--end", "6", "--exclude-regex", "add")
        self.assertEqual(self.messages("a"), [each for each in whole if
                                              2.5 * SECOND <= each[2] - BEGIN <= 6 * SECOND])
        self.ros2("cut", "bag", "-s", "mcap", "-o", "b", "--topics", "/b", "--start-time-ns",
                  BEGIN + 3 * SECOND, "--end-time-ns", BEGIN + 5 * SECOND, "--output-storage",
                  "sqlite3", "--storage-preset-profile", "resilient")
        self.assertEqual([each[2] - BEGIN for each in self.messages("b")],
                         [3 * SECOND, 5 * SECOND])
        self.assertTrue((self.folder / "b/b_0.db3").exists())
        self.ros2("cut", "bag", "-o", "c", "-e", "chat|add", "--exclude-topics", "/chatter")
        self.assertEqual({each[0] for each in self.messages("c")}, {"/add/_service_event"})
        self.assertIn("already exists", self.ros2("cut", "bag", "-o", "c", status=1))

    def test_cut_takes_the_times_of_the_messages_and_an_empty_bag(self):
        file = self.folder / "bag/metadata.yaml"
        file.write_text(file.read_text().replace(str(BEGIN), str(BEGIN + 8 * SECOND)))
        self.ros2("cut", "bag", "-o", "a", "--start", "0", "--end", "1", "--topics", "/b", "/chatter")
        self.assertEqual([each[2] - BEGIN for each in self.messages("a")], [0, SECOND])
        self.ros2("cut", "bag", "-o", "none", "--topics", "/other")
        text = (self.folder / "none/metadata.yaml").read_text()  # as rosbag2 writes one
        text = re.sub("since_epoch: .*", f"since_epoch: {2**63 - 1}", text, count=1)
        (self.folder / "none/metadata.yaml").write_text(text)
        self.ros2("cut", "none", "-o", "b", "--start", "1")
        self.assertEqual(self.messages("b"), [])

    def test_convert_keeps_a_topic_of_two_types(self):
        for name, kind in (("one", "String"), ("two", "Int32")):
            writer = rosbag2_py.SequentialWriter()
            writer.open(rosbag2_py.StorageOptions(str(self.folder / name), "mcap"),
                        rosbag2_py.ConverterOptions("", ""))
            writer.create_topic(rosbag2_py.TopicMetadata(0, "/a", f"std_msgs/msg/{kind}", "cdr"))
            writer.write("/a", name.encode(), BEGIN)
            writer.close()
        (self.folder / "out.yaml").write_text(
            "output_bags: [{uri: both, storage_id: sqlite3, all: true}]")
        self.ros2("convert", "-i", "one", "-i", "two", "-o", "out.yaml")
        self.assertEqual([each[1] for each in self.messages("both")], [b"one", b"two"])
        self.assertEqual([each[1] for each in self.types("both")],
                         ["std_msgs/msg/String", "std_msgs/msg/Int32"])

    def test_convert_into_sqlite_says_of_types_what_is_known(self):
        file = sqlite3.connect(self.folder / "old.db3")
        file.executescript("""
            CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT, type TEXT,
                                serialization_format TEXT);
            CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER, timestamp INTEGER,
                                  data BLOB);
            INSERT INTO topics VALUES(1, '/a', 'std_msgs/msg/String', 'cdr'),
                                     (2, '/b', 'nobody_knows/msg/This', 'cdr');
        """)
        file.close()
        share = self.folder / "prefix/share/std_msgs/msg"
        share.mkdir(parents=True)
        (share / "String.msg").write_text("string data\n")
        (self.folder / "out.yaml").write_text(
            "output_bags: [{uri: new, storage_id: sqlite3, all: true}]")
        with unittest.mock.patch.dict(os.environ, AMENT_PREFIX_PATH=str(self.folder / "prefix")):
            self.ros2("convert", "-i", "old.db3", "-o", "out.yaml")
        file = sqlite3.connect(self.folder / "new/new_0.db3")
        rows = file.execute("SELECT topic_type, encoding, encoded_message_definition,"
                            " type_description_hash FROM message_definitions").fetchall()
        file.close()
        self.assertEqual(rows, [("std_msgs/msg/String", "ros2msg", "string data\n",
                                 HASH_OF_STRING)])

    def test_a_terminal_is_told_how_far_a_long_work_is(self):
        writer = rosbag2_py.SequentialWriter()
        writer.open(rosbag2_py.StorageOptions(str(self.folder / "long"), "mcap"),
                    rosbag2_py.ConverterOptions("", ""))
        writer.create_topic(rosbag2_py.TopicMetadata(0, "/a", "std_msgs/msg/String", "cdr"))
        for i in range(100):
            writer.write("/a", b"\0\1\0\0", BEGIN + i)
        writer.close()
        ours, theirs = pty.openpty()
        subprocess.run([BUILD / "bin/ros2", "bag", "cut", "long", "-o", "d"], check=True,
                       cwd=self.folder, stderr=theirs)
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:  # the end, of a terminal that nobody else has open
            pass
        os.close(ours)
        self.assertRegex(shown, rb"\rcutting: +\d+ % \d+ messages.*\r\x1b\[K$")

    def test_what_cannot_be_read_is_named(self):
        self.assertIn("does not exist", self.ros2("info", "nowhere", status=2))
        shutil.rmtree(self.folder / "bag")
        (self.folder / "bag").mkdir()
        self.assertIn("[ERROR] [ros2bag]: Bag 'bag': the folder has no metadata.yaml and no files",
                      self.ros2("info", "bag", status=1))


class ApiTest(unittest.TestCase):
    """Functions of ros2bag.api that verbs of other packages call."""

    def test_profiles_come_from_maps(self):
        from rclpy.qos import DurabilityPolicy, HistoryPolicy
        from ros2bag import api
        profile = api.convert_yaml_to_qos_profile(
            {"/a": {"history": "keep_last", "depth": 5, "durability": "transient_local",
                    "deadline": {"sec": 1, "nsec": 5}}})["/a"]
        self.assertEqual((profile.history, profile.depth, profile.durability,
                          profile.deadline.nanoseconds),
                         (HistoryPolicy.KEEP_LAST, 5, DurabilityPolicy.TRANSIENT_LOCAL, 10**9 + 5))
        for wrong in ({"colour": "red"}, {"depth": -1}, {"reliability": "perhaps"},
                      {"deadline": {"sec": 1}}, {"deadline": {"sec": -1, "nsec": 0}}):
            with self.subTest(wrong), self.assertRaises(ValueError):
                api.interpret_dict_as_qos_profile(wrong)

    def test_folders_and_help_texts(self):
        from ros2bag import api
        with tempfile.TemporaryDirectory() as folder:
            self.assertIsNone(api.create_bag_directory(folder + "/bag"))
            self.assertIn("Could not create", api.create_bag_directory(folder + "/bag"))
        lines = api.SplitLineFormatter("ros2")._split_lines("a b\nc", 80)
        self.assertEqual(lines, ["a b", "c"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
