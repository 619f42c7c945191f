"""Parameters as the YAML that a node reads."""
from ros2param.parameter_yaml import PlainText, yaml_file, yaml_line

__all__ = ["PlainText", "plain_texts", "yaml_file", "yaml_line"]


def plain_texts(value):
    """Give the text, or the texts of a list, as what YAML gave."""
    if isinstance(value, list):
        return [plain_texts(item) for item in value]
    return PlainText(value) if isinstance(value, str) else value
