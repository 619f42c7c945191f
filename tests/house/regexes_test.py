"""No regular expression of ours takes more than one way through a text.

Where two repeats that take the same characters follow each other, or one is in another, each way
to share the characters is tried before the expression fails: a peer's text of some kilobytes, or
of forty letters, then holds a program for minutes.

usage: regexes_test.py <root of the project>
"""
import ast
import pathlib
import re
import sys
import unittest
from re import _constants as op
from re import _parser

ROOT = pathlib.Path(sys.argv.pop(1))
FUNCTIONS = {"compile", "match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer"}
REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT)
CHARACTERS = [chr(code) for code in range(256)]
MANY = 100  # so often an expression may repeat itself at most and count as bounded


def expressions():
    """(file and line, expression, flags) of all that are written as literals."""
    for folder in ("python", "rosidl", "apps", "underlay", "api"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
                        and getattr(node.func.value, "id", "") == "re"
                        and node.func.attr in FUNCTIONS and isinstance(node.args[0], ast.Constant)):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node.args[0].value, flags_of(node)


def flags_of(call):
    given = [word.value for word in call.keywords if word.arg == "flags"] + call.args[1:]
    names = {part.attr for one in given for part in ast.walk(one)
             if isinstance(part, ast.Attribute) and getattr(part.value, "id", "") == "re"}
    return sum(getattr(re, name) for name in names)


def taken(part, state):
    """The characters that a part of an expression can take, anywhere in it."""
    kind, value = part
    if kind in REPEATS:
        return taken_by_all(value[2], state)
    if kind is op.SUBPATTERN:
        return taken_by_all(value[-1], state)
    if kind is op.BRANCH:
        return set().union(*(taken_by_all(branch, state) for branch in value[1]))
    if kind in (op.AT, op.ASSERT, op.ASSERT_NOT):
        return set()
    one = re.compile("", state.flags)  # the flags as the module completes them
    source = _parser.SubPattern(state, [part])
    compiled = re._compiler.compile(source, one.flags)
    return {character for character in CHARACTERS if compiled.fullmatch(character)}


def taken_by_all(parts, state):
    return set().union(*(taken(part, state) for part in parts))


def paths(parts):
    """Each way through the parts, as a list in which no group or branch is left."""
    ways = [[]]
    for part in parts:
        kind, value = part
        if kind is op.SUBPATTERN:
            further = paths(value[-1])
        elif kind is op.BRANCH:
            further = [way for branch in value[1] for way in paths(branch)]
        elif kind in REPEATS and value[1] <= MANY:
            further = ([[]] if value[0] == 0 else []) + paths(value[2])
        elif kind in REPEATS and has_many(value[2]):
            further = [once + again for once in paths(value[2]) for again in paths(value[2])]
        else:
            further = [[part]]
        ways = [way + more for way in ways for more in further]
    return ways


def has_many(parts):
    return any(part[0] in REPEATS and part[1][1] > MANY for way in paths(parts) for part in way)


def ambiguous(expression, flags=0):
    """Whether two unbounded repeats that share characters stand side by side on a way."""
    parsed = _parser.parse(expression, flags)
    for way in paths(parsed):
        before = set()
        for part in (one for one in way if one[0] not in (op.AT, op.ASSERT, op.ASSERT_NOT)):
            repeats = part[0] in REPEATS
            characters = taken(part, parsed.state)
            if repeats and before & characters:
                return True
            if repeats and part[1][0] == 0:
                before = before | characters
            else:
                before = characters if repeats else set()
    return False


class Regexes(unittest.TestCase):
    def test_what_can_be_shared_in_many_ways_is_seen(self):
        for expression in (r"(a+)+$", r"\d*\.?\d*x", r"(\w|_)*\w*x", r"\s*(\s*#)?", r"(?:a*b?)*c"):
            self.assertTrue(ambiguous(expression), expression)
        for expression in (r"\d*(\.\d*)?x", r"a(?:_?[a-z0-9])*$", r"[^:]*:\s+\S\w*", r"(?:::\w+)*"):
            self.assertFalse(ambiguous(expression), expression)

    def test_every_expression_takes_one_way_through_a_text(self):
        found = list(expressions())
        self.assertGreater(len(found), 20)
        for place, expression, flags in found:
            with self.subTest(place):
                self.assertFalse(ambiguous(expression, flags), expression)


unittest.main()
