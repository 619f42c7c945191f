"""The Debian packages of a build folder, and a bare Debian to install them in."""
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import bare_tree
from prefix import RUN_LIMIT_S, own_domain, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPT = "/opt/ranvier"


def why_not(build):
    for program in ("dh", "dpkg-buildpackage"):
        if shutil.which(program) is None:
            return f"{program} is not here (tools/packages.txt, [test])"
    if not list((pathlib.Path(build) / "lib/python3/site-packages").glob("_ranvier.*.so")):
        return "the build has no Python extension"
    return bare_tree.why_not()


def field(package, name):
    return run(["dpkg-deb", "--field", package, name]).strip()


def names(relations):
    """The names in a field of dependencies; of alternatives the first."""
    return {re.split(r"[ (|]", one.strip())[0] for one in relations.split(",")}


def needs(package):
    """The names of what a package depends on."""
    return names(field(package, "Depends"))


def make(build, *words):
    run([ROOT / "tools/deb/make.sh", "--of", build, *words])


def make_quickly(build, *words):
    """Without compression, which takes longer than all else."""
    run(["env", "DPKG_DEB_COMPRESSOR_TYPE=none", ROOT / "tools/deb/make.sh", "--of", build, *words])


def packages_of(build):
    """A folder that has the packages of a build folder and is removed after the tests of the module."""
    if why_not(build):
        raise unittest.SkipTest(why_not(build))
    folder = pathlib.Path(tempfile.mkdtemp(prefix="ranvier-deb-"))
    unittest.addModuleCleanup(shutil.rmtree, folder)
    make(build, folder)
    return folder


class Debian:
    """A bare Debian in `folder` with what some packages depend on, and these packages installed."""

    def __init__(self, folder, *packages, also=()):
        ours = {field(package, "Package") for package in packages}
        wanted = set(also).union(*map(needs, packages)) - ours
        self.tree = bare_tree.BareTree(folder, *wanted)
        self.tree.know_packages()
        for package in packages:
            shutil.copy2(package, self.tree.root / "tmp")
        if packages:
            self.said("dpkg", "--force-unsafe-io", "--install",
                      *(f"/tmp/{package.name}" for package in packages))

    def start(self, *words, **options):
        return subprocess.Popen(
            self.tree.words(*words), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options,
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
