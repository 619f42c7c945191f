"""The Debian packages of this build, installed by dpkg in a bare Debian.

usage: deb_test.py <build folder> [unittest arguments]
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import bare_tree
from prefix import RUN_LIMIT_S, own_domain, run

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "tests/dropin/wheel_programs"
PACKED, INSTALLED = 12_000_000, 45_000_000  # bytes of the run time, at most
OPT = "/opt/ranvier"
CMAKE = """cmake_minimum_required(VERSION 3.16)
project(chatter CXX)
find_package(rclcpp REQUIRED)
find_package(std_msgs REQUIRED)
add_executable(hello hello.cpp)
target_link_libraries(hello rclcpp::rclcpp std_msgs::std_msgs)
"""
HELLO = """#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>
int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  rclcpp::Node node("hello");
  node.create_publisher<std_msgs::msg::String>("chatter", 10)->publish(std_msgs::msg::String());
  RCLCPP_INFO(node.get_logger(), "published");
}
"""


def why_not():
    for program in ("dh", "dpkg-buildpackage"):
        if shutil.which(program) is None:
            return f"{program} is not here (tools/packages.txt, [test])"
    if not list((BUILD / "lib/python3/site-packages").glob("_ranvier.*.so")):
        return "the build has no Python extension"
    return bare_tree.why_not()


def field(package, name):
    return run(["dpkg-deb", "--field", package, name]).strip()


def needs(package):
    """The names of what a package depends on; of alternatives the first."""
    return {re.split(r"[ (|]", one.strip())[0] for one in field(package, "Depends").split(",")}


def setUpModule():  # pylint: disable=invalid-name
    global SCRATCH, RUNTIME, DEV  # pylint: disable=global-statement
    if why_not():
        raise unittest.SkipTest(why_not())
    SCRATCH = pathlib.Path(tempfile.mkdtemp(prefix="ranvier-deb-"))
    unittest.addModuleCleanup(shutil.rmtree, SCRATCH)
    run([ROOT / "tools/deb/make.sh", "--of", BUILD, SCRATCH])
    (RUNTIME,), (DEV,) = SCRATCH.glob("ranvier_*.deb"), SCRATCH.glob("ranvier-dev_*.deb")


class Debian:
    """A bare Debian with what some packages depend on, and these packages installed."""

    def __init__(self, name, *packages, also=()):
        ours = {field(package, "Package") for package in packages}
        wanted = set(also).union(*map(needs, packages)) - ours
        self.tree = bare_tree.BareTree(SCRATCH / name, *wanted)
        self.tree.know_packages()
        for package in packages:
            shutil.copy2(package, self.tree.root / "tmp")
        if packages:
            self.said("dpkg", "--force-unsafe-io", "--install",
                      *(f"/tmp/{package.name}" for package in packages))

    def start(self, *words):
        return subprocess.Popen(
            self.tree.words(*words), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/root", "LANG": "C.UTF-8",
                 "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
                 "ROS_DOMAIN_ID": str(own_domain())})

    def said(self, *words):
        with self.start(*words) as process:
            said, _ = process.communicate(timeout=5 * RUN_LIMIT_S)
        if process.returncode != 0:
            raise AssertionError(f"{words} ended with {process.returncode}:\n{said}")
        return said

    def shell(self, command):
        return ("bash", "-c", f". {OPT}/setup.bash && {command}")


class RepositoryTest(unittest.TestCase):
    """What a web server would serve, to apt in a bare Debian that has what ranvier depends on."""

    @classmethod
    def setUpClass(cls):
        for program in ("apt-ftparchive", "gpg"):
            if shutil.which(program) is None:
                raise unittest.SkipTest(f"{program} is not here (tools/packages.txt, [deb])")
        keys = SCRATCH / "keys"
        keys.mkdir(mode=0o700)
        cls.gpg = {**os.environ, "GNUPGHOME": str(keys)}
        subprocess.run(["gpg", "--batch", "--quiet", "--passphrase", "", "--quick-gen-key", "a@test",
                        "default", "default", "never"], env=cls.gpg, check=True)
        cls.addClassCleanup(subprocess.run, ["gpgconf", "--kill", "all"], env=cls.gpg, check=False)
        cls.debian = Debian("apt", also={"gpgv", *needs(RUNTIME)})
        lists = cls.debian.tree.root / "etc/apt"
        for folder in (lists / "apt.conf.d", lists / "preferences.d", lists / "trusted.gpg.d",
                       cls.debian.tree.root / "var/cache/apt/archives/partial",
                       cls.debian.tree.root / "var/lib/apt/lists/partial"):
            folder.mkdir(parents=True, exist_ok=True)
        for one in [*lists.glob("sources.list*"), *lists.glob("sources.list.d/*")]:
            if one.is_file():
                one.unlink()
        (lists / "sources.list").write_text(
            "deb [signed-by=/tmp/repository/ranvier.gpg] file:/tmp/repository here main\n")
        # Its other user is nobody there.
        (lists / "apt.conf.d/90test").write_text('APT::Sandbox::User "root";\n')

    def make(self, *options, packages=None):
        folder = self.debian.tree.root / "tmp/repository"
        return subprocess.run([ROOT / "tools/deb/repository.sh", *options, "--suite", "here", folder,
                               *(packages or (RUNTIME, DEV))], check=False, text=True, env=self.gpg,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def apt(self, *words):
        with self.debian.start("apt-get", *words) as process:
            return process.communicate(timeout=5 * RUN_LIMIT_S)[0], process.returncode

    def test_apt_installs_from_it_and_refuses_an_index_that_was_changed(self):
        made = self.make("--key", "a@test")
        self.assertIn("2 packages, signed by a@test", made.stdout)
        self.debian.said("apt-get", "update", "--error-on=any")
        said, status = self.apt("install", "-y", "--no-install-recommends", "ranvier")
        self.assertEqual(status, 0, said)
        self.assertIn("std_msgs\n", self.debian.said(*self.debian.shell("ros2 pkg list")))
        signed = self.debian.tree.root / "tmp/repository/dists/here/InRelease"
        signed.write_text(signed.read_text().replace("Origin: Ranvier", "Origin: somebody"))
        said, status = self.apt("update", "--error-on=any")
        self.assertNotEqual(status, 0, said)
        self.assertIn("BADSIG", said)

    def test_an_index_without_a_signature_is_refused_by_apt(self):
        self.assertIn("not signed", self.make().stdout)
        said, status = self.apt("update", "--error-on=any")
        self.assertNotEqual(status, 0, said)
        self.assertIn("is not signed", said)

    def test_what_it_cannot_use_is_said_and_nothing_is_changed(self):
        self.make()
        for options, packages, words in ((("--key", "nobody"), None, "no secret key 'nobody'"),
                                         ((), ["/nowhere.deb"], "there is no package '/nowhere.deb'")):
            refused = self.make(*options, packages=packages)
            self.assertNotEqual(refused.returncode, 0)
            self.assertIn(words, refused.stdout)
        self.assertTrue((self.debian.tree.root / "tmp/repository/dists/here/Release").exists())


class RuntimeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.debian = Debian("runtime", RUNTIME)
        for name in ("talker.py", "listener.py"):
            shutil.copy2(PROGRAMS / name, cls.debian.tree.root / "tmp")

    def test_it_is_small_packed_and_installed(self):
        self.assertLessEqual(RUNTIME.stat().st_size, PACKED)
        self.assertLessEqual(int(field(RUNTIME, "Installed-Size")) * 1024, INSTALLED)

    def test_its_dependencies_are_those_of_its_libraries(self):
        self.assertLessEqual({"libc6", "libddsc0debian", "libstdc++6", "libssl3"}, needs(RUNTIME))
        self.assertFalse([one for one in needs(RUNTIME) if one.endswith("-dev")])

    def test_every_package_of_its_prefix_is_provided_under_the_name_that_ros_has(self):
        provided = field(RUNTIME, "Provides")
        for name in ("rclcpp", "std-msgs", "launch-ros", "rclpy", "tf2-msgs"):
            self.assertRegex(provided, rf"ros-jazzy-{name} \(= [\d.]+\)")

    def test_a_talker_is_heard_and_the_commands_run(self):
        self.assertIn("std_msgs\n", self.debian.said(*self.debian.shell("ros2 pkg list")))
        with self.debian.start(*self.debian.shell("exec python3 /tmp/talker.py")) as talker:
            try:
                heard = self.debian.said(*self.debian.shell("python3 /tmp/listener.py"))
            finally:
                talker.terminate()
                talker.communicate(timeout=RUN_LIMIT_S)
        self.assertTrue(heard.startswith("heard 'hello'"), heard)

    def test_what_only_compilers_read_is_in_the_other_package(self):
        folder = pathlib.Path(f"{self.debian.tree.root}{OPT}")
        of_compilers = [str(path.relative_to(folder)) for path in folder.rglob("*")
                        if path.suffix in (".a", ".c", ".cc", ".cmake", ".h", ".hpp")]
        self.assertEqual(of_compilers, [])

    def test_no_file_of_it_names_a_folder_of_the_build(self):
        folder = pathlib.Path(f"{self.debian.tree.root}{OPT}")
        naming = [str(path.relative_to(folder)) for path in folder.rglob("*")
                  if path.is_file() and not path.is_symlink() and
                  str(ROOT).encode() in path.read_bytes()]
        self.assertEqual(naming, [])

    @unittest.skipIf(shutil.which("lintian") is None, "lintian is not here")
    def test_lintian_finds_no_error(self):
        # lintian leaves files of its own (mldbm-elf-*) in $TMPDIR.
        said = subprocess.run(["lintian", "--no-cfg", "--fail-on", "error", RUNTIME, DEV],
                              check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, env={**os.environ, "TMPDIR": str(SCRATCH)})
        self.assertEqual(said.returncode, 0, said.stdout)


class DevTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.debian = Debian("dev", RUNTIME, DEV)

    def test_a_package_compiles_with_plain_cmake_and_nothing_is_left_after_removal(self):
        folder = self.debian.tree.root / "tmp/chatter"
        folder.mkdir()
        (folder / "CMakeLists.txt").write_text(CMAKE)
        (folder / "hello.cpp").write_text(HELLO)
        self.debian.said(*self.debian.shell(
            "cmake -S /tmp/chatter -B /tmp/build && cmake --build /tmp/build"))
        self.assertIn("published", self.debian.said(*self.debian.shell("/tmp/build/hello")))
        self.debian.said("dpkg", "--purge", "ranvier-dev", "ranvier")
        self.assertFalse(os.path.lexists(f"{self.debian.tree.root}{OPT}"))


if __name__ == "__main__":
    unittest.main()
