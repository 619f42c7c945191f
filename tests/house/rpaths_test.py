"""Usage: rpaths_test.py <build folder>

Our libraries and programs are found from where they lie, in the build as in a prefix. An absolute path there leaves
its length in what is installed, and two builds on two paths then give packages that differ. A library that is loaded
by a link looks from the folder of the link.
"""
import pathlib
import re
import subprocess
import sys


def files(build):
    """The libraries of the build, its Python extensions, and the programs that are installed."""
    yield from sorted((build / "lib").glob("*.so"))
    yield from sorted((build / "lib/python3/site-packages").glob("*.so"))
    yield from sorted(one for one in (build / "bin").glob("ranvier*") if one.is_file())


def dynamic(file):
    """The folders in which it looks for libraries, and the libraries."""
    said = subprocess.run(["readelf", "--dynamic", file], check=False, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL).stdout
    folders = [folder for paths in re.findall(r"path: \[(.*)\]", said) for folder in paths.split(":")]
    return folders, re.findall(r"Shared library: \[(.*)\]", said)


def absolute(file):
    """The folders that it names by an absolute path."""
    return [folder for folder in dynamic(file)[0] if folder.startswith("/")]


def missing(link, ours):
    """Libraries of ours that it does not find from its folder."""
    folders, needed = dynamic(link)
    places = [pathlib.Path(folder.replace("$ORIGIN", str(link.parent))) for folder in folders if folder]
    return [name for name in needed if name in ours and not any((place / name).exists() for place in places)]


def check_links(build):
    ours = {one.name for one in (build / "lib").glob("*.so")}
    links = [one for one in (build / "lib").rglob("*.so")
             if one.is_symlink() and one.exists() and one.resolve().parent != one.parent.resolve()]
    lost = {link: names for link in links if (names := missing(link, ours))}
    if lost:
        sys.exit("\n".join(f"{link}: {', '.join(names)} is not found from there" for link, names in lost.items()))


def main(build):
    check_links(build)
    looked = list(files(build))
    found = {file: folders for file in looked if (folders := absolute(file))}
    if found or not looked:
        sys.exit("\n".join(f"{file.name} is linked with the path {', '.join(folders)}"
                           for file, folders in found.items()) or f"{build} has no libraries")
    print(f"{len(looked)} libraries and programs")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
