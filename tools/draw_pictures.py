"""Draws docs/pictures/*.dot as SVG beside them, with Graphviz.

usage: draw_pictures.py <root of the project> [--check]

The layers are printed from CMakeLists.txt first. A drawn picture ends with the digest of its
text, so --check knows without Graphviz whether it is that of the text: the status is 1 if one is not.
"""
import hashlib
import pathlib
import subprocess
import sys


def layers(root):
    return subprocess.run([sys.executable, root / "tools/print_layers.py", root, "--dot"],
                          check=True, capture_output=True, text=True).stdout


def mark(text):
    return f"<!-- drawn from {hashlib.sha256(text.encode()).hexdigest()} -->\n"


def drawn(text):
    """Without what differs by the version of Graphviz alone."""
    svg = subprocess.run(["dot", "-Tsvg"], input=text, check=True, capture_output=True,
                         text=True).stdout
    return svg[svg.index("<svg"):] + mark(text)


def old_pictures(root):
    """Yields what is not of its text."""
    folder = root / "docs/pictures"
    if (folder / "layers.dot").read_text() != layers(root):
        yield "docs/pictures/layers.dot is not of CMakeLists.txt"
    for source in sorted(folder.glob("*.dot")):
        picture = source.with_suffix(".svg")
        if not picture.exists() or not picture.read_text().endswith(mark(source.read_text())):
            yield f"docs/pictures/{picture.name} is not of docs/pictures/{source.name}"


def main():
    root = pathlib.Path(sys.argv[1])
    if "--check" in sys.argv:
        old = list(old_pictures(root))
        print("".join(f"{line}. Run (with Graphviz): python3 tools/draw_pictures.py .\n" for line in old), end="")
        return 1 if old else 0
    folder = root / "docs/pictures"
    (folder / "layers.dot").write_text(layers(root))
    for source in sorted(folder.glob("*.dot")):
        source.with_suffix(".svg").write_text(drawn(source.read_text()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
