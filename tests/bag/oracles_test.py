"""Our bags as independent libraries read them, and theirs as we do.

usage: oracles_test.py <bag_program>
"""
import collections
import io
import os
import pathlib
import random
import signal
import struct
import subprocess
import sys
import tempfile
import unittest

try:
    import mcap.exceptions
    import mcap.reader
    import mcap.stream_reader
    import mcap.writer
    from mcap_ros2.decoder import DecoderFactory
    from rosbags.rosbag2 import (CompressionFormat, CompressionMode, Reader, StoragePlugin,
                                 Writer)
    from rosbags.typesys import Stores, get_typestore
except ImportError as error:
    print(f"skipped: {error}. tools/requirements.txt names what is missing")
    sys.exit(77)

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
COUNT = 300
FORMS = {  # name: (storage, preset, config)
    "default": ("mcap", "", ""),
    "fastwrite": ("mcap", "fastwrite", ""),
    "zstd_fast": ("mcap", "zstd_fast", ""),
    "zstd_small": ("mcap", "zstd_small", ""),
    "every_crc": ("mcap", "", "noChunkCRC: false\nenableDataCRC: true\nchunkSize: 5000\n"),
    "zstd_crc": ("mcap", "zstd_fast", "noChunkCRC: false\nenableDataCRC: true\nchunkSize: 5000\n"),
    "fastwrite_crc": ("mcap", "fastwrite", "enableDataCRC: true\n"),
    "lz4": ("mcap", "", "compression: Lz4\nforceCompression: true\nchunkSize: 5000\n"),
    "lz4_slowest": ("mcap", "", "compression: Lz4\ncompressionLevel: Slowest\n"),
    "bare": ("mcap", "", "noSummary: true\nnoMessageIndex: true\n"),
    "few_indexes": ("mcap", "", "noChunkIndex: true\nnoMetadataIndex: true\nnoStatistics: true\n"
                    "noRepeatedSchemas: true\nnoRepeatedChannels: true\nnoSummaryOffsets: true\n"),
    "sqlite": ("sqlite3", "", ""),
    "sqlite_resilient": ("sqlite3", "resilient", ""),
}


HASHES = {get_typestore(Stores.ROS2_JAZZY).hash_rihs01(f"std_msgs/msg/{name}")
          for name in ("String", "Int32")}


def run(*arguments):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def message(i):
    """(topic, received, bytes) of the program's message `i`."""
    time = 1_700_000_000_000_000_000 + (i - 5 if i % 10 == 9 else i) * 1_000_000
    if i % 2:
        return "/number", time, b"\0\1\0\0" + struct.pack("<i", i)
    text = str(i).encode() + b"x" * (100_000 if i % 50 == 0 else 20) + b"\0"
    return "/text", time, b"\0\1\0\0" + struct.pack("<I", len(text)) + text


def by_time(messages):
    return sorted(messages, key=lambda each: each[1])


def dumped(path):
    rows = [line.split(" ") for line in run("dump", path).splitlines()]
    return [(topic, int(time), bytes.fromhex(data)) for topic, _, time, _, data in rows]


