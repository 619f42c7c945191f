"""What ROS 2 itself publishes is recorded and played to it: bytes, QoS, the type's definition; also
where the type's package is hidden from us, as if it were not installed."""

import dataclasses
import os
import pathlib
import signal
import struct
import subprocess
import sys
import time

import pytest

from harness.cast import program

TOPIC, TYPE, PACKAGE = "/point", "geometry_msgs/msg/PointStamped", "geometry_msgs"
QOS = ["--topic", TOPIC, "--type", TYPE, "--transient-local", "--depth", 7]
COUNT = 3
LIMIT_S = 60


def payload(number: int) -> bytes:
    """A message without a byte of padding, which ROS 2 leaves as it was."""
    header = b"\0\1\0\0" + struct.pack("<iII", number, 0, 4) + b"map\0"
    return header + struct.pack("<ddd", number, 2.5, -1.0)


@dataclasses.dataclass
class Ours:
    """Our command, in a domain, where the package is hidden or not."""

    folder: pathlib.Path
    domain: int
    hidden: bool

    def command(self, *words) -> list:
        build = pathlib.Path(program("RANVIER_INTEROP_RANVIER", "the program ranvier")).parents[1]
        command = [sys.executable, str(build / "bin/ros2"), *map(str, words)]
        return [*self._hiding(build), *command] if self.hidden else command

    def _hiding(self, build: pathlib.Path) -> list:
        """In a mount namespace its library is no library, and its Python package is empty."""
        library = build / f"lib/lib{PACKAGE}__rosidl_typesupport_cpp.so"
        python = build / f"lib/python3/site-packages/{PACKAGE}"
        empty = self.folder / "empty"
        empty.mkdir(exist_ok=True)
        hide = (f"mount --bind /dev/null {library.resolve()} && "
                f"mount --bind {empty} {python.resolve()} && exec \"$@\"")
        hiding = ["unshare", "--mount", "sh", "-c", hide, "sh"]
        if subprocess.run([*hiding, "true"], capture_output=True, check=False).returncode != 0:
            pytest.skip("mount namespaces need root")
        return hiding

    def start(self, *words) -> subprocess.Popen:
        env = dict(os.environ, ROS_DOMAIN_ID=str(self.domain), ROS_LOG_DIR=str(self.folder / "log"),
                   ROS_AUTOMATIC_DISCOVERY_RANGE="LOCALHOST")
        return subprocess.Popen(self.command(*words), env=env, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT)


def end(process: subprocess.Popen) -> None:
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0, output


def record(ours: Ours, bag: pathlib.Path) -> None:
    """Until the bag has all messages, which the publisher keeps for who comes late."""
    recorder = ours.start("bag", "record", "-o", bag, "--topics", TOPIC, "-p", 5,
                          "--disable-keyboard-controls")
    last = payload(COUNT - 1)
    limit = time.monotonic() + LIMIT_S
    while not any(last in file.read_bytes() for file in bag.glob("*.mcap")):
        assert time.monotonic() < limit and recorder.poll() is None, recorder.communicate()
        time.sleep(0.01)
    end(recorder)


def read(bag: pathlib.Path) -> tuple:
    """(schema, channel, the bytes of each message)."""
    reader = pytest.importorskip("mcap.reader")
    with open(next(bag.glob("*.mcap")), "rb") as file:
        found = list(reader.make_reader(file).iter_messages())
    return found[0][0], found[0][1], [message.data for *_, message in found]


def echo(ours: Ours) -> str:
    shown = ours.start("topic", "echo", TOPIC, "--once", "--timeout", LIMIT_S)
    output, _ = shown.communicate(timeout=LIMIT_S)
    assert shown.returncode == 0, output
    return output


@pytest.mark.parametrize("hidden", [False, True], ids=["installed", "not_installed"])
def test_what_ros2_publishes_is_recorded_shown_and_played_to_it(cast, domain, tmp_path, hidden):
    ours = Ours(tmp_path, domain, hidden)
    ours.command()  # skips at once
    pub = cast.start("ros2", "pub", *QOS)
    for number in range(COUNT):
        pub.tell("raw", payload(number).hex())
    pub.wait_for("all messages", lambda: len(pub.of("sent")) == COUNT)
    bag = tmp_path / "bag"
    record(ours, bag)
    assert "frame_id: map" in echo(ours)
    pub.close()

    schema, channel, recorded = read(bag)
    assert recorded == [payload(number) for number in range(COUNT)]
    assert schema.encoding == "ros2msg"
    assert b"std_msgs/Header header" in schema.data
    assert b"float64 z" in schema.data
    assert channel.metadata["topic_type_hash"].startswith("RIHS01_")
    for word in ("reliability: reliable", "durability: transient_local"):
        assert word in channel.metadata["offered_qos_profiles"]

    # It comes after the messages, and hears them: the QoS is the recorded one.
    player = ours.start("bag", "burst", bag)
    sub = cast.start("ros2", "sub", *QOS)
    heard = sub.wait_received(COUNT)
    assert [bytes.fromhex(one["bytes"]) for one in heard] == recorded
    assert "frame_id: map" in echo(ours)
    end(player)
