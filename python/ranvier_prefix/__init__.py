"""Where this installation of Ranvier has its libraries, its programs and its ament index."""
import os

# Not resolved: in a build folder the packages are links.
_SITE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_OF_WHEEL = os.path.join(_SITE, "ranvier")


def is_wheel():
    """Whether pip installed it: then no setup file puts it into the environment."""
    return os.path.isdir(os.path.join(_OF_WHEEL, "share"))


def folder():
    """The prefix: of <prefix>/lib/python3/site-packages; of a wheel, the folder that it has beside
    its packages."""
    if is_wheel():
        return _OF_WHEEL
    return os.path.dirname(os.path.dirname(os.path.dirname(_SITE)))


def program(name):
    """The path of a program of ours: in the prefix, else on PATH. Raises FileNotFoundError."""
    beside = os.path.join(folder(), "bin", name)
    if os.access(beside, os.X_OK):
        return beside
    import shutil  # loads bz2 and lzma, which a node does not need
    found = shutil.which(name)
    if found:
        return found
    raise FileNotFoundError(f"program '{name}' is neither in '{folder()}/bin' nor on PATH. Source "
                            "the setup.bash of the prefix that has it.")