class InAFolder(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def write(self, form):
        storage, preset, config = FORMS[form]
        path = self.folder / form
        if config:
            (self.folder / "config.yaml").write_text(config)
        run("write", path, storage, preset, self.folder / "config.yaml" if config else "", COUNT)
        return path


class OursReadByOthers(InAFolder):
    expected = [message(i) for i in range(COUNT)]

    def test_mcap_finds_every_record_and_the_crcs_right(self):
        for form, (storage, _, config) in FORMS.items():
            if storage != "mcap":
                continue
            with self.subTest(form):
                path = self.write(form) / f"{form}_0.mcap"
                data = path.read_bytes()
                records = mcap.stream_reader.StreamReader(
                    io.BytesIO(data), validate_crcs=True, emit_chunks=False).records
                kinds = collections.Counter(type(each).__name__ for each in records)
                self.assertEqual(kinds["Message"], COUNT)
                reader = mcap.reader.make_reader(io.BytesIO(data), validate_crcs=True)
                found = [(c.topic, m.log_time, m.data, m.publish_time, m.sequence)
                         for _, c, m in reader.iter_messages()]
                self.assertEqual(found, [(t, when, d, when - 1000, 0)
                                         for t, when, d in by_time(self.expected)])
                self.assertEqual(reader.get_header().profile, "ros2")
                if "noSummary: true" not in config and "Repeated" not in config:
                    channels = reader.get_summary().channels.values()
                    self.assertEqual({c.metadata["topic_type_hash"] for c in channels}, HASHES)

    def test_mcap_ros2_decodes_the_messages(self):
        path = self.write("zstd_fast") / "zstd_fast_0.mcap"
        with path.open("rb") as file:
            reader = mcap.reader.make_reader(file, decoder_factories=[DecoderFactory()])
            decoded = [each.decoded_message for each in reader.iter_decoded_messages()]
        self.assertEqual(sum(getattr(each, "data", None) == 151 for each in decoded), 1)
        self.assertEqual(len(decoded), COUNT)

    def test_rosbags_reads_the_folder(self):
        for form in FORMS:
            if form in ("bare", "few_indexes"):  # rosbags wants a summary
                continue
            with self.subTest(form), Reader(self.write(form)) as reader:
                found = [(c.topic, time, bytes(data)) for c, time, data in reader.messages()]
                # Of equal times any may come first there, and without chunks all lie as in the file.
                self.assertEqual(sorted(found), sorted(self.expected))
                self.assertEqual(reader.message_count, COUNT)
                self.assertEqual({c.topic: c.msgtype for c in reader.connections},
                                 {"/text": "std_msgs/msg/String", "/number": "std_msgs/msg/Int32"})
                self.assertEqual(reader.ros_distro, "jazzy")


class OthersReadByUs(InAFolder):
    def test_files_of_the_mcap_library(self):
        forms = [(kind, use_chunking, crcs)
                 for kind in mcap.writer.CompressionType for use_chunking in (True, False)
                 for crcs in (True, False)]
        for kind, use_chunking, crcs in forms:
            with self.subTest(kind=kind, chunks=use_chunking, crcs=crcs):
                path = self.folder / "other.mcap"
                with path.open("wb") as file:
                    writer = mcap.writer.Writer(
                        file, chunk_size=3000, compression=kind, use_chunking=use_chunking,
                        enable_crcs=crcs, enable_data_crcs=crcs)
                    writer.start("ros2", "test")
                    schema = writer.register_schema("std_msgs/msg/String", "ros2msg", b"string data")
                    ids = {t: writer.register_channel(t, "cdr", schema) for t in ("/text", "/number")}
                    writer.add_attachment(1, 1, "a", "text/plain", b"attached")
                    for i in range(COUNT):
                        topic, time, data = message(i)
                        writer.add_message(ids[topic], time, data, time)
                    writer.add_metadata("other", {"a": "b"})
                    writer.finish()
                self.assertEqual(dumped(path), by_time(message(i) for i in range(COUNT)))

    def test_bags_of_rosbags(self):
        store = get_typestore(Stores.ROS2_JAZZY)
        for plugin in StoragePlugin:
            for mode in CompressionMode:
                if mode == CompressionMode.STORAGE and plugin == StoragePlugin.SQLITE3:
                    continue
                with self.subTest(plugin=plugin, mode=mode):
                    path = self.folder / f"{plugin.name}_{mode.name}"
                    writer = Writer(path, version=9, storage_plugin=plugin)
                    if mode != CompressionMode.NONE:
                        writer.set_compression(mode, CompressionFormat.ZSTD)
                    try:
                        writer.open()
                    except Exception as error:  # a pair that rosbags does not write
                        print("not written by rosbags:", plugin.name, mode.name, error)
                        continue
                    ids = {t: writer.add_connection(t, "std_msgs/msg/String", typestore=store)
                           for t in ("/text", "/number")}
                    for i in range(COUNT):
                        topic, time, data = message(i)
                        writer.write(ids[topic], time, data)
                    writer.close()
                    self.assertEqual(dumped(path), by_time(message(i) for i in range(COUNT)))


def seen_by_mcap(path):
    """Messages that the library reads of a file that has no end."""
    seen = 0
    with path.open("rb") as file:
        try:
            for each in mcap.stream_reader.StreamReader(file).records:
                seen += type(each).__name__ == "Message"
        except (mcap.exceptions.McapError, struct.error):
            pass  # the end, within a record
    return seen


class Killed(InAFolder):
    ROUNDS = int(os.environ.get("RANVIER_BAG_KILLS", "10"))

    def test_a_killed_writer_leaves_all_that_it_had_written(self):
        seed = int(os.environ.get("RANVIER_TEST_SEED", random.randrange(1 << 30)))
        print("RANVIER_TEST_SEED =", seed)
        chance = random.Random(seed)
        for turn in range(self.ROUNDS):
            path = self.folder / f"round_{turn}"
            writer = subprocess.Popen([PROGRAM, "endless", path, "mcap", "", ""],
                                      stdout=subprocess.PIPE)
            told = -1
            for _ in range(chance.randrange(1, 2000)):
                told = int(writer.stdout.readline())
            writer.send_signal(signal.SIGKILL)
            rest = writer.stdout.read().split(b"\n")
            writer.wait()
            writer.stdout.close()
            told = max([told, *(int(line) for line in rest[:-1])])
            found = dumped(path)
            self.assertGreaterEqual(len(found), told + 1)
            self.assertLessEqual(len(found), told + 2)
            self.assertEqual(found, by_time(message(i) for i in range(len(found))))
            self.assertGreaterEqual(seen_by_mcap(path / f"round_{turn}_0.mcap"), told + 1)
            (path / f"round_{turn}_0.mcap").unlink()


if __name__ == "__main__":
    unittest.main()
