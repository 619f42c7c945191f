"""A Debian with nothing but what it cannot do without, made of the files of this machine.

Its packages are apt, the essential and required ones and those that are asked for, with all that
they depend on: what `debootstrap --variant=minbase --include=...` has, without a network.
"""
import os
import pathlib
import re
import shutil
import subprocess

PLACES_OF_THE_KERNEL = ("proc", "dev")
LINKS_OF_THE_ROOT = ("bin", "lib", "lib32", "lib64", "libx32", "sbin")


def why_not():
    """Why this machine cannot make one, or nothing."""
    if shutil.which("dpkg-query") is None:
        return "this is no Debian"
    if subprocess.run(["unshare", "--mount", "chroot", "/", "true"], check=False,
                      stderr=subprocess.DEVNULL).returncode != 0:
        return "a bare tree is entered by chroot, which is for root"
    return ""


class BareTree:
    """A root of its own below `folder`, which whoever made it removes.

    :param packages: what it has beyond what every Debian has; each is installed here.
    """

    def __init__(self, folder, *packages):
        self.root = pathlib.Path(folder)
        self.root.mkdir()
        self.packages = closure(packages)
        for name in LINKS_OF_THE_ROOT:
            if os.path.islink(f"/{name}"):
                (self.root / name).symlink_to(os.readlink(f"/{name}"))
        for name in (*PLACES_OF_THE_KERNEL, "tmp", "root", "etc"):
            (self.root / name).mkdir(exist_ok=True)
        for path in files_of(self.packages):
            self._take(path)

    def know_packages(self):
        """Let its dpkg know what it has, so that packages can be installed in it."""
        database = self.root / "var/lib/dpkg"
        for name in ("info", "updates", "triggers", "alternatives"):
            (database / name).mkdir(parents=True, exist_ok=True)
        stanzas = pathlib.Path("/var/lib/dpkg/status").read_text().split("\n\n")
        (database / "status").write_text("".join(
            f"{one.strip()}\n\n" for one in stanzas
            if re.match("Package: (.*)", one) and re.match("Package: (.*)", one)[1] in self.packages))
        for path in pathlib.Path("/var/lib/dpkg/info").iterdir():
            if re.split(r"[.:]", path.name)[0] in self.packages or path.name == "format":
                shutil.copy2(path, database / "info")

    def _take(self, path):
        """Links one file or folder of this machine into the tree, where it really lies."""
        if path == "/." or not os.path.lexists(path):
            return
        parent, name = os.path.split(path)
        to = pathlib.Path(f"{self.root}{os.path.realpath(parent)}", name)
        if os.path.isdir(path) and not os.path.islink(path):
            to = pathlib.Path(f"{self.root}{os.path.realpath(path)}")
            to.mkdir(parents=True, exist_ok=True)
            return
        to.parent.mkdir(parents=True, exist_ok=True)
        if not os.path.lexists(to):
            shutil.copy2(path, to, follow_symlinks=False)

    def words(self, *words):
        """What runs `words` inside; its mounts end with the process."""
        mounts = "".join(f'mount --rbind "/{name}" "$0/{name}" && '
                         for name in PLACES_OF_THE_KERNEL)
        return ["unshare", "--mount", "sh", "-c", mounts + 'exec chroot "$0" "$@"', self.root,
                *words]


def closure(packages):
    """The names of the packages, of what every Debian has, and of all that these depend on."""
    installed, provided, wanted = {}, {}, ["apt", *packages]
    form = "${Package}\t${Essential}\t${Priority}\t${Pre-Depends}, ${Depends}\t${Provides}\n"
    for line in ask("-W", f"-f={form}").splitlines():
        name, essential, priority, needs, provides = line.split("\t")
        installed[name] = needs
        for one in names_in(provides):
            provided.setdefault(one, name)
        if essential == "yes" or priority == "required":
            wanted.append(name)
    found = set()
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        found.add(name)
        for need in installed[name].split(","):
            either = [one if one in installed else provided.get(one)
                      for one in names_in(need, "|")]
            wanted += [one for one in either if one][:1]
    return found


def names_in(field, separator=","):
    return [re.split(r"[ (:]", one.strip())[0] for one in field.split(separator) if one.strip()]


def files_of(packages):
    return ask("-L", *sorted(packages)).splitlines()


def ask(*words):
    return subprocess.run(["dpkg-query", *words], check=True, stdout=subprocess.PIPE,
                          text=True).stdout
