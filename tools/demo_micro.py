"""Runs the boards of `make demo-micro`, and prints what they and the host measured.

usage: demo_micro.py <folder of programs> <folder of boards> <seconds> [--drop PERCENT] [--seed N]
                     [--numbers]

Everything runs on one domain, on this machine alone, and ends with this script. With --drop, the
serial lines lose that share of their frames in both directions; with --numbers it prints
"<quantity> <number>" lines alone.
"""
from __future__ import annotations

import argparse
import os
import pathlib
import queue
import re
import subprocess
import sys
import threading
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent))
from lossy_line import LossyLine  # noqa: E402

BOARDS = ("ping", "pong", "imu")
START_SECONDS = 60


class Program:
    """A program whose lines are read while it runs."""

    def __init__(self, name: str, words: list, environment: dict):
        self.name = name
        self.lines: list[str] = []
        self._new: queue.Queue = queue.Queue()
        self._process = subprocess.Popen(
            [str(word) for word in words], env=environment, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self._process.stdout:
            self._new.put(line.rstrip("\n"))
        self._new.put(None)

    def _next(self, until: float):
        """The next line; None at its end."""
        try:
            line = self._new.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise SystemExit(f"demo-micro: {self.name} says nothing more. It said:\n" +
                             "\n".join(self.lines)) from None
        if line is not None:
            self.lines.append(line)
        return line

    def wait_for(self, pattern: str, seconds: float = START_SECONDS) -> str:
        """The first group of the first line that matches."""
        until = time.monotonic() + seconds
        while (line := self._next(until)) is not None:
            if found := re.search(pattern, line):
                return found[1]
        raise SystemExit(f"demo-micro: {self.name} ended early. It said:\n" + "\n".join(self.lines))

    def wait_for_end(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while self._next(until) is not None:
            pass
        if self._process.wait() != 0:
            raise SystemExit(f"demo-micro: {self.name} failed. It said:\n" + "\n".join(self.lines))

    def all_lines(self) -> list[str]:
        """Those too that nobody has waited for."""
        while not self._new.empty():
            if (line := self._new.get()) is not None:
                self.lines.append(line)
        return self.lines

    def numbers(self) -> dict[str, int]:
        """The lines "<name> <number>"."""
        found = (re.fullmatch(r"([\w.]+) (\d+)", line) for line in self.lines)
        return {match[1]: int(match[2]) for match in found if match}

    def end(self) -> None:
        self._process.terminate()
        self._process.wait()


class Demo:
    def __init__(self, arguments: argparse.Namespace):
        self.bin, self.elf = arguments.programs.resolve(), arguments.boards.resolve()
        self.seconds, self.drop, self.seed = arguments.seconds, arguments.drop, arguments.seed
        self.lossy: list[LossyLine] = []
        domain = os.environ.get("ROS_DOMAIN_ID") or str(1 + os.getpid() % 100)
        self.environment = {**os.environ, "ROS_DOMAIN_ID": domain,
                            "XRCE_DOMAIN_ID_OVERRIDE": domain,
                            "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}
        self.running: list[Program] = []

    def start(self, name: str, *words) -> Program:
        program = Program(name, list(words), self.environment)
        self.running.append(program)
        return program

    def start_board(self, name: str) -> tuple[Program, str]:
        """The board, and the device of its serial line."""
        program = self.elf / f"{name}_freertos.elf"
        if not program.exists():
            program = self.elf / f"{name}.elf"
        board = self.start(name, "qemu-system-arm", "-M", "mps2-an385", "-display", "none",
                           "-monitor", "none", "-semihosting", "-serial", "pty",
                           "-kernel", program)
        return board, board.wait_for(r"redirected to (/dev/\S+)")

    def run(self) -> tuple[dict[str, int], dict[str, int], list[str]]:
        """What ping told, what the host told, and the nodes that it saw."""
        boards = dict(zip(BOARDS, map(self.start_board, BOARDS)))
        lines = [device for _, device in boards.values()]
        if self.drop > 0:
            self.lossy = [LossyLine(device, self.drop, self.seed + number)
                          for number, device in enumerate(lines)]
            lines = [line.device for line in self.lossy]
        serial = self.start("the agent", self.bin / "ranvier-micro-agent", "multiserial",
                            "--devs", *lines)
        for _ in lines:
            serial.wait_for(r"boards come in on (\S+)")
        udp = self.start("the agent for UDP", self.bin / "ranvier-micro-agent", "udp4", "-p", "0")
        port = udp.wait_for(r"boards come in on udp4 port (\d+)")
        self.start("pong as a process", self.bin / "micro_demo_pong", port)
        host = self.start("the host", self.bin / "micro_demo_host", self.seconds, "qemu", "posix")
        host.wait_for_end(3 * START_SECONDS + self.seconds + 60)
        boards["ping"][0].wait_for_end(2 * START_SECONDS)
        nodes = [line.removeprefix("node ") for line in host.lines if line.startswith("node ")]
        return boards["ping"][0].numbers(), host.numbers(), nodes

    def said(self) -> str:
        """The lines of all: why a board does not answer stands in another's."""
        return "\n".join(line for program in self.running
                         for line in (f"{program.name}:", *program.all_lines()))

    def end(self) -> None:
        for program in reversed(self.running):
            program.end()


def row(*cells) -> None:
    print(f"  {cells[0]:<44}" + "".join(f"{cell:>9}" for cell in cells[1:]))


def show(sizes: str, ping: dict, host: dict, nodes: list[str]) -> None:
    print("\nBytes of a board's program (Cortex-M3, -Os, rclc and C library included)")
    row("", "flash", "RAM", "stack")
    for name, flash, ram in re.findall(r"^(\w+) +flash +(\d+) +ram +(\d+)$", sizes, re.M):
        row(name, flash, ram, ping["stack"] if name == "ping" else "")
    print("\nMessages")
    row("", "sent", "lost")
    row("board to board and back, at most 50 Hz", ping["sent"] - ping["refused"], ping["lost"])
    row("board to C++, sensor_msgs/Imu, 100 Hz", host["imu.sent"], host["imu.lost"])
    row("C++ to board and back, at most 100 Hz", host["qemu.sent"], host["qemu.lost"])
    row("C++ to Linux client and back, at most 100 Hz", host["posix.sent"], host["posix.lost"])
    print(f"\nParameter 'rate' of the IMU, set by C++ and read again: {host['imu.rate']}")
    print("\nThere and back, microseconds (under QEMU: this machine's time, not a board's)")
    parts = ("p50", "p90", "p99", "max")
    row("", *parts)
    row("board, agent, board, serial lines, QEMU", *(ping[part] for part in parts))
    row("C++, agent, board, serial line, QEMU", *(host[f"qemu.{part}"] for part in parts))
    row("C++, agent, Linux client, UDP", *(host[f"posix.{part}"] for part in parts))
    print("\nNodes, as a node in C++ sees them:", *sorted(nodes))


def show_numbers(ping: dict, host: dict, lossy: list[LossyLine]) -> None:
    sent = {"ping": ping["sent"] - ping["refused"], "imu": host["imu.sent"],
            "qemu": host["qemu.sent"]}
    lost = {"ping": ping["lost"], "imu": host["imu.lost"], "qemu": host["qemu.lost"]}
    carried = sum(line.carried for line in lossy)
    print("sent", sum(sent.values()))
    print("refused", ping["refused"])
    print("lost", sum(lost.values()))
    print("dropped_percent", 100 * sum(line.dropped for line in lossy) / carried if carried else 0)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("boards", type=pathlib.Path)
    parser.add_argument("seconds", type=int)
    parser.add_argument("--drop", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--numbers", action="store_true")
    return parser.parse_args()


def main() -> int:
    arguments = parsed()
    demo = Demo(arguments)
    try:
        ping, host, nodes = demo.run()
    except SystemExit as why:
        raise SystemExit(f"{why}\n{demo.said()}") from None
    finally:
        demo.end()
    if arguments.numbers:
        show_numbers(ping, host, demo.lossy)
    else:
        show((demo.elf / "sizes").read_text(), ping, host, nodes)
    lost = ping["lost"] + sum(number for name, number in host.items() if name.endswith(".lost"))
    return 1 if lost else 0


sys.exit(main())
