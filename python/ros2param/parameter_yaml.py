"""Parameters as the YAML that a node reads: of `ros2 param dump` and of launch."""
import functools
import re

# What a node reads as a number or a bool although it is a text for PyYAML: 1e3, 08, 0x1p3, nan, y.
_NO_TEXT_FOR_NODES = re.compile(
    r"[yn]|[-+]?(0x[\da-f.p+-]+|\d*(\.\d*)?(e[-+]?\d+)?|nan(\(\w*\))?|inf(inity)?)", re.IGNORECASE)


class PlainText(str):
    """A text that YAML gave, without its quotes: the node reads it by its own rules."""


@functools.lru_cache(maxsize=None)
def _dumper():
    import yaml

    class Dumper(yaml.SafeDumper):
        def ignore_aliases(self, data):
            """Always: a node takes no aliases."""
            return True

    def represent_text(dumper, text):
        style = "'" if _NO_TEXT_FOR_NODES.fullmatch(text) else None
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)
    Dumper.add_representer(str, represent_text)
    Dumper.add_representer(PlainText, yaml.SafeDumper.represent_str)
    return Dumper


def yaml_line(value):
    """Give a value as YAML in one line."""
    import yaml
    text = yaml.dump(value, Dumper=_dumper(), default_flow_style=True, width=float("inf"))
    return text.removesuffix("\n").removesuffix("\n...").strip()


def yaml_file(tree):
    """Give the text of a file."""
    import yaml
    return yaml.dump(tree, Dumper=_dumper(), default_flow_style=False)
