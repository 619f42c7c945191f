"""Sources that are compiled as one share no name that belongs to a single one of them.

usage: units_test.py <root of the project> <build folder>

A target's sources are compiled several at once (RANVIER_UNITY), and which of them meet changes with
each new source. Two functions of one name in their unnamed namespaces would overload each other
without a word, where before each source had its own. So no two sources of a target may have the
same name there; an alias that says the same in both is no harm.
"""
import collections
import pathlib
import re
import sys
import unittest

ROOT, BUILD = (pathlib.Path(path).resolve() for path in (sys.argv.pop(1), sys.argv.pop(1)))
sys.path.insert(0, str(ROOT / "tools"))
from compiled_sources import compiled_sources  # noqa: E402

UNNAMED = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.S | re.M)
ALIAS = re.compile(r"using (\w+) = ([^;]*);")
TYPE = re.compile(r"(?:template ?<.*> )?(?:struct|class|enum class|enum|union) (?:\w+\([^)]*\) )?(\w+)")
OTHER = re.compile(r"[^(={<]*?(?:<[^;(]*>)?[^(={<]*?(?<!::)\b(\w+) ?(?:\(|=|\{|;|\[)")
RAW = re.compile(r'R"(\w*)\(.*?\)\1"', re.S)
NO_NAMES = re.compile(r"(TEST|TYPED_|INSTANTIATE_|HELD_TO_|using |static_assert|template|extern)")


def names_of(text):
    """Each name of the unnamed namespaces of a source, and what it is an alias of or ''."""
    found = {}
    for block in UNNAMED.findall(RAW.sub('""', text)):
        for line in block.splitlines():
            if not line or line[0] in " }#/){" or line.startswith("namespace"):
                continue
            if alias := ALIAS.match(line):
                found[alias[1]] = alias[2]
            elif name := TYPE.match(line):
                found[name[1]] = ""
            elif not NO_NAMES.match(line) and (name := OTHER.match(line)):
                found[name[1]] = ""
    return found


def shared(sources):
    """'name: source, source' of each that several sources of one target have."""
    where = collections.defaultdict(list)
    for source, text in sources.items():
        for name, meaning in names_of(text).items():
            where[name].append((meaning, source))
    return [f"{name}: {', '.join(sorted(source for _, source in places))}"
            for name, places in sorted(where.items())
            if len(places) > 1 and (len({meaning for meaning, _ in places}) > 1 or places[0][0] == "")]


def targets():
    """Of each target with units its sources and their texts. Generated ones come of one mould."""
    found = collections.defaultdict(dict)
    for source, entry in compiled_sources(BUILD):
        path = pathlib.Path(source)
        if entry["file"] != source and not path.is_relative_to(BUILD):
            found[pathlib.Path(entry["file"]).parent][source] = path.read_text()
    return list(found.values())


class Units(unittest.TestCase):
    def test_no_two_sources_of_a_target_share_a_name_of_their_own(self):
        all_targets = targets()
        self.assertGreater(len(all_targets), 20, "is this a build with RANVIER_UNITY?")
        wrong = [line for sources in all_targets for line in shared(sources)]
        self.assertEqual(wrong, [], "\n".join(["rename all but one, or share it:", *wrong]))

    def test_a_name_in_two_sources_is_found(self):
        source = "namespace a {{\nnamespace {{\n\n{}\n\n}}  // namespace\n}}\n"
        for one in ("int size() {", "constexpr int kSize = 1;", "struct Size {", "using Size = int;"):
            with self.subTest(one):
                name = re.search("k?[sS]ize", one)[0]
                other = f"std::vector<int> {name}(int x) {{"
                self.assertEqual(shared({"a": source.format(one), "b": source.format(other)}),
                                 [f"{name}: a, b"])
        same = source.format("using Size = int;")
        self.assertEqual(shared({"a": same, "b": same}), [])


unittest.main()
