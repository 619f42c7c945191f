#!/usr/bin/python3
"""Compiles public programs of micro-ROS against micro/, runs them against our agent, and prints a
row of docs/public_packages.md for each.

usage: tools/try_micro_programs.py SOURCES [--build BUILD] [--only REGEX]

SOURCES holds clones of micro-ROS/micro-ROS-demos and ros2/rclc, at any depth. BUILD is a build of
this tree, with ranvier-micro-agent. A program runs when it says what it is expected to: often of
what its partner sent through the agent. Nothing of SOURCES is changed. Ends with 0 when all run.
"""
import argparse
import dataclasses
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGES = ("builtin_interfaces", "service_msgs", "std_msgs", "geometry_msgs", "sensor_msgs",
            "unique_identifier_msgs", "action_msgs", "lifecycle_msgs", "rcl_interfaces",
            "example_interfaces")
DEMOS, EXAMPLES = "micro-ROS-demos/rclc", "rclc_examples/src"
SECONDS = 30


@dataclasses.dataclass
class Trial:
    """Programs that run together, and what the first of them says when they work."""
    says: str
    programs: tuple
    arguments: tuple = ()
    seconds_apart: float = 0  # between their starts


def demo(name, says, partner=None, **more):
    own = f"{DEMOS}/{name}/main.c"
    return Trial(says, (own,) if partner is None else (own, f"{DEMOS}/{partner}/main.c"), **more)


def example(name, says, partner=None, **more):
    own = f"{EXAMPLES}/{name}.c"
    return Trial(says, (own,) if partner is None else (own, f"{EXAMPLES}/{partner}.c"), **more)


TRIALS = (
    demo("int32_subscriber", r"Received: \d+", "int32_publisher"),
    demo("int32_publisher", r"Sent: 2", "int32_subscriber"),
    demo("int32_publisher_subscriber", r"Sent: 2"),
    demo("int32_multinode", r"Node 2 --Received: \d+"),
    demo("string_subscriber", r"I have heard: \"Hello from micro-ROS #\d", "string_publisher"),
    demo("string_publisher", r"I have publish: \"Hello from micro-ROS #2", "string_subscriber"),
    demo("addtwoints_client", r"Received service response .* = \d+", "addtwoints_server"),
    demo("addtwoints_server", r"Service request value: \d+ \+ \d+", "addtwoints_client"),
    # Both draw the same random numbers: at the same time each would take the other's for its own.
    demo("ping_pong", r"Pong for seq \S+ \(\d+\)", "ping_pong", seconds_apart=3),
    demo("timer", r"Timer callback executed"),
    # Its last byte is a zero, which the program's own test takes for a fault.
    demo("fragmented_subscription", r"I received an 3501 array", "fragmented_publication"),
    demo("fragmented_publication", r"I sent an 3501 array", "fragmented_subscription"),
    demo("configuration_example/configured_subscriber", r"Received: \d+",
         "configuration_example/configured_publisher", arguments=("127.0.0.1", "@PORT", "0")),
    demo("configuration_example/configured_publisher", r"Sent: 2",
         "configuration_example/configured_subscriber", arguments=("127.0.0.1", "@PORT", "0")),
    demo("epoch_synchronization", r"UNIX time: 1\d{12} ms"),
    demo("ping_uros_agent", r"Success! micro-ROS Agent is up", arguments=("basic",)),
    demo("static_type_handling", r"frame_id: string"),
    demo("complex_msg_subscriber", r"Complex message received:[\s\S]*Msg D - \d",
         "complex_msg_publisher"),
    demo("complex_msg_publisher", r"Complex message sent", "complex_msg_subscriber"),
    demo("fibonacci_action_client", r"Goal Result \(order: \d+\) \[0 1 1 2", "fibonacci_action_server"),
    example("example_short_timer_long_subscription", r"I heard: \d"),
    example("example_executor", r"Published message Hello World!"),
    example("example_executor_only_rcl", r"Published message Hello World!"),
    example("example_executor_trigger", r"Published: \d"),
    example("example_sub_context", r"Published message"),
    example("example_action_client", r"Goal Result \(order: \d+\) \[0 1 1 2|CANCELED|ABORTED",
            "example_action_server"),
    example("example_client_node", r"eceived .*response", "example_service_node"),
    example("example_service_node", r"ervice request", "example_client_node"),
    # These wait for calls of others; that they serve them is shown by tests of ours.
    example("example_lifecycle_node", r"registering callbacks"),
)


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Library:
    """micro/ and the messages, built once with the port of the agent as its default."""

    def __init__(self, folder, sources, port):
        self.folder = folder
        roots = {name: ROOT / "interfaces" / name for name in PACKAGES}
        roots |= {"complex_msgs": path for path in sources.rglob("messages/complex_msg")}
        tables = []
        for name, root in roots.items():
            files = sorted(str(path.relative_to(root)) for kind in ("msg", "srv", "action")
                           for path in root.glob(f"{kind}/*.{kind}"))
            places = [word for other, at in roots.items() for word in ("--at", f"{other}={at}")]
            subprocess.run([sys.executable, "-B", "-m", "ranvier_rosidl.micro", "--package", name,
                            "--output", folder / name, *places, *files], check=True,
                           env={**os.environ, "PYTHONPATH": str(ROOT / "rosidl")})
            tables.append(folder / name / "src" / f"{name}__micro.c")
        (folder / "ranvier_micro").symlink_to(ROOT / "micro")
        self.flags = ["-std=gnu11", "-O1", "-w", "-DRANVIER_MICRO_POSIX",
                      "-DRANVIER_MICRO_MEMBER_NAMES", "-DXRCE_FRAGMENTED_BYTES=8192",
                      f'-DRMW_UXRCE_DEFAULT_UDP_PORT="{port}"', f"-I{folder}",
                      f"-I{ROOT}/micro/ros/include", f"-I{ROOT}/api/rosidl_runtime_c/include",
                      f"-I{ROOT}/api/rosidl_typesupport_interface/include",
                      *(f"-I{folder / name}/include" for name in roots)]
        parts = [path for part in ("wire", "session", "transport", "ros")
                 for path in sorted((ROOT / "micro" / part).glob("*.c"))]
        self.archive = folder / "libmicroros.a"
        objects = [self._object(number, path) for number, path in enumerate([*parts, *tables])]
        subprocess.run(["ar", "rcs", self.archive, *objects], check=True)

    def _object(self, number, path):
        made = self.folder / f"{number}.o"
        subprocess.run(["gcc", *self.flags, "-c", path, "-o", made], check=True)
        return made

    def compile(self, program):
        """The program's path, or what the compiler said."""
        made = self.folder / ("_".join(program.parts[-3:]) + ".elf")
        if made.exists():
            return made, ""
        beside = [path for path in program.parent.glob("*helper.c")
                  if path.name.replace("_helper", "") != program.name]
        ran = subprocess.run(
            ["gcc", *self.flags, "-Werror=implicit-function-declaration",
             f"-I{program.parent}", f"-I{program.parent.parent}/include", program, *beside,
             self.archive, "-lpthread", "-lm", "-o", made], stderr=subprocess.PIPE, text=True,
            check=False)
        errors = [line for line in ran.stderr.splitlines() if "error" in line or "undefined" in line]
        return (made, "") if ran.returncode == 0 else (None, errors[0] if errors else ran.stderr)


