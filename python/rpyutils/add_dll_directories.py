"""Folders with libraries, where the system must be given them."""
import contextlib


@contextlib.contextmanager
def add_dll_directories_from_env(env_name):
    """Gives an empty list: on Linux the loader reads LD_LIBRARY_PATH itself."""
    del env_name
    yield []
