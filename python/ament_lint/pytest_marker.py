"""Names the marks of the tests that packages make of linters, so that pytest knows them."""

_LINTERS = ("copyright", "flake8", "mypy", "pep257", "pycodestyle", "xmllint")


def pytest_configure(config):
    for name in ("linter", *_LINTERS):
        config.addinivalue_line("markers", f"{name}: a check of the sources")
