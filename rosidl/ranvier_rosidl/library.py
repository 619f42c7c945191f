"""Finds messages by name in the packages at hand, and answers about them."""
from __future__ import annotations

import functools
import pathlib
import re

from . import model

# Bytes of a scalar in CDR, which is also its alignment.
SIZES = {"bool": 1, "byte": 1, "char": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2,
         "int32": 4, "uint32": 4, "int64": 8, "uint64": 8, "float32": 4, "float64": 8}

CPP_KEYWORDS = frozenset("""
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl const
    constexpr const_cast continue decltype default delete do double dynamic_cast else enum explicit
    export extern false float for friend goto if inline int long mutable namespace new noexcept not
    not_eq nullptr operator or or_eq private protected public register reinterpret_cast return
    short signed sizeof static static_assert static_cast struct switch template this thread_local
    throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while
    xor xor_eq""".split())


PACKAGE_NAME = re.compile(r"(?!.*__)[a-z][a-z0-9_]*(?<!_)$")
TYPE_NAME = re.compile(r"[A-Z][A-Za-z0-9]*$")


def _check_place(package: str, file: str) -> None:
    """Names become namespaces, classes and names of the wire: not every one can."""
    if not PACKAGE_NAME.match(package):
        raise ValueError(f"a package of interfaces cannot be called '{package}': use small "
                         "letters, digits and single underscores, a letter first")
    stem = pathlib.Path(file).stem
    if not TYPE_NAME.match(stem):
        raise ValueError(f"{package}/{file}: a type cannot be called '{stem}': use letters and "
                         "digits, a capital letter first")


class Library:
    """Interfaces of a package and of all that it depends on.

    `packages` maps a package's name to the folder that holds its msg/, srv/
    and action/ folders. Files are read when first asked for.
    """

    def __init__(self, packages: dict):
        self._packages = {name: pathlib.Path(path) for name, path in packages.items()}
        self._messages = {}

    @functools.lru_cache(maxsize=None)
    def interface(self, package: str, file: str):
        """What `file` ("msg/Header.msg") of `package` defines.

        Raises FileNotFoundError, or ValueError that names the file.
        """
        _check_place(package, file)
        try:
            definition = model.load(package, self._packages[package] / file)
        except FileNotFoundError:
            raise
        except Exception as error:  # of whatever kind the parser has for the fault
            raise ValueError(f"{package}/{file}: {error}") from error
        for message in getattr(definition, "messages", (definition,)):
            self._check_names(message)
            self._messages[message.name] = message
        return definition

    def check_nesting(self, name: str, holders: tuple = ()) -> None:
        """Raises ValueError if a message holds itself, LookupError if it holds
        what does not exist."""
        if name in holders:
            raise ValueError(f"'{name}' would hold itself: {' > '.join((*holders, name))}")
        for field in self.message(name).fields:
            if field.type.nested:
                self.check_nesting(field.type.scalar, (*holders, name))

    @staticmethod
    def _check_names(message) -> None:
        for field in message.fields:
            if field.name in CPP_KEYWORDS:
                raise ValueError(f"{message.name}: a field cannot be called '{field.name}', which "
                                 "is a word of C++; choose another name")

    def message(self, name: str) -> model.Message:
        """The message of that full name; LookupError says who lacks it."""
        if name not in self._messages:
            self._load(name)
        return self._messages[name]

    def _load(self, name: str) -> None:
        package, folder, stem = name.split("/")
        if package not in self._packages:
            raise LookupError(f"Type '{name}': package '{package}' is not among the dependencies "
                              f"{sorted(self._packages)}; name it in DEPENDENCIES")
        file = f"{folder}/{stem}.{folder}"
        as_idl = f"{folder}/{stem}.idl"
        if (self._packages[package] / as_idl).exists():
            file = as_idl
        try:
            self.interface(package, file)
        except FileNotFoundError as error:
            raise LookupError(f"Type '{name}' does not exist: package '{package}' has no file "
                              f"'{error.filename}'") from error

    @functools.lru_cache(maxsize=None)
    def is_fixed(self, name: str) -> bool:
        """No string and no sequence at any depth."""
        return all(f.type.repeat in ("none", "array") and not f.type.is_string
                   and (not f.type.nested or self.is_fixed(f.type.scalar))
                   for f in self.message(name).fields)

    @functools.lru_cache(maxsize=None)
    def is_bounded(self, name: str) -> bool:
        """Every string and sequence, at any depth, has a bound."""
        return all(f.type.repeat != "sequence"
                   and (not f.type.is_string or f.type.string_bound > 0)
                   and (not f.type.nested or self.is_bounded(f.type.scalar))
                   for f in self.message(name).fields)

    @functools.lru_cache(maxsize=None)
    def min_size(self, name: str) -> int:
        """The fewest bytes that a message can take, padding not counted."""
        return sum(self._min_size(f.type) for f in self.message(name).fields)

    def _min_size(self, type_: model.Type) -> int:
        if type_.repeat in ("bounded", "sequence"):
            return 4  # the count alone
        one = 4 if type_.is_string else SIZES.get(type_.scalar)
        one = self.min_size(type_.scalar) if one is None else one
        return one * (type_.capacity if type_.repeat == "array" else 1)

    @functools.lru_cache(maxsize=None)
    def plain_alignment(self, name: str) -> int:
        """The alignment at which the message's memory is its CDR encoding, or 0.

        That holds when every member is a number (not bool, whose bytes need a
        check when read), no padding lies between or after the members, and the
        first member is aligned as the whole: then both layouts are one.
        """
        sizes = list(self._scalars(name))
        if not sizes or None in sizes:
            return 0
        alignment = max(sizes)
        ends = [sum(sizes[:i]) for i in range(len(sizes) + 1)]
        padded = any(start % size for start, size in zip(ends, sizes)) or ends[-1] % alignment
        return 0 if padded or sizes[0] != alignment else alignment

    def _scalars(self, name: str):
        """The size of each number of the flattened message; None for the rest."""
        for field in self.message(name).fields:
            times = field.type.capacity if field.type.repeat == "array" else 1
            if field.type.repeat in ("bounded", "sequence") or times > 1024:
                yield None
            elif field.type.nested:
                yield from list(self._scalars(field.type.scalar)) * times
            else:
                size = None if field.type.scalar == "bool" else SIZES.get(field.type.scalar)
                yield from [size] * times
