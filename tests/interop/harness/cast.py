"""Who takes part: our program and the foreign peers, by one grammar."""

import os
import pathlib
import sys

import pytest

from harness.process import Peer

HERE = pathlib.Path(__file__).resolve().parent.parent
LOOPBACK = """<CycloneDDS><Domain><General><AllowMulticast>false</AllowMulticast>
<Interfaces><NetworkInterface name="lo"/></Interfaces></General><Discovery>
<ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>32</MaxAutoParticipantIndex>
<Peers><Peer Address="localhost"/></Peers></Discovery>
<Internal><SocketReceiveBufferSize min="default" max="4MB"/></Internal></Domain></CycloneDDS>"""

ROS2 = {
    "ros2": ("RANVIER_INTEROP_ROS2", "ROS 2 of PyPI (tools/requirements_ros2.txt)"),
    "kilted": ("RANVIER_INTEROP_KILTED", "ROS 2 Kilted (tools/requirements_kilted.txt)"),
}


def program(variable: str, what: str) -> str:
    path = os.environ.get(variable, "")
    if not path or not os.access(path, os.X_OK):
        pytest.skip(f"{what} is not built ({variable}='{path}')")
    return path


def command_of(who: str) -> list:
    """The start of the command line of `ours`, `rust`, `python`, `cyclone`, `fast`, `ros2` or
    `kilted`."""
    if who == "ours":
        return [program("RANVIER_INTEROP_OURS", "our interop program")]
    if who == "rust":
        return [program("RANVIER_INTEROP_RUST", "the Rust peer")]
    if who == "cyclone":
        return [program("RANVIER_INTEROP_CYCLONE", "the raw Cyclone peer")]
    if who == "fast":
        return [program("RANVIER_INTEROP_FAST", "the Fast DDS peer")]
    if who in ROS2:
        python = program(*ROS2[who])
        return [python, str(HERE / "peer_ros2" / "peer.py")]
    return [sys.executable, str(HERE / "peer_python" / "peer.py")]


class Cast:
    """Starts peers on one domain and ends them all in close()."""

    def __init__(self, domain: int, log_dir, within=(), patience: float = 45) -> None:
        self._patience = patience
        self._domain = domain
        self._log_dir = str(log_dir)
        self._within = list(within)
        self.started: list = []

    def start(self, who: str, mode: str, *options, within=(), env=None) -> Peer:
        """Starts one peer and waits until its endpoints exist.

        @param within  a command that runs it, e.g. inside a network namespace
        """
        words = [str(o) for o in options]
        command = [*(within or self._within), *command_of(who), mode, *words]
        peer = Peer(who, [mode, *words], command, {**self._env(who), **(env or {})}, self._patience)
        self.started.append(peer)
        return peer.wait_ready()

    def _env(self, who: str) -> dict:
        env = {
            "ROS_DOMAIN_ID": str(self._domain),
            "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
            "ROS_LOG_DIR": self._log_dir,
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        if who in ("python", "cyclone"):
            env["CYCLONEDDS_URI"] = LOOPBACK
        return env

    def close(self) -> None:
        for peer in self.started:
            peer.close()

    def report(self) -> str:
        return "\n".join(peer.report() for peer in self.started)


def match(publisher: Peer, subscription: Peer) -> None:
    """Waits until both sides know of the match: what is reliable loses nothing from then on."""
    publisher.wait_matched(1)
    subscription.wait_matched(1)
