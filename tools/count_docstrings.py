"""Counts the public names of the headers in api/ that have a docstring.

usage: count_docstrings.py <root of the project> [--least PERCENT] [--missing HEADER]

A name is a class, function, member, alias, enumeration or macro that packages may use: not a
private one, nor one of a namespace `detail`, `impl` or `internal`, nor one that ends with an
underscore. Forward declarations, friends, deleted functions and the macros that declare pointers
are none. A docstring is `///` above the declaration, or `///<` on one of its lines.

--least: the status is 1 if fewer have one. --missing: prints those of a header that have none.
"""
import pathlib
import re
import sys

HIDDEN = {"detail", "impl", "internal"}
OF_SHOWN = {"NodeApi"}  # hidden itself; what users see derives from it
NO_NAME = re.compile(r"(friend|static_assert|extern template)|"
                     r"(?:class|struct|union)( \w+_PUBLIC)? [\w:]+$")
SCOPE = re.compile(r"(namespace\b|(?:typedef )?(?:class|struct|union)\b|extern \"\")")


class Header:
    """The declarations of one header: (line of its begin, line of its end, its text)."""

    def __init__(self, text):
        self._lines = text.splitlines()
        # Comments and texts hold no braces or semicolons; lines stay where they are.
        text = re.sub(r"//[^\n]*", "", text)
        text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), text, flags=re.S)
        text = re.sub(r"'(?:\\.|[^'\\\n])'|\"(?:\\.|[^\"\\\n])*\"", '""', text)
        text = re.sub(r"^[ \t]*RCLCPP_(SMART_PTR|DISABLE)\w+\([^\n]*\)$", "", text, flags=re.M)
        self._macros = [(text.count("\n", 0, m.start()) + 1, m[1])
                        for m in re.finditer(r"^#\s*define\s+(\w+)[^\n]*", text, re.M)]
        self._text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: "\n" * m[0].count("\n"), text,
                            flags=re.M)

    def names(self):
        """Yields (line, whether it has a docstring)."""
        for line, name in self._macros:
            if not name.endswith(("_", "_HPP_", "_H_")):
                yield line, self._documented(line, line)
        for begin, end, text in self._declarations():
            yield begin, self._documented(begin, end)

    def _documented(self, begin, end):
        above = self._lines[begin - 2].strip() if begin > 1 else ""
        return above.startswith("///") or any("///<" in self._lines[line - 1]
                                              for line in range(begin, end + 1))

    def _declarations(self):
        scopes, begin, text = [], 0, ""  # of each scope that is open: [kind, whether it is shown]
        line, depth = 1, 0
        for letter in self._text:
            line += letter == "\n"
            depth += {"(": 1, ")": -1}.get(letter, 0)
            shown = all(one[1] for one in scopes[self._first_shown(scopes):])
            if letter in "{;" and depth == 0 and not (scopes and scopes[-1][0] == "body"):
                head = " ".join(text.split())
                if letter == "{" and (kind := SCOPE.search(head.split("(")[0])):
                    scopes.append(self._scope(kind[1], head))
                    if shown and scopes[-1][0] == "class":
                        yield begin, line, head
                else:
                    if shown and self._is_name(head):
                        yield begin, line, head
                    if letter == "{":
                        scopes.append(["body", True])
                text = ""
            elif letter == "{" and depth == 0:
                scopes.append(["body", True])
            elif letter == "}" and depth == 0 and scopes:
                scopes.pop()
                text = ""
            elif letter == ":" and scopes and text.strip() in ("public", "protected", "private"):
                scopes[-1][1] = text.strip() != "private"
                text = ""
            else:
                if not text.strip() and letter.strip():
                    begin = line
                text += letter
        return

    @staticmethod
    def _first_shown(scopes):
        """Where the scopes begin that count: within a class of OF_SHOWN those around it do not."""
        return next((at for at, one in enumerate(scopes) if one[0] in OF_SHOWN), 0)

    @staticmethod
    def _scope(kind, head):
        words = set(re.findall(r"\w+", head))
        if kind == "namespace" or kind.startswith("extern"):
            return ["namespace", not HIDDEN & words]
        return [next(iter(OF_SHOWN & words), "class"), not kind.endswith("class")]

    @staticmethod
    def _is_name(head):
        if not head or NO_NAME.match(re.sub(r"^template ?<.*> ", "", head)):
            return False
        return not head.endswith(("_", "= delete", "= default")) and re.search(r"\w", head) is not None


def count(root):
    """{header below api/: (names with a docstring, names)}"""
    found = {}
    for path in sorted((root / "api").glob("*/include/**/*.h*")):
        names = list(Header(path.read_text()).names())
        found[path.relative_to(root / "api").as_posix()] = (sum(has for _, has in names), len(names))
    return found


def main():
    root, *options = sys.argv[1:]
    if "--missing" in options:
        path = pathlib.Path(root) / "api" / options[-1]
        lines = path.read_text().splitlines()
        for line, has in Header(path.read_text()).names():
            if not has:
                print(f"{line}: {lines[line - 1].strip()}")
        return 0
    found = count(pathlib.Path(root))
    documented, names = (sum(one[at] for one in found.values()) for at in (0, 1))
    percent = 100 * documented / names
    if not options:
        for header, (some, all_of_it) in sorted(found.items(), key=lambda one: one[1][0] - one[1][1])[:20]:
            print(f"{some:5} of {all_of_it:4}  {header}")
    print(f"docstrings: {documented} of {names} public names, {percent:.1f} %")
    return 1 if options and percent < float(options[1]) else 0


if __name__ == "__main__":
    sys.exit(main())
