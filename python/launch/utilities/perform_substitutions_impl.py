"""The text of substitutions."""


def perform_substitutions(context, subs):
    """Give the texts of substitutions, joined; TypeError if one of them gives no text."""
    texts = []
    for sub in subs:
        text = sub.perform(context)
        if not isinstance(text, str):
            raise TypeError(
                f"{sub.describe()} gave {text!r} of type '{type(text).__name__}', where a text is "
                "expected")
        texts.append(text)
    return "".join(texts)
