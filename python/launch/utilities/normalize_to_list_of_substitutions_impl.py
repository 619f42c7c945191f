"""Texts and substitutions, however they are given, as a list of substitutions."""
import collections.abc
import os

from launch.substitution import Substitution


def normalize_to_list_of_substitutions(subs):
    """Give a list of substitutions of a text, a path, a substitution, or an iterable of them."""
    if isinstance(subs, (str, Substitution, os.PathLike)):
        return [_one(subs)]
    if isinstance(subs, collections.abc.Iterable):
        return [_one(sub) for sub in subs]
    raise TypeError(
        f"{subs!r} of type '{type(subs).__name__}' was given where a text, a Substitution or a "
        "list of them is expected")


def _one(sub):
    from launch.substitutions.text_substitution import TextSubstitution
    if isinstance(sub, Substitution):
        return sub
    if isinstance(sub, str):
        return TextSubstitution(text=sub)
    if isinstance(sub, os.PathLike):
        return TextSubstitution(text=os.fspath(sub))
    raise TypeError(
        f"{sub!r} of type '{type(sub).__name__}' was given where a text or a Substitution is "
        "expected")
