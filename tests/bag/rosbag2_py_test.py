"""Readers, writers and metadata of rosbag2_py, as programs for ROS 2 use them.

usage: rosbag2_py_test.py <build folder>
"""
import datetime
import os
import pathlib
import sys
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(BUILD / "lib/python3/site-packages"))
import rosbag2_py  # noqa: E402
from rclpy.duration import Duration  # noqa: E402
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy  # noqa: E402
from rclpy.serialization import deserialize_message, serialize_message  # noqa: E402
from rclpy.time import Time  # noqa: E402
from rosidl_runtime_py.utilities import get_message  # noqa: E402
from std_msgs.msg import String  # noqa: E402

BEGIN = 1_700_000_000_000_000_000
CDR = rosbag2_py.ConverterOptions("cdr", "cdr")


def topic(name, **more):
    return rosbag2_py.TopicMetadata(id=0, name=name, type="std_msgs/msg/String",
                                    serialization_format="cdr", **more)


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.uri = str(self.folder / "bag")

    def write(self, count=10, storage_id="mcap", **options):
        """Write messages to /a and /b in turn, one a second; give the writer."""
        writer = rosbag2_py.SequentialWriter()
        writer.open(rosbag2_py.StorageOptions(self.uri, storage_id, **options), CDR)
        for name in ("/a", "/b"):
            writer.create_topic(topic(name))
        for i in range(count):
            writer.write("/b" if i % 2 else "/a", serialize_message(String(data=f"message {i}")),
                         BEGIN + i * 1_000_000_000)
        return writer

    def open(self, uri=None):
        reader = rosbag2_py.SequentialReader()
        reader.open(rosbag2_py.StorageOptions(uri=uri or self.uri), CDR)
        return reader

    @staticmethod
    def texts(reader):
        found = []
        while reader.has_next():
            name, data, time = reader.read_next()
            found.append((name, deserialize_message(data, String).data, time - BEGIN))
        return found


