"""A file includes the standard header of the names that it uses, itself or through ours.

Which other standard headers bring these names differs between versions of g++: what compiles
with that of Debian 12 by luck does not with that of Ubuntu 24.04. Tests are left
out: some of them test what our headers bring.
"""
import functools
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("src", "api", "apps", "bench")
NAMES = {
    "cstdint": r"std::u?int(8|16|32|64|ptr)_t",
    "algorithm": r"std::(sort|stable_sort|find_if|any_of|all_of|none_of|count_if|copy_n|remove_if|"
                 r"lower_bound|upper_bound|max_element|min_element|transform|reverse)\b",
    "stdexcept": r"std::(runtime_error|logic_error|invalid_argument|out_of_range|length_error)\b",
    "array": r"std::array<",
    "optional": r"std::optional<",
    "functional": r"std::function<",
}
ALSO = {"cstdint": ("stdint.h", "cinttypes", "inttypes.h"), "stdexcept": ("future",)}


@functools.cache
def text_of(path):
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8", errors="replace"), flags=re.S)
    return re.sub(r"//.*", "", text)


@functools.cache
def includes_of(path):
    return re.findall(r'#\s*include\s*[<"]([^>"]+)[>"]', text_of(path))


def brings(path, wanted, files, seen):
    """Whether `path` includes one of `wanted`, or a file of ours that does."""
    seen.add(path)
    for name in includes_of(path):
        if name in wanted:
            return True
        for own in [path.parent / name] + files.get(pathlib.PurePath(name).name, []):
            if own in seen or not own.is_file() or not str(own).endswith(name):
                continue
            if brings(own, wanted, files, seen):
                return True
    return False


class Headers(unittest.TestCase):
    def test_what_is_used_is_included(self):
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT,
                                capture_output=True, text=True, check=True).stdout.split()
        paths = [ROOT / name for name in listed if re.search(r"\.(h|hpp|cc|cpp)$", name)]
        files = {}
        for path in paths:
            files.setdefault(path.name, []).append(path)
        looked_at = [path for path in paths if path.relative_to(ROOT).parts[0] in FOLDERS]
        self.assertGreater(len(looked_at), 900)
        wrong = []
        for header, names in NAMES.items():
            wanted = (header, *ALSO.get(header, ()))
            wrong += [f"{path.relative_to(ROOT)}: add #include <{header}> for {found.group()}"
                      for path in looked_at
                      if (found := re.search(names, text_of(path)))
                      and not brings(path, wanted, files, set())]
        self.assertEqual(wrong, [], "\n".join(wrong))


if __name__ == "__main__":
    unittest.main()
