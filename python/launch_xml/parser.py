"""Reads XML."""
import os

from launch.frontend.parser import Parser as BaseParser
from launch_xml.entity import Entity


class Parser(BaseParser):
    """The parser of launch files in XML."""

    @classmethod
    def load(cls, file):
        """Give (root entity, parser) of a file, given by its path or open."""
        import xml.etree.ElementTree as ElementTree
        source = file if isinstance(file, str) or not isinstance(file, os.PathLike) \
            else os.fspath(file)
        return Entity(ElementTree.parse(source).getroot()), cls()

    @classmethod
    def get_file_extensions(cls):
        return {"launch.xml", "xml", "launch"}
