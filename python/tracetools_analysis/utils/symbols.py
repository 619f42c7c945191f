"""Names of functions, as the compiler writes them, made shorter."""
import re

# What says nothing to a reader, with whatever stands between its angle brackets.
_NOISE = ("std::allocator", "std::default_delete")
_BIND = "std::_Bind<"


def _end_of_brackets(text: str, begin: int) -> int:
    """The place behind the bracket that closes the one at `begin`; the end if none does."""
    depth = 0
    for place in range(begin, len(text)):
        depth += (text[place] == "<") - (text[place] == ">")
        if depth == 0:
            return place + 1
    return len(text)


def _without(text: str, template: str) -> str:
    """Without this template's names."""
    while (begin := text.find(template + "<")) >= 0:
        end = _end_of_brackets(text, begin + len(template))
        text = text[:begin].rstrip(",") + text[end:]
    return text


def readable(symbol: str) -> str:
    """Without spaces, allocators, deleters, and what std::bind() wraps around a method."""
    text = symbol.replace(" ", "").replace("_<std::allocator<void>>", "")
    for template in _NOISE:
        text = _without(text, template)
    if text.startswith(_BIND):
        text = text[len(_BIND):]
        text = text[:-1] if text.endswith(">") else text
        before, star, pointer = text.partition("*")
        if ")" in pointer:
            text = before + "?" + pointer.partition(")")[2]
    text = text.replace(",>", ">")
    text = re.sub(r"^void(?=\W)", "void ", text)
    return re.sub(r"(?<=\W)const$", " const", text)