class ReaderAndWriterTest(InAFolder):
    def test_what_is_written_is_read_in_every_storage(self):
        for storage_id in sorted(rosbag2_py.get_registered_writers()):
            with self.subTest(storage_id):
                self.uri = str(self.folder / storage_id)
                self.write(storage_id=storage_id).close()
                reader = self.open()
                types = {each.name: each.type for each in reader.get_all_topics_and_types()}
                self.assertEqual(types, dict.fromkeys(("/a", "/b"), "std_msgs/msg/String"))
                self.assertIs(get_message(types["/a"]), String)
                self.assertEqual(self.texts(reader), [
                    ("/b" if i % 2 else "/a", f"message {i}", i * 1_000_000_000)
                    for i in range(10)])
                self.assertFalse(reader.has_next())
                with self.assertRaisesRegex(RuntimeError, "no further message"):
                    reader.read_next()

    def test_the_bag_is_whole_when_its_writer_is_gone(self):
        writer = self.write()
        del writer
        self.assertTrue(rosbag2_py.MetadataIo().metadata_file_exists(self.uri))
        reader = rosbag2_py.SequentialReader()
        reader.open_uri(self.uri)
        self.assertEqual(len(self.texts(reader)), 10)

    def test_filters_seeks_and_orders(self):
        self.write().close()
        reader = self.open()
        reader.set_filter(rosbag2_py.StorageFilter(topics=["/b"]))
        self.assertEqual([name for name, _, _ in self.texts(reader)], ["/b"] * 5)
        reader.reset_filter()
        reader.seek(BEGIN + 8_000_000_000)
        self.assertEqual([text for _, text, _ in self.texts(reader)], ["message 8", "message 9"])
        order = rosbag2_py.ReadOrder(rosbag2_py.ReadOrderSortBy.ReceivedTimestamp, reverse=True)
        self.assertTrue(reader.set_read_order(order))
        self.assertEqual(self.texts(reader)[0][1], "message 9")
        order.sort_by = rosbag2_py.ReadOrderSortBy.PublishedTimestamp
        self.assertFalse(reader.set_read_order(order))
        with self.assertRaisesRegex(RuntimeError, r"'\*' is no regular expression"):
            reader.set_filter(rosbag2_py.StorageFilter(regex="*"))

    def test_definitions_are_those_of_the_packages(self):
        (self.folder / "prefix/share").mkdir(parents=True)
        (self.folder / "prefix/share/std_msgs").symlink_to(ROOT / "interfaces/std_msgs")
        before = os.environ.get("AMENT_PREFIX_PATH")
        self.addCleanup(os.environ.pop if before is None else os.environ.__setitem__,
                        "AMENT_PREFIX_PATH", before)
        os.environ["AMENT_PREFIX_PATH"] = str(self.folder / "prefix")
        self.write().close()
        definition, = self.open().get_all_message_definitions()
        self.assertEqual((definition.topic_type, definition.encoding),
                         ("std_msgs/msg/String", "ros2msg"))
        local = rosbag2_py.LocalMessageDefinitionSource().get_full_text("std_msgs/msg/String")
        self.assertEqual(definition.encoded_message_definition, local.encoded_message_definition)
        self.assertIn("string data", local.encoded_message_definition)
        unknown = rosbag2_py.LocalMessageDefinitionSource().get_full_text("nowhere/msg/None")
        self.assertEqual((unknown.encoding, unknown.encoded_message_definition), ("unknown", ""))

    def test_files_are_split_and_topics_removed(self):
        writer = self.write()
        writer.split_bagfile()
        writer.write("/a", serialize_message(String(data="later")), BEGIN + 20_000_000_000,
                     BEGIN + 19_000_000_000)
        writer.remove_topic(topic("/a"))
        with self.assertRaisesRegex(RuntimeError, "no topic '/a'.*create_topic"):
            writer.write("/a", b"", BEGIN)
        writer.close()
        metadata = self.open().get_metadata()
        self.assertEqual(metadata.relative_file_paths, ["bag_0.mcap", "bag_1.mcap"])
        self.assertEqual([each.message_count for each in metadata.files], [10, 1])

    def test_a_snapshot_has_what_fits(self):
        writer = self.write(100, snapshot_mode=True, max_cache_size=100)
        self.assertTrue(writer.take_snapshot())
        writer.close()
        texts = [text for _, text, _ in self.texts(self.open())]
        self.assertEqual(texts, [f"message {i}" for i in range(100 - len(texts), 100)])
        self.assertLess(len(texts), 10)

    def test_a_writer_compresses_as_its_options_say(self):
        mode = rosbag2_py.CompressionMode.FILE
        self.assertEqual(rosbag2_py.compression_mode_from_string("file"), mode)
        self.assertEqual(rosbag2_py.compression_mode_to_string(mode), "FILE")
        writer = rosbag2_py.SequentialCompressionWriter(
            rosbag2_py.CompressionOptions("zstd", mode, 1, 2))
        writer.open(rosbag2_py.StorageOptions(self.uri, "mcap"), CDR)
        writer.create_topic(topic("/a"))
        writer.write("/a", b"x" * 10_000, 1)
        writer.close()
        self.assertLess((self.folder / "bag/bag_0.mcap.zstd").stat().st_size, 10_000)
        reader = rosbag2_py.SequentialCompressionReader()
        reader.open_uri(self.uri)
        self.assertEqual(reader.read_next(), ("/a", b"x" * 10_000, 1))

    def test_a_writer_takes_messages_of_many_threads(self):
        writer = self.write(0)
        data = serialize_message(String(data="x"))

        def write(name):
            for i in range(500):
                writer.write(name, data, BEGIN + i)
        threads = [threading.Thread(target=write, args=(name,)) for name in ("/a", "/b")]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        writer.close()
        self.assertEqual(self.open().get_metadata().message_count, 1000)

    def test_words_say_what_cannot_be(self):
        with self.assertRaisesRegex(RuntimeError, "/nowhere"):
            self.open("/nowhere")
        with self.assertRaisesRegex(RuntimeError, r"Call open\(\)"):
            rosbag2_py.SequentialReader().has_next()
        with self.assertRaisesRegex(RuntimeError, "There is no storage 'paper'"):
            self.write(storage_id="paper")
        with self.assertRaisesRegex(AttributeError, "no option 'topic'.*topics"):
            rosbag2_py.StorageFilter(topic="/a")
        with self.assertRaises(TypeError):
            rosbag2_py.ConverterOptions("cdr", "cdr", "cdr")
        with self.assertRaises(TypeError):
            rosbag2_py.ConverterOptions("cdr", input_serialization_format="cdr")


