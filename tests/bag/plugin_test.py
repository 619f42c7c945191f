"""A storage that a package brings: found by the index, written, read, converted and listed.

usage: plugin_test.py <build folder> <library of paper_storage>
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD, LIBRARY = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
del sys.argv[1:3]
sys.path.insert(0, str(ROOT / "tests/support"))
from own_domain import Domain  # noqa: E402
sys.path.insert(0, str(BUILD / "lib/python3/site-packages"))
STORAGE, COMPRESSION = (f"rosbag2_{kind}__pluginlib__plugin" for kind in ("storage", "compression"))
PACKAGES = {ROOT / "tests/bag/paper_storage": STORAGE,
            ROOT / "api/rosbag2_storage_mcap": STORAGE,
            ROOT / "api/rosbag2_storage_sqlite3": STORAGE,
            ROOT / "api/rosbag2_compression_zstd": COMPRESSION}


def make_prefix(prefix):
    """Lay out a prefix as these packages install it."""
    index = prefix / "share/ament_index/resource_index"
    for kind in ("packages", STORAGE, COMPRESSION):
        (index / kind).mkdir(parents=True)
    for base in ("rosbag2_storage", "rosbag2_compression"):
        (index / "packages" / base).touch()
    (prefix / "lib").mkdir()
    for library in (LIBRARY, BUILD / "lib/librosbag2_compression_zstd_plugin.so"):
        shutil.copy(library, prefix / "lib")
    for folder, kind in PACKAGES.items():
        name = folder.name
        (prefix / "share" / name).mkdir()
        shutil.copy(folder / "plugin_description.xml", prefix / "share" / name)
        (index / "packages" / name).touch()
        (index / kind / name).write_text(f"share/{name}/plugin_description.xml\n")


class PluginTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        prefix = pathlib.Path(folder.name)
        make_prefix(prefix)
        os.environ["AMENT_PREFIX_PATH"] = str(prefix)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, *topics, **options):
        import rosbag2_py
        writer = rosbag2_py.SequentialWriter()
        writer.open(rosbag2_py.StorageOptions(str(self.folder / "bag"), "paper", **options),
                    rosbag2_py.ConverterOptions("", ""))
        for name in topics:
            writer.create_topic(rosbag2_py.TopicMetadata(0, name, "std_msgs/msg/String", "cdr"))
        for i in range(10):
            writer.write(topics[i % len(topics)], bytes([0, 1, 0, 0, i]), 1000 + i)
        return writer

    def read(self, name, **filters):
        import rosbag2_py
        reader = rosbag2_py.SequentialReader()
        reader.open_uri(str(self.folder / name))
        reader.set_filter(rosbag2_py.StorageFilter(**filters))
        found = []
        while reader.has_next():
            found.append(reader.read_next())
        return found

    def ros2(self, *words):
        return subprocess.run([BUILD / "bin/ros2", "bag", *map(str, words)], cwd=self.folder,
                              check=True, capture_output=True, text=True).stdout

    def test_its_bags_are_written_split_and_read(self):
        writer = self.write("/a", "/b")
        writer.split_bagfile()
        writer.write("/b", b"later", 2000)
        writer.close()
        self.assertEqual(sorted(each.name for each in (self.folder / "bag").iterdir()),
                         ["bag_0.paper", "bag_1.paper", "metadata.yaml"])
        expected = [("/a", "/b")[i % 2] for i in range(10)]
        self.assertEqual(self.read("bag"),
                         [(expected[i], bytes([0, 1, 0, 0, i]), 1000 + i) for i in range(10)]
                         + [("/b", b"later", 2000)])
        self.assertEqual(len(self.read("bag", topics=["/a"])), 5)

    def test_what_it_throws_is_an_error_that_names_the_file(self):
        with self.assertRaisesRegex(RuntimeError, "bag/bag_0.*the paper is torn"):
            self.write("/torn")

    def test_a_verb_converts_from_and_to_it(self):
        self.write("/a").close()
        self.ros2("cut", "bag", "-o", "mcap", "--output-storage", "mcap")
        self.assertEqual(self.read("mcap"), self.read("bag"))
        self.ros2("cut", "mcap", "-o", "paper", "--output-storage", "paper")
        self.assertEqual(self.read("paper"), self.read("bag"))

    def test_a_verb_plays_it(self):
        import rclpy
        from std_msgs.msg import String
        from rclpy.serialization import serialize_message
        import rosbag2_py
        writer = rosbag2_py.SequentialWriter()
        writer.open(rosbag2_py.StorageOptions(str(self.folder / "bag"), "paper"),
                    rosbag2_py.ConverterOptions("", ""))
        writer.create_topic(rosbag2_py.TopicMetadata(0, "/a", "std_msgs/msg/String", "cdr"))
        writer.write("/a", serialize_message(String(data="on paper")), 1000)
        writer.close()
        domain = Domain()
        self.addCleanup(domain.close)
        os.environ.update(ROS_DOMAIN_ID=str(domain.number),
                          ROS_AUTOMATIC_DISCOVERY_RANGE="LOCALHOST")
        rclpy.init()
        self.addCleanup(rclpy.shutdown)
        node = rclpy.create_node("listener")
        heard = rclpy.Future()
        node.create_subscription(String, "/a", heard.set_result, 10)
        player = subprocess.Popen([BUILD / "bin/ros2", "bag", "play", "bag", "--loop",
                                   "--disable-keyboard-controls"], cwd=self.folder,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            rclpy.spin_until_future_complete(node, heard, timeout_sec=30)
        finally:
            player.send_signal(signal.SIGINT)
            said, _ = player.communicate()
        self.assertTrue(heard.done(), said)
        self.assertEqual(heard.result().data, "on paper")

    def test_it_is_listed_beside_those_that_are_built_in(self):
        import rosbag2_py
        self.assertEqual(rosbag2_py.get_registered_readers(), {"mcap", "sqlite3", "paper"})
        self.assertEqual(set(self.ros2("list", "storage").split()), {"mcap", "sqlite3", "paper"})
        verbose = self.ros2("list", "storage", "-v")
        self.assertTrue(verbose.startswith("available storage plugins are:\n"), verbose)
        self.assertIn("name: paper\n\tBags on paper\n\ttype: paper_storage::PaperStorage\n"
                      "\tbase_class: rosbag2_storage::storage_interfaces::ReadWriteInterface\n",
                      verbose)
        self.assertEqual(self.ros2("list", "converter"), "")

    def test_what_compresses_is_found_and_listed(self):
        import rosbag2_py
        self.assertEqual(rosbag2_py.get_registered_compressors(), {"zstd"})
        self.assertEqual(self.ros2("list", "compressor"), "zstd\n")
        self.assertEqual(self.ros2("list", "decompressor"), "zstd\n")

    def test_a_storage_that_nobody_brings_is_named_with_those_that_there_are(self):
        import rosbag2_py
        with self.assertRaisesRegex(RuntimeError, "no storage 'stone'.*mcap, sqlite3, paper"):
            rosbag2_py.SequentialReader().open(
                rosbag2_py.StorageOptions(str(self.folder), "stone"),
                rosbag2_py.ConverterOptions("", ""))


if __name__ == "__main__":
    unittest.main(verbosity=2)
