"""Makes a wheel of the install component `wheel`.

usage: make_wheel.py <work folder, with prefix/> <python that it is for> <folder for the wheel>

site-packages of the prefix become the root of the wheel; lib, share and bin come beside them,
in the folder `ranvier` (python/ranvier_prefix). auditwheel copies the libraries that not every
Linux has into ranvier.libs, finds out how old a glibc will do, and gives the platform tag. Where dpkg-architecture
says that the build is for another architecture, so is the wheel.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from wheel_file import Wheel, read_wheel, write_wheel
from wheel_licences import add_bill, add_licences

# Of the architecture that it is for: the prefix of the compiler's name, and the folder of libraries.
COMPILER, LIBRARIES = "", None
if os.environ.get("DEB_HOST_GNU_TYPE") != os.environ.get("DEB_BUILD_GNU_TYPE"):
    COMPILER = os.environ["DEB_HOST_GNU_TYPE"] + "-"
    LIBRARIES = pathlib.Path("/usr/lib", os.environ["DEB_HOST_MULTIARCH"])
    os.environ["_PYTHON_HOST_PLATFORM"] = "linux-" + os.environ["DEB_HOST_GNU_CPU"]
ROOT = pathlib.Path(__file__).resolve().parent.parent
LOADED_BY_NAME = ("libyaml-0.so.2",)  # by dlopen(): no tool sees that they are needed
NOT_NEEDED = "*__rosidl_typesupport_introspection_cpp.so"  # C++ alone asks for them
COMMANDS = {"ros2": "ros2cli.cli:main", "launch_test": "launch_testing.launch_test:main",
            "ament_index": "ament_index_python.cli:main",
            "ranvier-trace": "tracetools_trace.tools.program:main",
            **{f"ament_{linter}": f"ament_{linter}.main:main"
               for linter in ("copyright", "flake8", "mypy", "pep257", "pycodestyle", "xmllint")}}


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"make_wheel: status {done.returncode} from {words}:\n{done.stdout}{done.stderr}")
    return done.stdout


def copy_libraries(source, target):
    """A wheel has no links: a name that is one becomes a small library that needs the other."""
    target.mkdir(parents=True)
    for path in sorted(source.glob("*.so")):
        if path.match(NOT_NEEDED):
            continue
        if path.is_symlink():
            run(f"{COMPILER}gcc", "-shared", "-nostdlib", "-s", "-Wl,--no-as-needed", "-Wl,-rpath,$ORIGIN",
                f"-Wl,-soname,{path.name}", "-o", target / path.name, path.resolve())
        else:
            shutil.copy2(path, target)
    for name in LOADED_BY_NAME:
        shutil.copy2(system_library(name), target / name)


def system_library(name):
    """The path that the loader has for a name."""
    if LIBRARIES:
        return (LIBRARIES / name).resolve()
    found = re.search(rf"^\s*{re.escape(name)} .*=> (\S+)$", run("/sbin/ldconfig", "-p"), re.M)
    if not found:
        sys.exit(f"make_wheel: the loader knows no '{name}'. Install what has it "
                 "(tools/packages.txt).")
    return pathlib.Path(found[1]).resolve()


def lay_out(prefix, root):
    """The files of the wheel, below `root`."""
    shutil.copytree(prefix / "lib/python3/site-packages", root,
                    ignore=shutil.ignore_patterns("__pycache__"))
    own = root / "ranvier"
    copy_libraries(prefix / "lib", own / "lib")
    for programs in (prefix / "lib").iterdir():  # of packages: lib/<package>
        if programs.is_dir() and programs.name != "python3":
            shutil.copytree(programs, own / "lib" / programs.name)
    shutil.copytree(prefix / "bin", own / "bin",
                    ignore=lambda _, names: set(names) & COMMANDS.keys() - {"ament_index", "ranvier-trace"})
    shutil.copytree(prefix / "share", own / "share",
                    ignore=lambda folder, names: {"cmake"} & set(names))


def describe(version, interpreter, wheel):
    """METADATA, WHEEL and entry_points.txt."""
    info = wheel.info
    info.mkdir()
    first, second = interpreter
    info.joinpath("METADATA").write_text(
        f"Metadata-Version: 2.1\nName: ranvier\nVersion: {version}\n"
        "Summary: A ROS 2 runtime: rclpy, the messages and the tools, without ROS\n"
        "License: Apache-2.0; what it carries has licences of its own (licenses/)\n"
        f"Requires-Python: =={first}.{second}.*\n"
        # Messages with arrays of numbers, and messages as YAML.
        "Requires-Dist: numpy\nRequires-Dist: PyYAML\n"
        "Description-Content-Type: text/markdown\n\n" + (ROOT / "README.md").read_text())
    info.joinpath("WHEEL").write_text(
        f"Wheel-Version: 1.0\nGenerator: ranvier ({version})\nRoot-Is-Purelib: false\n"
        f"Tag: {wheel.tags}\n")
    points = (ROOT / "python/ros2cli/entry_points.txt").read_text()
    info.joinpath("entry_points.txt").write_text(
        "[console_scripts]\n" + "".join(f"{a} = {b}\n" for a, b in COMMANDS.items()) + points)


def main(work, python, target):
    version = re.search(r"project\(ranvier VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
    major, minor, platform = run(
        python, "-c", "import sys, sysconfig\nprint(*sys.version_info[:2], "
        "sysconfig.get_platform().replace('-', '_').replace('.', '_'))").split()
    cpython = f"cp{major}{minor}"
    plain = Wheel(work / "tree", "ranvier", version, f"{cpython}-{cpython}-{platform}")
    lay_out(work / "prefix", plain.root)
    describe(version, (major, minor), plain)
    write_wheel(plain, work / "plain")
    print(run(sys.executable, "-m", "auditwheel", "repair", "--plat", "auto", "-w",
              work / "repaired", work / "plain" / plain.file_name))
    repaired = read_wheel(next((work / "repaired").glob("*.whl")), work / "repaired-tree")
    add_licences(repaired, ROOT, LOADED_BY_NAME)
    add_bill(repaired, version, ROOT, LOADED_BY_NAME)
    target.mkdir(exist_ok=True)
    processor = re.search(r"linux_(?:\d+_\d+_)?(\w+)$", repaired.tags)[1]
    for old in target.glob(f"ranvier-*-{cpython}-{cpython}-*_{processor}.whl"):
        old.unlink()
    path = write_wheel(repaired, target)
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], pathlib.Path(sys.argv[3]))
