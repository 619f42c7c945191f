"""Holds docs/environment.md to the sources: every variable that we read stands in it.

usage: check_environment.py <root of the project>

A variable is a name in quotes (or a `${NAME` in a shell script) that begins as one of
PREFIXES, or that a reader of the environment gets. A name that ends in `*` stands for
all that begin so. The page names a variable as `NAME`, at the start of a row of a table.
"""
import pathlib
import re
import sys

FOLDERS = ("src", "api", "apps", "bench", "python", "rosidl", "tests", "tools", "cmake")
PREFIXES = ("RANVIER", "ROS", "RMW", "RCUTILS", "RCL", "FASTRTPS", "FASTDDS", "SKIP_DEFAULT", "NDDS",
            "ZENOH", "TRACETOOLS", "CYCLONEDDS", "AMENT")
QUOTED = re.compile(r'"((?:%s)_[A-Z0-9_]+\*?|(?:%s)_\*|SKIP_DEFAULT_XML\*)"'
                    % ("|".join(PREFIXES), "|".join(PREFIXES)))
READ = re.compile(r'(?:getenv|environment|environ\.get|environ)[(\[]\s*"([A-Z0-9_]+)"')
SHELL = re.compile(r"\$\{((?:RANVIER|ROS|AMENT|COLCON)_[A-Z0-9_]+)[:}]")
ROW = re.compile(r"^\| `([A-Z0-9_]+\*?)`", re.M)

# Names in quotes that are no variables of the environment, or that only a test makes up.
NOT_READ = re.compile(r"RANVIER_(NOT_SET|RCUTILS_TEST|PREFIX|ROOM.*|PACKAGE.*)|ROS_MESSAGE|CASE_FOLDER|TOOL|AMENT_IGNORE|"
                      r"RCL_(VERSION_.*|.*_TIME|DEFAULT_DOMAIN_ID|.*_FLAG(_SUFFIX)?|ROS_ARGS_.*|EXTERNAL_LOG_FILE_NAME_PREFIX)")


def files(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in {".h", ".hpp", ".cc", ".cpp", ".c", ".py", ".sh", ".in"}:
                yield path


def read_names(root):
    """{variable: where it is read}"""
    found = {}
    for path in files(root):
        if "tests/house" in str(path) or path.name == pathlib.Path(__file__).name:
            continue  # they speak of variables that are made up
        text = path.read_text()
        patterns = [QUOTED, READ] if path.suffix not in {".sh", ".in"} else [SHELL]
        for name in {match[1] for pattern in patterns for match in pattern.finditer(text)}:
            if not NOT_READ.fullmatch(name):
                found.setdefault(name, path.relative_to(root))
    return found


def covered(name, rows):
    return any(name == row or (row.endswith("*") and name.startswith(row[:-1])) for row in rows)


def main():
    root = pathlib.Path(sys.argv[1])
    rows = set(ROW.findall((root / "docs/environment.md").read_text()))
    found = read_names(root)
    wrong = [f"{where}: reads '{name}', which docs/environment.md does not name"
             for name, where in found.items() if not covered(name, rows)]
    wrong += [f"docs/environment.md: names '{row}', which nothing reads"
              for row in sorted(rows) if not any(covered(name, {row}) for name in found)]
    print("\n".join(wrong) if wrong else f"{len(rows)} variables")
    return 1 if wrong or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
