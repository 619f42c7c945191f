"""The stacks that were tried: read from stacks.yaml, which is the one place that they are in."""
import dataclasses
import os

from ranvier_prefix import bounded_yaml

STACKS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "stacks.yaml")
_BUILT = ("yes", "partly", "no")


@dataclasses.dataclass(frozen=True)
class Stack:
    """A stack as it was tried.

    `built` is one of yes, partly, no. `sources` maps a repository, OWNER/NAME, to the commit that
    was tried; `debian` are the packages of Debian 12 that it was built with, beside what the
    prefix needs. `date` is the day, YYYY-MM-DD. `reason` is empty where nothing is missing.
    """

    name: str
    built: str
    date: str
    sources: dict
    debian: tuple
    seen: str
    reason: str


def get_stacks(path=STACKS):
    """Give name -> Stack, in the order of the file.

    Raises ValueError, with the path, if the file cannot be read or an entry is not as it must be.
    """
    import yaml
    try:
        with open(path, encoding="utf-8") as file:
            entries = bounded_yaml.load(file)
    except OSError as error:
        raise ValueError(f"'{path}' cannot be read: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ValueError(f"'{path}' is no YAML: {error}") from error
    if not isinstance(entries, dict):
        raise ValueError(f"'{path}' must be a map from the names of stacks")
    return {name: _stack(path, name, entry) for name, entry in entries.items()}


def _stack(path, name, entry):
    where = f"stack '{name}' of '{path}'"
    if not isinstance(entry, dict):
        raise ValueError(f"{where} must be a map")
    types = {"built": str, "date": str, "sources": dict, "debian": list, "seen": str,
             "reason": str}
    wrong = set(entry) ^ set(types)
    if wrong:
        raise ValueError(f"{where} must have the fields {', '.join(types)}: see "
                         f"{', '.join(sorted(map(str, wrong)))}")
    for field, type_ in types.items():
        if not isinstance(entry[field], type_):
            raise ValueError(f"{where}: '{field}' must be a {type_.__name__}, and is "
                             f"{entry[field]!r}")
    if entry["built"] not in _BUILT:
        raise ValueError(f"{where}: 'built' must be one of {', '.join(_BUILT)}, and is "
                         f"'{entry['built']}'")
    sources = {repository: str(commit) for repository, commit in entry["sources"].items()}
    return Stack(name, entry["built"], entry["date"], sources, tuple(entry["debian"]),
                 " ".join(entry["seen"].split()), " ".join(entry["reason"].split()))


def stack_name_completer(**kwargs):
    """Complete names of stacks."""
    return list(get_stacks())
