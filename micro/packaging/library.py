#!/usr/bin/python3
"""Compiles the client, rcl, rclc and messages into a static library for a board.

usage: ranvier-micro-library FOLDER [--toolchain PREFIX | FILE] [--flags="-mcpu=cortex-m4 ..."]
                             [--packages NAME ...] [--define XRCE_MTU=1024 ...] [--profile FILE]
       ranvier-micro-library FOLDER --sources [--packages ...] [--define ...] [--profile FILE]

FOLDER gets include/, lib/libranvier_micro.a and lib/pkgconfig/ranvier_micro.pc, and may be moved. A
toolchain is a prefix such as arm-none-eabi, or a toolchain file of CMake; without one it is the
compiler of this machine. The flags say which processor; they are in the answers of pkg-config too.
With --sources FOLDER gets what sources.py writes, for Arduino, PlatformIO, ESP-IDF and Zephyr.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

import sources

# What a folder has of an earlier run, besides the file for pkg-config.
INSTALLED = ("include", "lib/libranvier_micro.a", "share/ranvier_micro")
USUAL_FLAGS = {"arm-none-eabi": "-mcpu=cortex-m3 -mthumb"}


def toolchain_words(toolchain):
    """The options of CMake for it."""
    if toolchain is None:
        return []
    if pathlib.Path(toolchain).is_file():
        return [f"-DCMAKE_TOOLCHAIN_FILE={pathlib.Path(toolchain).resolve()}"]
    if shutil.which(f"{toolchain}-gcc") is None:
        raise sources.Fault(f"toolchain '{toolchain}' is no file, and there is no "
                            f"{toolchain}-gcc in PATH: install it (for arm-none-eabi: apt-get "
                            "install gcc-arm-none-eabi libnewlib-arm-none-eabi)")
    system = "Linux" if "linux" in toolchain else "Generic"
    return [f"-DCMAKE_SYSTEM_NAME={system}", "-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY",
            f"-DCMAKE_C_COMPILER={toolchain}-gcc"]


def run(*words):
    ran = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, check=False)
    if ran.returncode != 0:
        raise sources.Fault(f"{' '.join(map(str, words))} failed:\n{ran.stdout}")


def remove_installed(folder):
    for name in INSTALLED:
        if (folder / name).is_dir():
            shutil.rmtree(folder / name)
        else:
            (folder / name).unlink(missing_ok=True)


def make(folder, toolchain, flags, *what):
    """`what` is of sources.write(). Raises Fault."""
    if shutil.which("cmake") is None:
        raise sources.Fault("cmake, which compiles the library, is not in PATH: install it (apt-get "
                            "install cmake), or give --sources and compile them yourself")
    words = toolchain_words(toolchain)
    sources.check_ours(folder, "include", INSTALLED)
    if flags is None:
        flags = USUAL_FLAGS.get(toolchain, "")
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        sources.write(work / "source", *what)
        run("cmake", "-S", work / "source", "-B", work / "build", *words,
            "-DCMAKE_BUILD_TYPE=MinSizeRel", f"-DRANVIER_MICRO_FLAGS={flags}",
            f"-DCMAKE_INSTALL_PREFIX={folder.resolve()}", "-DCMAKE_INSTALL_LIBDIR=lib")
        run("cmake", "--build", work / "build", "--parallel")
        remove_installed(folder)
        run("cmake", "--install", work / "build")


def main():
    arguments = sources.arguments_of(__doc__.splitlines()[0])
    arguments.add_argument("--toolchain", metavar="PREFIX | FILE")
    arguments.add_argument("--flags", help="of the processor (default: those of a Cortex-M3 with "
                                           "arm-none-eabi, else none)")
    arguments.add_argument("--sources", action="store_true",
                           help="the sources, for Arduino, PlatformIO, ESP-IDF and Zephyr, instead")
    args = arguments.parse_args()
    if args.sources and (args.toolchain or args.flags):
        arguments.error("--sources compiles nothing: leave out --toolchain and --flags")
    what = (args.packages, args.define, args.profile)
    try:
        if args.sources:
            sources.write(args.folder, *what)
            return
        make(args.folder, args.toolchain, args.flags, *what)
    except (sources.Fault, OSError) as fault:
        sys.exit(f"{sys.argv[0]}: {fault}")
    print(f"{args.folder}/lib/libranvier_micro.a; for pkg-config: {args.folder}/lib/pkgconfig")


if __name__ == "__main__":
    main()
