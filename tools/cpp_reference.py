"""Writes the reference of the C++ packages as Markdown, from the XML of Doxygen.

A page for each class, and one for each package with its classes, functions and macros. Names
in `detail`, `impl` and `internal` namespaces and private members are left out.
"""
import re
import xml.etree.ElementTree as ElementTree

CLASSES = ("class", "struct", "union")
LONGEST_LINE = 88
HIDDEN = re.compile(r"(^|::)(detail|impl|internal)(::|$)")
MEMBERS = ("typedef", "enum", "function", "variable", "define")
TITLES = {"note": "Note", "warning": "Warning", "see": "See", "pre": "Before", "post": "After"}


def escaped(text):
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", text).replace("\\<", "&lt;").replace("\\>", "&gt;")


def plain(element):
    """The text of an element, with its words one space apart."""
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


def code_of(text):
    """A declaration as it is written by hand: no spaces in <>, and long ones an argument a line."""
    text = re.sub(r"< ", "<", re.sub(r" (?=>)", "", text))
    if len(text) <= LONGEST_LINE or not text.endswith((")", "const", "noexcept", "override")):
        return text
    begin, depth, parts = 0, 0, []
    for at, letter in enumerate(text):
        depth += {"(": 1, "<": 1, "{": 1, ")": -1, ">": -1, "}": -1}.get(letter, 0)
        if (letter == "(" and depth == 1) or (letter == "," and depth == 1):
            parts.append(text[begin:at + 1].strip())
            begin = at + 1
    return "\n  ".join([*parts, text[begin:].strip()])


def first_sentence(text):
    """Of a description; nothing of one that only says which threads may call."""
    found = re.match(r"(?!Threads:)(.+?[.:;])(\s|$)", " ".join(text.split()))
    return found[1].rstrip(":;.") + "." if found else ""


class Prose:
    """The text of a docstring as Markdown."""

    def __init__(self, href):
        self._href = href

    def of(self, element):
        """The blocks of a description, an empty line apart."""
        blocks = []
        for child in element if element is not None else ():
            blocks += self._blocks(child)
        return "\n\n".join(block for block in blocks if block.strip())

    def _blocks(self, element):
        if element.tag != "para":
            return [self._block(element)]
        blocks, line = [], escaped(element.text or "")
        for child in element:
            if child.tag in ("itemizedlist", "orderedlist", "parameterlist", "simplesect",
                             "programlisting", "verbatim", "table"):
                blocks += [line.strip(), self._block(child)]
                line = escaped(child.tail or "")
            else:
                line += self._words(child) + escaped(child.tail or "")
        return [*blocks, line.strip()]

    def _block(self, element):
        if element.tag == "programlisting":
            lines = ["".join(self._code(line)) for line in element.iter("codeline")]
            return "```cpp\n" + "\n".join(lines) + "\n```"
        if element.tag == "verbatim":
            return "```text\n" + (element.text or "").strip("\n") + "\n```"
        if element.tag in ("itemizedlist", "orderedlist"):
            return "\n".join("- " + self.of(item).replace("\n", "\n  ")
                             for item in element.iter("listitem"))
        if element.tag == "parameterlist":
            return self._parameters(element)
        if element.tag == "simplesect":
            title = TITLES.get(element.get("kind"), element.get("kind").capitalize())
            return f"**{'Returns' if title == 'Return' else title}** {self.of(element)}"
        return self.of(element)

    def _parameters(self, element):
        title = {"exception": "Throws", "templateparam": "Template"}.get(element.get("kind"),
                                                                         "Parameters")
        lines = [f"**{title}**", ""]
        for item in element.iter("parameteritem"):
            names = ", ".join(f"`{plain(name).rstrip('.')}`" for name in item.iter("parametername"))
            words = self.of(item.find("parameterdescription")).replace("\n", "\n  ")
            lines.append(f"- {names}: {words}" if words else f"- {names}")
        return "\n".join(lines)

    def _words(self, element):
        if element.tag == "computeroutput":
            return f"`{plain(element)}`"
        inner = escaped(element.text or "")
        inner += "".join(self._words(child) + escaped(child.tail or "") for child in element)
        marks = {"bold": "**", "emphasis": "*"}.get(element.tag, "")
        if element.tag == "ref" and (target := self._href(element.get("refid"))):
            return f"[{inner}]({target})"
        if element.tag == "ulink":
            return f"[{inner}]({element.get('url')})"
        return marks + {"sp": " ", "ndash": "–", "mdash": "—", "linebreak": "  \n"}.get(
            element.tag, inner) + marks

    def _code(self, element):
        yield element.text or ""
        for child in element:
            yield " " if child.tag == "sp" else "".join(self._code(child))
            yield child.tail or ""


