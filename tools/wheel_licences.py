"""The licences of what a wheel carries, into its dist-info/licenses.

They are those of this tree, of the distribution's packages that the libraries come from, of what
is compiled into ours, and the common licences that those texts point to.
"""
import importlib.metadata
import os
import pathlib
import re
import shutil
import subprocess
import sys

import sbom

COMMON = pathlib.Path("/usr/share/common-licenses")
HEADERS = ("nlohmann-json3-dev",)  # compiled into ranvier-trace
HASH = re.compile(r"-[0-9a-f]{8}(?=\.so)")  # what auditwheel adds to a name


def package_of(library):
    """The package of the distribution that has the library."""
    done = subprocess.run(["dpkg", "-S", f"*/{library}"], capture_output=True, text=True,
                          check=False)
    names = {line.split(":")[0] for line in done.stdout.splitlines()}
    if len(names) != 1:
        sys.exit(f"make_wheel: one package has to have '{library}', for its licence; dpkg says "
                 f"{sorted(names) or done.stderr.strip()}.")
    return names.pop()


def owners(wheel, loaded_by_name):
    """{a library of others that is in the wheel: the package that it is from}"""
    grafted = [path.name for path in sorted(wheel.root.glob("ranvier.libs/*"))]
    return {name: package_of(HASH.sub("", name)) for name in (*grafted, *loaded_by_name)}


def carried_packages(wheel, loaded_by_name):
    """The packages that libraries and headers in the wheel are from."""
    return sorted({*owners(wheel, loaded_by_name).values(), *HEADERS})


def time_of(root):
    """When the tree was committed, in seconds since 1970; a copy of it has no git, and is told."""
    told = os.environ.get("SOURCE_DATE_EPOCH")
    return int(told or subprocess.run(["git", "-C", root, "log", "-1", "--format=%ct"], capture_output=True,
                                      text=True, check=False).stdout or 0)


def add_bill(wheel, version, root, loaded_by_name):
    """What the wheel has in it, where PEP 770 has tools look for that."""
    carries = [*carried_packages(wheel, loaded_by_name), "pypi:nanobind"]
    sbom.write(sbom.document("ranvier", version, wheel.root, time_of(root), carries,
                             owners(wheel, loaded_by_name)),
               wheel.info / "sboms" / "ranvier.spdx.json")


def add_licences(wheel, root, loaded_by_name):
    folder = wheel.info / "licenses"
    folder.mkdir()
    shutil.copy2(root / "LICENSE", folder / "LICENSE")
    for name in carried_packages(wheel, loaded_by_name):
        folder.joinpath(name).mkdir()
        shutil.copyfile(f"/usr/share/doc/{name}/copyright", folder / name / "copyright")
    for path in importlib.metadata.files("nanobind"):
        if path.name.startswith("LICENSE"):
            folder.joinpath("nanobind").mkdir(exist_ok=True)
            shutil.copyfile(path.locate(), folder / "nanobind" / path.name)
        if path.name == "robin_map.h":  # inside nanobind; its licence is its first comment
            comment = path.read_text().partition("*/")[0]
            folder.joinpath("robin_map").mkdir()
            folder.joinpath("robin_map", "LICENSE").write_text(
                re.sub(r"^[/ ]\*+ ?", "", comment, flags=re.M))
    add_common_licences(folder)


def add_common_licences(folder):
    """The texts in full that the copyright files of Debian name by their path."""
    names = set()
    for path in folder.rglob("copyright"):
        text = path.read_text(errors="replace")
        names.update(name.rstrip(".") for name in re.findall(rf"{COMMON}/([\w.-]+)", text))
    for name in sorted(name for name in names if (COMMON / name).exists()):
        folder.joinpath("common").mkdir(exist_ok=True)
        shutil.copyfile(COMMON / name, folder / "common" / name)
