"""The listings of a page."""
import re


def listings(text):
    """{file name: content} of the listings that a line `name`: introduces."""
    return dict(re.findall(r"^`([\w.]+)`:\n\n```\w+\n(.*?)^```", text, re.M | re.S))