def says(trial, programs, port):
    """Whether the first program says what it is to."""
    words = [word.replace("@PORT", str(port)) for word in trial.arguments]
    running = []
    for one in programs:
        if running:
            time.sleep(trial.seconds_apart)
        running.append(subprocess.Popen(["stdbuf", "-oL", one, *words], stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL))
    said = b""
    os.set_blocking(running[0].stdout.fileno(), False)
    for other in running[1:]:
        os.set_blocking(other.stdout.fileno(), False)
    until = time.monotonic() + SECONDS
    try:
        while time.monotonic() < until:
            said += running[0].stdout.read() or b""
            for other in running[1:]:
                other.stdout.read()
            if re.search(trial.says, said.decode(errors="replace")):
                return True, ""
            time.sleep(0.05)
    finally:
        for one in running:
            one.kill()
            one.wait()
    last = said.decode(errors="replace").strip().splitlines()
    return False, "it said: " + (last[-1] if last else "nothing")


def try_one(trial, library, sources, port):
    places = [next(iter(sources.glob(f"**/{program}")), None) for program in trial.programs]
    if None in places:
        return None
    programs = []
    for place in places:
        made, why = library.compile(place)
        if made is None:
            return "no", "", why
        programs.append(made)
    ran, why = says(trial, programs, port)
    return "yes", "yes" if ran else "no", why


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("sources", type=pathlib.Path)
    arguments.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    arguments.add_argument("--only", default="")
    args = arguments.parse_args()
    port = free_port()
    environment = {**os.environ, "XRCE_DOMAIN_ID_OVERRIDE": "78",
                   "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}
    agent = subprocess.Popen([args.build / "bin/ranvier-micro-agent", "udp4", "-p", str(port)],
                             env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    failed = 0
    try:
        with tempfile.TemporaryDirectory() as folder:
            library = Library(pathlib.Path(folder), args.sources.resolve(), port)
            for trial in TRIALS:
                name = trial.programs[0].removesuffix("/main.c").removesuffix(".c")
                if not re.search(args.only, name):
                    continue
                row = try_one(trial, library, args.sources.resolve(), port)
                if row is None:
                    print(f"| {name} | not in {args.sources} |")
                    continue
                failed += row[:2] != ("yes", "yes")
                print(f"| {name} | {row[0]} | {row[1]} | {row[2]} |", flush=True)
    finally:
        agent.terminate()
        agent.wait()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
