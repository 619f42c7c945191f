"""The Debian packages of this build, installed by dpkg in a bare Debian.

usage: deb_test.py <build folder> [unittest arguments]
"""
import contextlib
import io
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import unittest

from bill import assert_whole, carried
from debian_packages import OPT, ROOT, Debian, field, make_quickly, names, needs, packages_of
from prefix import RUN_LIMIT_S, run

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
PROGRAMS = ROOT / "tests/dropin/wheel_programs"
WORDS = ROOT / "tests/dropin/deb_programs"
# A talker and a listener on one machine, which has its own shared memory, and what they leave there.
ROBOT = """mount -t tmpfs tmpfs /dev/shm && {
python3 /tmp/says.py & python3 /tmp/hears.py; echo "hears ended with $?"
kill %1; wait %1; echo "says ended with $?"
find /dev/shm -type f; }"""
PACKED, INSTALLED = 12_000_000, 45_000_000  # bytes of the run time, at most
COMPILED_IN = {"libcli11-dev", "nlohmann-json3-dev", "pypi:nanobind", "robin-map"}
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


def setUpModule():  # pylint: disable=invalid-name
    global SCRATCH, RUNTIME, DEV  # pylint: disable=global-statement
    SCRATCH = packages_of(BUILD)
    (RUNTIME,), (DEV,) = SCRATCH.glob("ranvier_*.deb"), SCRATCH.glob("ranvier-dev_*.deb")


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
        cls.debian = Debian(SCRATCH / "apt", also={"gpgv", *needs(RUNTIME)})
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
        cls.debian = Debian(SCRATCH / "runtime", RUNTIME)
        for name in ("talker.py", "listener.py"):
            shutil.copy2(PROGRAMS / name, cls.debian.tree.root / "tmp")

    def test_it_is_small_packed_and_installed(self):
        self.assertLessEqual(RUNTIME.stat().st_size, PACKED)
        self.assertLessEqual(int(field(RUNTIME, "Installed-Size")) * 1024, INSTALLED)

    def test_its_dependencies_are_those_of_its_libraries(self):
        self.assertLessEqual({"libc6", "libddsc0debian", "libstdc++6"}, needs(RUNTIME))
        self.assertFalse([one for one in needs(RUNTIME) if one.endswith("-dev")])

    def test_what_keystores_alone_need_is_recommended_and_named_where_it_is_missing(self):
        self.assertEqual(names(field(RUNTIME, "Recommends")), {"libssl3", "libxml2"})
        with self.debian.start(*self.debian.shell("ros2 security create_keystore /tmp/keys")) as process:
            said, _ = process.communicate(timeout=RUN_LIMIT_S)
        self.assertEqual(process.returncode, 1, said)
        self.assertIn("libxml2.so", said)
        self.assertIn("apt install libxml2", said)

    def test_every_package_of_its_prefix_is_provided_under_the_name_that_ros_has(self):
        provided = field(RUNTIME, "Provides")
        for name in ("rclcpp", "std-msgs", "launch-ros", "rclpy", "tf2-msgs"):
            self.assertRegex(provided, rf"ros-jazzy-{name} \(= [\d.]+\)")

    def test_the_list_for_rosdep_names_every_package_of_the_prefix_once(self):
        said = subprocess.run(["dpkg-deb", "--fsys-tarfile", DEV], check=True, stdout=subprocess.PIPE).stdout
        with tarfile.open(fileobj=io.BytesIO(said)) as packed:
            text = packed.extractfile(f".{OPT}/share/ranvier/rosdep.yaml").read().decode()
        named = re.findall(r"^(\w+): \{debian: \[[\w., -]+\](?:, ubuntu: \[[\w., -]+\])?\}$", text, re.M)
        self.assertEqual(len(named), text.count(": {"))
        provided = {one.partition(" ")[0] for one in field(RUNTIME, "Provides").split(", ")}
        self.assertLessEqual(provided, {f"ros-jazzy-{name.replace('_', '-')}" for name in named})
        self.assertEqual(len(set(named)), len(named))
        self.assertIn("orocos_kdl_vendor: {debian: [ranvier-dev, liborocos-kdl-dev]", text)

    def test_a_talker_is_heard_and_the_commands_run(self):
        self.assertIn("std_msgs\n", self.debian.said("sh", "-c", f". {OPT}/setup.sh && ros2 pkg list"))
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


class BillTest(unittest.TestCase):
    def test_each_package_says_what_is_in_it(self):
        for package in SCRATCH.glob("*.deb"):
            name = field(package, "Package")
            with self.subTest(name), tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
                run(["dpkg-deb", "--extract", package, folder])
                file = pathlib.Path(folder, f"usr/share/doc/{name}/{name}.spdx.json")
                bill = json.loads(file.read_text())
                assert_whole(self, bill, pathlib.Path(folder))
                self.assertEqual(carried(bill), set() if name == "ranvier-dev" else COMPILED_IN)


