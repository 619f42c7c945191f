"""What a text is for YAML."""


def load_yaml_value(text):
    """Give the value; ValueError if the text is not YAML."""
    import yaml
    from ranvier_prefix import bounded_yaml
    try:
        return bounded_yaml.load(text)
    except yaml.YAMLError as error:
        raise ValueError(f"'{text}' is not YAML: {error}") from error