class MetadataTest(InAFolder):
    def test_a_bag_tells_of_itself(self):
        self.write(custom_data={"robot": "r2"}).close()
        metadata = rosbag2_py.Info().read_metadata(self.uri, "")
        self.assertEqual((metadata.storage_identifier, metadata.message_count, metadata.version),
                         ("mcap", 10, 9))
        self.assertEqual(metadata.starting_time, Time(nanoseconds=BEGIN))
        self.assertEqual(metadata.duration, Duration(seconds=9))
        self.assertEqual(metadata.custom_data, {"robot": "r2"})
        file, = metadata.files
        self.assertEqual((file.starting_time.nanoseconds, file.duration),
                         (BEGIN, datetime.timedelta(seconds=9)))
        counts = {each.topic_metadata.name: each.message_count
                  for each in metadata.topics_with_message_count}
        self.assertEqual(counts, {"/a": 5, "/b": 5})
        self.assertIn("\nMessages:          10\n", str(metadata))

    def test_metadata_is_written_as_text_and_read_again(self):
        made = rosbag2_py.BagMetadata(
            version=9, bag_size=2, storage_identifier="mcap", relative_file_paths=["bag_0.mcap"],
            files=[rosbag2_py.FileInformation("bag_0.mcap", Time(nanoseconds=5),
                                              Duration(nanoseconds=7), 3)],
            duration=Duration(nanoseconds=7), starting_time=Time(nanoseconds=5), message_count=3,
            topics_with_message_count=[rosbag2_py.TopicInformation(topic("/a"), 3)],
            compression_format="zstd", compression_mode="FILE", custom_data={"a": "b"},
            ros_distro="jazzy")
        io = rosbag2_py.MetadataIo()
        read = io.deserialize_metadata(io.serialize_metadata(made))
        for name in ("version", "storage_identifier", "relative_file_paths", "duration",
                     "starting_time", "message_count", "compression_format", "compression_mode",
                     "custom_data", "ros_distro"):
            self.assertEqual(getattr(read, name), getattr(made, name), name)
        self.assertTrue(read.topics_with_message_count[0].topic_metadata.equals(topic("/a")))
        io.write_metadata(str(self.folder), made)
        self.assertEqual(io.read_metadata(str(self.folder)).message_count, 3)
        self.assertTrue(rosbag2_py.BagMetadata())
        with self.assertRaises(TypeError):
            rosbag2_py.BagMetadata(colour="red")

    def test_offered_qos_goes_through_a_bag_and_becomes_rclpys(self):
        from rosbag2_py._storage import Duration as RclcppDuration, QoS
        qos = QoS(7).best_effort().transient_local().deadline(RclcppDuration(1, 500))
        writer = rosbag2_py.SequentialWriter()
        writer.open(rosbag2_py.StorageOptions(self.uri, "mcap"), CDR)
        writer.create_topic(topic("/a", offered_qos_profiles=[qos]))
        writer.close()
        found, = self.open().get_all_topics_and_types()[0].offered_qos_profiles
        profile = rosbag2_py.convert_rclcpp_qos_to_rclpy_qos(found)
        self.assertIsInstance(profile, QoSProfile)
        self.assertEqual(profile.reliability, ReliabilityPolicy.BEST_EFFORT)
        self.assertEqual((profile.depth, profile.durability, profile.deadline.nanoseconds),
                         (7, DurabilityPolicy.TRANSIENT_LOCAL, 1_000_000_500))
        old, = rosbag2_py.to_rclcpp_qos_vector("- history: 1\n  depth: 3\n", 4)
        self.assertEqual(rosbag2_py.convert_rclcpp_qos_to_rclpy_qos(old).depth, 3)

    def test_reindex_makes_metadata_anew(self):
        self.write().close()
        (self.folder / "bag/metadata.yaml").unlink()
        rosbag2_py.Reindexer().reindex(rosbag2_py.StorageOptions(self.uri, "mcap"))
        self.assertEqual(rosbag2_py.MetadataIo().read_metadata(self.uri).message_count, 10)
        with self.assertRaisesRegex(RuntimeError, "no folder"):
            rosbag2_py.Reindexer().reindex(rosbag2_py.StorageOptions("/nowhere"))

    def test_a_file_that_was_not_ended_is_whole_for_others_after_reindex(self):
        try:
            from mcap.reader import make_reader
        except ImportError as error:
            self.skipTest(f"{error}. tools/requirements.txt names what is missing")
        self.write(1000).close()
        file = self.folder / "bag/bag_0.mcap"
        with file.open("r+b") as opened:
            opened.truncate(file.stat().st_size * 2 // 3)
        (self.folder / "bag/metadata.yaml").unlink()
        before = [data for _, data, _ in self.messages()]
        self.assertGreater(len(before), 100)
        rosbag2_py.Reindexer().reindex(rosbag2_py.StorageOptions(self.uri, "mcap"))
        with file.open("rb") as opened:
            reader = make_reader(opened, validate_crcs=True)
            self.assertEqual(reader.get_summary().statistics.message_count, len(before))
            self.assertEqual([each.data for _, _, each in reader.iter_messages()], before)

    def messages(self):
        reader = self.open()
        found = []
        while reader.has_next():
            found.append(reader.read_next())
        return found


if __name__ == "__main__":
    unittest.main(verbosity=2)