class LinksTest(unittest.TestCase):
    def test_each_link_of_a_package_leads_to_a_file_of_the_packages(self):
        with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
            for package in SCRATCH.glob("*.deb"):
                run(["dpkg-deb", "--extract", package, folder])
            links = [path for path in pathlib.Path(folder).rglob("*") if path.is_symlink()]
            self.assertNotEqual(links, [])
            # RViz finds the plugins of Debian's OGRE there, for who has installed it (underlay/CMakeLists.txt).
            self.assertEqual([one.name for one in links if os.path.isabs(os.readlink(one))], ["OGRE"])
            self.assertEqual([f"{one} -> {os.readlink(one)}" for one in links
                              if one.name != "OGRE" and not one.exists()], [])


class RepeatedTest(unittest.TestCase):
    def test_packages_that_are_made_again_are_byte_equal(self):
        again = SCRATCH / "again"
        make_quickly(BUILD, again)
        packages = sorted(SCRATCH.glob("*.deb"))
        self.assertEqual([one.name for one in packages], sorted(one.name for one in again.iterdir()))
        for one in packages:
            for part in ("--ctrl-tarfile", "--fsys-tarfile"):  # unpacked: the other has no compression
                first, second = (subprocess.run(["dpkg-deb", part, file], check=True, stdout=subprocess.PIPE).stdout
                                 for file in (one, again / one.name))
                self.assertTrue(first == second, f"'{one.name}' differs in what dpkg-deb {part} says")


class DevTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.debian = Debian(SCRATCH / "dev", RUNTIME, DEV)

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


def heard(process):
    """The next word that it heard, without lines of its log; nothing if it has ended."""
    for line in process.stdout:
        if line.startswith("heard "):
            return line.strip()
    return ""


class UpgradeTest(unittest.TestCase):
    """A robot runs while its packages are replaced and removed."""

    @classmethod
    def setUpClass(cls):
        cls.debian = Debian(SCRATCH / "upgrade", also=needs(RUNTIME))
        cls.root = cls.debian.tree.root
        make_quickly(BUILD, "--version", "0.1.1", SCRATCH / "newer")
        for file in (RUNTIME, *SCRATCH.glob("newer/ranvier_*.deb"), *WORDS.iterdir()):
            shutil.copy2(file, cls.root / "tmp")

    def files(self):
        """All that is there, but for what the kernel, mount, dpkg and users write."""
        return {str(path.relative_to(self.root)) for path in self.root.rglob("*") if not re.match(
            r"(proc|dev|tmp|root|run/mount|var/lib/dpkg|var/log)(/|$)|usr/.*__pycache__", str(path.relative_to(self.root)))}

    def install(self, version):
        self.debian.said("bash", "-c", f"dpkg --force-unsafe-io --install /tmp/ranvier_{version}_*.deb")
        self.assertEqual(self.debian.said("dpkg-query", "-W", "-f=${Version}", "ranvier"), version)

    @contextlib.contextmanager
    def running(self, command):
        with self.debian.start(*self.debian.shell(command), start_new_session=True) as process:
            try:
                yield process
            finally:
                with contextlib.suppress(ProcessLookupError):  # all have ended
                    os.killpg(process.pid, signal.SIGKILL)

    def say(self, word):
        """Let the talker say it; give what the listener prints of it."""
        new = self.root / "tmp/word.new"
        new.write_text(word)
        new.rename(self.root / "tmp/word")
        return heard(self.robot)

    def test_running_nodes_go_on_and_new_ones_are_new_and_nothing_is_left_after_removal(self):
        before = self.files()
        self.install("0.1.0")
        (self.root / "tmp/word").write_text("hello")
        with self.running(ROBOT) as self.robot:
            self.assertEqual(heard(self.robot), "heard hello, of these files")
            self.install("0.1.1")
            self.assertEqual(self.say("upgraded"), "heard upgraded, of older files")
            with self.running("python3 /tmp/hears.py") as newer:
                self.assertEqual(heard(newer), "heard upgraded, of these files")
                self.debian.said("dpkg", "--remove", "ranvier")
                self.assertEqual(self.say("removed"), "heard removed, of older files")
                self.assertEqual(heard(newer), "heard removed, of older files")
                self.debian.said("dpkg", "--purge", "ranvier")
                self.assertEqual(self.say("end"), "heard end, of older files")
                self.assertEqual(heard(newer), "heard end, of older files")
                self.assertEqual(newer.wait(RUN_LIMIT_S), 0)
            said = self.robot.stdout.read()  # not communicate(): it misses what heard() has buffered
            self.robot.wait(RUN_LIMIT_S)
        self.assertEqual(said, "hears ended with 0\nsays ended with 0\n")
        self.assertEqual(self.files(), before)


if __name__ == "__main__":
    unittest.main()
