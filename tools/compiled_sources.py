"""What a build compiles: its sources, also those that are compiled several as one unit."""
import json
import os
import pathlib
import re


def compiled_sources(build):
    """Yields (source, entry) for each source, with the entry of compile_commands.json that compiles
    it. Where entry["file"] is another file, that is a unit, which includes the source."""
    for entry in json.loads((pathlib.Path(build) / "compile_commands.json").read_text()):
        unit = pathlib.Path(entry["file"])
        if re.search(r"/units/\w+/unit_\d+\.cc$", entry["file"]):
            for source in re.findall(r'#include "([^"]+)"', unit.read_text()):
                yield os.path.normpath(unit.parent / source), entry
        else:
            yield entry["file"], entry