class Reference:
    """The pages of a folder of Doxygen's XML."""

    def __init__(self, xml):
        self._compounds = [ElementTree.parse(path).getroot().find("compounddef")
                           for path in sorted(xml.glob("*.xml"))
                           if path.name not in ("index.xml", "Doxyfile.xml")]
        self._compounds = [one for one in self._compounds if one is not None]
        self._by_id = {one.get("id"): one for one in self._compounds}
        self._pages = {one.get("id"): self._page(one) for one in self._compounds if self._shown(one)}

    @staticmethod
    def _package(element):
        location = element.find("location")
        path = location.get("file") if location is not None else ""
        found = re.match(r"(?:api/)?(\w+)/include/", path)
        return found[1] if found else None

    def _shown(self, compound):
        name = plain(compound.find("compoundname"))
        empty = compound.find("sectiondef") is None and not plain(compound.find("briefdescription"))
        return (not empty and compound.get("kind") in CLASSES and compound.get("prot") == "public"
                and not HIDDEN.search(name) and "<" not in name and self._package(compound))

    def _page(self, compound):
        name = plain(compound.find("compoundname"))
        return f"{self._package(compound)}/{name.replace('::', '.')}.md"

    def pages(self):
        """{path of a page below the reference: its text}, packages in order."""
        found, functions = {}, {}
        for compound in self._compounds:
            if compound.get("id") in self._pages:
                found[self._pages[compound.get("id")]] = self._class(compound)
            elif compound.get("kind") in ("namespace", "file"):
                for member in self._members(compound, compound.get("kind") == "file"):
                    functions.setdefault(self._package(member), []).append(member)
        packages = sorted({path.split("/")[0] for path in found} | set(functions) - {None})
        for package in packages:
            found[f"{package}/index.md"] = self._overview(package, found, functions.get(package, []))
        return dict(sorted(found.items(), key=lambda page: page[0].replace("index.md", "")))

    @staticmethod
    def _members(compound, of_file=False, hidden=False):
        """Its public members, of a hidden class if asked. A file has those of its namespaces too:
        only its own are given."""
        for section in compound.iter("sectiondef"):
            if section.get("kind").startswith(("private", "friend")):
                continue
            for member in section.iter("memberdef"):
                name = plain(member.find("qualifiedname")) or plain(member.find("name"))
                own = not of_file or "::" not in name
                if (member.get("kind") in MEMBERS and member.get("prot") != "private" and own
                        and (hidden or not HIDDEN.search(name)) and not name.endswith("_")):
                    yield member

    def _href_from(self, package):
        def href(refid):
            page = self._pages.get(refid) or self._pages.get(refid.rpartition("_1")[0])
            return f"../{page}" if page else None
        return Prose(href)

    def _class(self, compound):
        name = plain(compound.find("compoundname"))
        prose = self._href_from(self._package(compound))
        lines = [f"# {escaped(name)}", ""]
        include = plain(compound.find("includes"))
        if include and "/detail/" not in include:  # others include those for users
            lines += [f"`#include <{include}>`", ""]
        lines += ["```cpp", self._template(compound) + f"{compound.get('kind')} {name}", "```", ""]
        bases = [self._link(base) for base in compound.findall("basecompoundref")
                 if not HIDDEN.search(plain(base))]
        if bases:
            lines += ["Derives from " + ", ".join(bases) + ".", ""]
        lines += self._texts(compound, prose)
        for member in self._members(compound):
            lines += self._member(member, prose, "##")
        for base in self._hidden_bases(compound):
            its = plain(base.find("compoundname"))
            for member in self._members(base, hidden=True):
                lines += [line.replace(f"{its}::", f"{name}::")
                          for line in self._member(member, prose, "##")]
        return "\n".join(lines) + "\n"

    def _hidden_bases(self, compound):
        """The bases without a page, whose members are those of the class to its users."""
        for base in compound.findall("basecompoundref"):
            found = self._by_id.get(base.get("refid"))
            if found is not None and base.get("refid") not in self._pages:
                yield found
                yield from self._hidden_bases(found)

    def _link(self, base):
        page = self._pages.get(base.get("refid") or "")
        name = code_of(plain(base))
        return f"[{escaped(name)}](../{page})" if page else f"`{name}`"

    @staticmethod
    def _texts(element, prose):
        parts = [prose.of(element.find(part)) for part in ("briefdescription",
                                                           "detaileddescription")]
        return [line for part in parts if part for line in (part, "")]

    @staticmethod
    def _template(element):
        found = element.find("templateparamlist")
        if found is None:
            return ""
        parts = []
        for param in found.findall("param"):
            words = f"{plain(param.find('type'))} {plain(param.find('declname'))}".strip()
            default = plain(param.find("defval"))
            parts.append(words + (f" = {default}" if default else ""))
        return f"template <{', '.join(parts)}>\n"

    def _member(self, member, prose, heading):
        kind, name = member.get("kind"), plain(member.find("name"))
        if kind == "enum":
            code = f"enum {name}"
        elif kind == "define":
            names = [plain(param.find("defname")) for param in member.findall("param")]
            code = f"#define {name}" + (f"({', '.join(names)})" if names else "")
        else:
            code = code_of(plain(member.find("definition")) + plain(member.find("argsstring")))
        lines = [f"{heading} {escaped(name)}", "", "```cpp", self._template(member) + code, "```", ""]
        lines += self._texts(member, prose)
        values = member.findall("enumvalue")
        if values:
            lines += [f"- `{plain(value.find('name'))}` " + prose.of(value.find("briefdescription"))
                      for value in values] + [""]
        return lines

    def _overview(self, package, found, functions):
        lines = [f"# {package}", ""]
        briefs = {self._pages[one.get("id")]: one for one in self._compounds
                  if one.get("id") in self._pages}
        prose = self._href_from(package)
        classes = [path for path in sorted(found) if path.startswith(f"{package}/")]
        if classes:
            lines += ["| class | what |", "|---|---|"]
        for path in classes:
            name = plain(briefs[path].find("compoundname")).removeprefix(f"{package}::")
            brief = first_sentence(prose.of(briefs[path].find("briefdescription")))
            lines.append(f"| [{escaped(name)}]({path.split('/')[1]}) | {brief} |")
        lines.append("")
        for member in sorted(functions, key=lambda one: plain(one.find("name"))):
            lines += self._member(member, prose, "##")
        return "\n".join(lines) + "\n"
