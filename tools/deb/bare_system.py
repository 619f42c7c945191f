"""A root folder that debootstrap has filled, for try_install.py."""
import os
import pathlib
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
UBUNTU = ("jammy", "noble")
LIMIT_S = 3600
# qemu-user has no IP_MULTICAST_IF: Cyclone looks for its peers by unicast.
UNICAST = ("<General><AllowMulticast>false</AllowMulticast></General><Discovery><ParticipantIndex>auto"
           "</ParticipantIndex><Peers><Peer Address='127.0.0.1'/></Peers></Discovery>")


class System:
    """Entered by chroot. With `qemu`, the name of a qemu-user that is linked statically, its architecture is another."""

    def __init__(self, folder, suite, architecture, qemu=None, mirror=None):
        self.root, self.suite = pathlib.Path(folder) / "root", suite
        self.before = [HERE / "foreign.py", qemu] if qemu else []
        self.environment = {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/root", "LANG": "C.UTF-8",
                            "DEBIAN_FRONTEND": "noninteractive", "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
                            "ROS_DOMAIN_ID": str(os.getpid() % 200 + 1),
                            **({"CYCLONEDDS_URI": UNICAST, "container": "lxc"} if qemu else {})}
        of_suite = [suite, self.root, mirror or "http://deb.debian.org/debian"]
        if suite in UBUNTU:  # all of Ubuntu's suites have one script
            of_suite = ["--components=main,universe", suite, self.root,
                        mirror or "http://archive.ubuntu.com/ubuntu", "/usr/share/debootstrap/scripts/gutsy"]
        subprocess.run(["debootstrap", "--variant=minbase", f"--arch={architecture}",
                        *(["--foreign"] if qemu else []), *of_suite], check=True, stdout=subprocess.DEVNULL)
        if qemu:  # it makes no device in a user namespace if it takes that for a container
            self.run("/debootstrap/debootstrap --second-stage")
            (self.root / "etc/apt/sources.list").write_text(f"deb {of_suite[2]} {suite} main\n")
        (self.root / "etc/resolv.conf").write_text(pathlib.Path("/etc/resolv.conf").read_text())

    def words(self, command, alone=False):
        """`command` in bash; alone: in a network where nothing else is."""
        mounts = 'mount -t proc proc "$0/proc" && mkdir -p "$0/dev/shm" && mount -t tmpfs tmpfs "$0/dev/shm"'
        before = f"ip link set lo up && {mounts}" if alone else mounts
        return [*self.before, "unshare", "--mount", "--pid", "--fork", "--kill-child", *(["--net"] if alone else []),
                "bash", "-c", f'{before} && exec chroot "$0" /bin/bash -c "$1"', self.root, command]

    def run(self, command, alone=False):
        done = subprocess.run(self.words(command, alone), check=False, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=LIMIT_S, env=self.environment)
        if done.returncode != 0:
            sys.exit(f"'{command}' failed with {done.returncode}:\n{done.stdout}")
        return done.stdout

    def size(self):
        """Megabytes of all files but what apt keeps of its lists and packages."""
        said = subprocess.run(["du", "-sxm", "--exclude=var/cache", "--exclude=var/lib/apt",
                               "--exclude=tmp", self.root], check=True, text=True, stdout=subprocess.PIPE).stdout
        return int(said.split()[0])

    def take(self, *files):
        for file in files:
            copy = shutil.copytree if pathlib.Path(file).is_dir() else shutil.copy2
            copy(file, self.root / "tmp" / pathlib.Path(file).name)

    def install(self, *packages):
        """The seconds that apt takes once all is downloaded; a package is a name, or a file in /tmp."""
        command = f"apt-get install -y --no-install-recommends {' '.join(packages)}"
        self.run(command + " --download-only")
        began = time.monotonic()
        self.run(command)
        return time.monotonic() - began
