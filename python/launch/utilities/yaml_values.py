"""What a text is for YAML."""


def load_yaml_value(text):
    """Give the value; ValueError if the text is not YAML."""
    import yaml
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(f"'{text}' is not YAML: {error}") from error
