"""Wheels as files: a folder and the zip of it."""
import base64
import csv
import hashlib
import io
import pathlib
import shutil
import zipfile

OLDEST = (1980, 1, 1, 0, 0, 0)  # of every file: one tree gives one wheel


class Wheel:
    """A wheel that is unpacked in `root`; `info` is its dist-info folder."""

    def __init__(self, root, name, version, tags):
        self.root = root
        self.tags = tags
        self.info = root / f"{name}-{version}.dist-info"
        self.file_name = f"{name}-{version}-{tags}.whl"


def read_wheel(path, root):
    """Unpacks a wheel; what may be executed stays so."""
    name, version, tags = path.stem.split("-", 2)
    with zipfile.ZipFile(path) as file:
        for member in file.infolist():
            unpacked = pathlib.Path(file.extract(member, root))
            if not member.is_dir():
                unpacked.chmod(0o755 if (member.external_attr >> 16) & 0o111 else 0o644)
    return Wheel(root, name, version, tags)


def write_wheel(wheel, folder):
    """Zips it, with a new RECORD. @return the path."""
    folder.mkdir(parents=True, exist_ok=True)
    record = wheel.info / "RECORD"
    files = sorted(path for path in wheel.root.rglob("*") if path.is_file() and path != record)
    rows = io.StringIO()
    writer = csv.writer(rows, lineterminator="\n")
    for path in files:
        data = path.read_bytes()
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        writer.writerow([path.relative_to(wheel.root), f"sha256={digest}", len(data)])
    writer.writerow([record.relative_to(wheel.root), "", ""])
    record.write_text(rows.getvalue())
    path = folder / wheel.file_name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for member in [*files, record]:
            about = zipfile.ZipInfo(str(member.relative_to(wheel.root)), OLDEST)
            about.external_attr = (0o100000 | member.stat().st_mode & 0o777) << 16
            about.compress_type = zipfile.ZIP_DEFLATED
            with member.open("rb") as data, file.open(about, "w") as to:
                shutil.copyfileobj(data, to)
    return path
