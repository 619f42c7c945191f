"""Usage: rpaths_test.py <build folder>

Our libraries and programs are found from where they lie, in the build as in a prefix. An absolute path there leaves
its length in what is installed, and two builds on two paths then give packages that differ.
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


def absolute(file):
    """The folders that it names by an absolute path."""
    said = subprocess.run(["readelf", "--dynamic", file], check=False, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL).stdout
    return [folder for paths in re.findall(r"path: \[(.*)\]", said) for folder in paths.split(":")
            if folder.startswith("/")]


def main(build):
    looked = list(files(build))
    found = {file: folders for file in looked if (folders := absolute(file))}
    if found or not looked:
        sys.exit("\n".join(f"{file.name} is linked with the path {', '.join(folders)}"
                           for file, folders in found.items()) or f"{build} has no libraries")
    print(f"{len(looked)} libraries and programs")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
