"""Our files of MCAP, in every form, as the crate `mcap` and the package `@mcap/core` read them:
each message is the same, and the checksums hold."""

import os
import pathlib
import shutil
import subprocess

import pytest

from harness.cast import HERE, program

COUNT = 300
FORMS = {  # name: (preset, config)
    "default": ("", ""),
    "fastwrite": ("fastwrite", ""),
    "zstd_fast": ("zstd_fast", ""),
    "zstd_small": ("zstd_small", ""),
    "every_crc": ("", "noChunkCRC: false\nenableDataCRC: true\nchunkSize: 5000\n"),
    "zstd_crc": ("zstd_fast", "noChunkCRC: false\nenableDataCRC: true\nchunkSize: 5000\n"),
    "lz4": ("", "compression: Lz4\nforceCompression: true\nchunkSize: 5000\n"),
    "lz4_slowest": ("", "compression: Lz4\ncompressionLevel: Slowest\n"),
    "bare": ("", "noSummary: true\nnoMessageIndex: true\n"),
}


def crate() -> list:
    return [program("RANVIER_INTEROP_BAG_READER", "the reader of the crate mcap")]


def node() -> list:
    modules = pathlib.Path(os.environ.get("RANVIER_INTEROP_NODE", ""))
    found = shutil.which("node")
    if found is None or not (modules / "node_modules").is_dir():
        pytest.skip(f"node, or @mcap/core in {modules}, is not here: `npm ci` in a copy of peer_node")
    return [found, str(HERE / "peer_node/bag_reader.mjs"), "--modules", str(modules)]


def lines_of(*command) -> list:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return sorted(done.stdout.splitlines())


@pytest.mark.parametrize("reader", [crate, node])
@pytest.mark.parametrize("form", FORMS)
def test_every_message_is_read_as_it_was_written(form, reader, tmp_path) -> None:
    bags = program("RANVIER_INTEROP_BAGS", "the program that writes bags")
    command = reader()
    preset, config = FORMS[form]
    (tmp_path / "config.yaml").write_text(config)
    bag = tmp_path / "bag"
    lines_of(bags, "write", bag, "mcap", preset, tmp_path / "config.yaml" if config else "", COUNT)
    expected = lines_of(bags, "dump", bag)
    assert len(expected) == COUNT
    assert lines_of(*command, bag / "bag_0.mcap") == expected
