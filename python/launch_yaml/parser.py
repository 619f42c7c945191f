"""Reads YAML."""
import os

from launch.frontend.parser import Parser as BaseParser
from launch_yaml.entity import Entity


class Parser(BaseParser):
    """The parser of launch files in YAML."""

    @classmethod
    def load(cls, file):
        """Give (root entity, parser) of a file, given by its path or open."""
        from ranvier_prefix import bounded_yaml
        if isinstance(file, (str, os.PathLike)):
            with open(file) as opened:
                tree = bounded_yaml.load(opened)
        else:
            tree = bounded_yaml.load(file)
        if not isinstance(tree, dict) or len(tree) != 1:
            raise RuntimeError("Expected only one root")
        [(type_name, element)] = tree.items()
        return Entity(element, type_name), cls()

    @classmethod
    def get_file_extensions(cls):
        return {"launch.yaml", "launch.yml", "yaml", "yml", "launch"}
