#!/usr/bin/env python3
"""Runs what docs/install.md and docs/ci.md tell users of containers and of hosted runners, in bare roots of debootstrap.

By hand, as root, with a network: `tools/deb/try_recipes.py dist`. The folder has the packages of `make deb`. Of the
first Dockerfile of install.md each line is run as the shell line that it is: COPY from a folder with the package, RUN,
and ENTRYPOINT before `ros2 pkg list`. Of each job of ci.md the steps with `run` are run, by `bash -e` each, in a folder
that has a package (its checkout); $RANVIER_URL is a web server with the packages. What docker and a runner do beside is
not tried.
"""
import functools
import http.server
import json
import pathlib
import re
import sys
import tempfile
import threading

from bare_system import System
from try_install import CMAKE, HELLO

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = """<package format="3"><name>hello</name><version>1.0.0</version><description>Made to be tried.</description>
<maintainer email="us@example.org">Us</maintainer><license>Apache-2.0</license><depend>rclcpp</depend>
<buildtool_depend>ament_cmake</buildtool_depend><export><build_type>ament_cmake</build_type></export></package>
"""
TESTED = CMAKE + "enable_testing()\nadd_test(NAME hello COMMAND hello)\n"
OF_AMENT = TESTED + "find_package(ament_cmake REQUIRED)\nament_package()\n"


def blocks(page, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", (ROOT / "docs" / page).read_text(), re.M | re.S)


def steps(text):
    """The `run` of each step of a job, as the lines that they are."""
    found = re.findall(r"^( +)(?:- )?run: (\|\n(?:\1 +.*\n)+|.*\n)", text, re.M)
    return [re.sub(r"^ +", "", run.removeprefix("|\n"), flags=re.M) if run.startswith("|") else run for _, run in found]


def try_container(packages):
    """The image of install.md from packages, line by line."""
    with tempfile.TemporaryDirectory(prefix="ranvier-try-") as folder:
        system = System(folder, "bookworm", "amd64")
        for word, rest in re.findall(r"^([A-Z]+) (.*)$", blocks("install.md", "dockerfile")[0], re.M):
            if word == "COPY":
                pattern, to = rest.split()
                files = sorted(packages.glob(pattern.replace("*.deb", "*_amd64.deb")))
                system.take(*files)
                assert to == "/tmp/" and len(files) == 1, rest
            elif word == "RUN":
                system.run(rest)
            elif word == "ENTRYPOINT":
                start = json.loads(rest)
                quoted = " ".join(f"'{one}'" for one in (*start, "ros2", "pkg", "list"))
                said = system.run(quoted, alone=True)
                assert "std_msgs\n" in said, said
    print("the image of docs/install.md from packages: each line runs, and its entry point runs ros2 pkg list", flush=True)


def try_job(name, runs, url, cmake):
    with tempfile.TemporaryDirectory(prefix="ranvier-try-") as folder:
        system = System(folder, "bookworm", "amd64")
        checkout = system.root / "root/checkout"
        checkout.mkdir()
        for file, text in (("CMakeLists.txt", cmake), ("hello.cpp", HELLO), ("package.xml", PACKAGE)):
            (checkout / file).write_text(text)
        said = ""
        for number, run in enumerate(runs):
            (system.root / f"tmp/step{number}").write_text(run)
            said = system.run(f"cd /root/checkout && RANVIER_URL={url} bash -e /tmp/step{number}")
    print(f"the job of docs/ci.md with {name}: {len(runs)} steps run. The last one ended with:\n"
          + "\n".join(said.strip().splitlines()[-4:]), flush=True)


def main(packages):
    packages = pathlib.Path(packages).resolve()
    try_container(packages)

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):  # pylint: disable=arguments-differ
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=packages)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        plain, colcon = (steps(block) for block in blocks("ci.md", "yaml"))
        try_job("plain CMake", plain, url, TESTED)
        try_job("colcon", plain[:1] + colcon, url, OF_AMENT)
        server.shutdown()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
