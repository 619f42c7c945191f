"""Launch files in XML."""
from launch_xml import launch_description_sources
from launch_xml.entity import Entity
from launch_xml.parser import Parser

__all__ = ["Entity", "Parser", "launch_description_sources"]
