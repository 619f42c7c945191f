"""The command launch_test: run the tests of a file beside what it launches."""
import argparse
import importlib.machinery
import importlib.util
import os
import sys

from launch_testing.junitxml import unittestResultsToXml
from launch_testing.loader import LoadTestsFromPythonModule
from launch_testing.print_arguments import print_arguments_of_launch_description
from launch_testing.test_runner import LaunchTestRunner


def add_arguments(parser):
    parser.add_argument("launch_test_file", help="the file with generate_test_description()")
    parser.add_argument("-v", "--verbose", action="store_true", help="log what launch does")
    parser.add_argument("-s", "--show-args", "--show-arguments", action="store_true",
                        help="print the arguments of the file, and run nothing")
    parser.add_argument("-p", "--print-description", action="store_true",
                        help="print the launch description, and run nothing")
    parser.add_argument("--package-name", help="name of the package, for the results")
    parser.add_argument("--junit-xml", dest="xmlpath", help="the file that results are written to")
    parser.add_argument("launch_arguments", nargs="*", help="'<name>:=<value>'")


def load_module(path):
    loader = importlib.machinery.SourceFileLoader(
        os.path.splitext(os.path.basename(path))[0], path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def run(parser, args, test_runner_cls=LaunchTestRunner):
    """Do what the arguments say; give the status: 0, or 1 if a test failed."""
    if not os.path.isfile(args.launch_test_file):
        parser.error(f"Test file '{args.launch_test_file}' does not exist")
    name = os.path.basename(args.launch_test_file)
    if args.package_name:
        name = f"{args.package_name}.{name}"
    runs = _load(parser, args.launch_test_file, name)
    if args.show_args:
        print_arguments_of_launch_description(
            launch_description=runs[0].get_launch_description())
        return 0
    if args.print_description:
        import launch
        print(launch.LaunchIntrospector().format_launch_description(
            runs[0].get_launch_description()))
        return 0
    runner = test_runner_cls(runs, args.launch_arguments, args.verbose)
    try:
        runner.validate()
    except Exception as error:
        parser.error(str(error))
    return _report(args, name, runner.run())


def _load(parser, path, name):
    try:
        module = load_module(path)
    except SyntaxError as error:
        parser.error(f"Test file '{path}' is no Python: {error}")
    if not hasattr(module, "generate_test_description"):
        parser.error(f"Test file '{path}' has no generate_test_description(): it must return a "
                     "launch description with ReadyToTest in it")
    return LoadTestsFromPythonModule(module, name=name)


def _report(args, name, results):
    if args.xmlpath:
        tree = unittestResultsToXml(name=name, test_results=results)
        tree.write(args.xmlpath, encoding="utf-8", xml_declaration=True)
    for result in results.values():
        for case, text in [*result.errors, *result.failures]:
            print(f"FAIL: {case}\n{text}", file=sys.stderr)
    good = all(result.wasSuccessful() for result in results.values())
    print("OK" if good else "FAILED", file=sys.stderr)
    return 0 if good else 1


def main(words=None, test_runner_cls=LaunchTestRunner):
    parser = argparse.ArgumentParser(prog="launch_test", description=__doc__)
    add_arguments(parser)
    return run(parser, parser.parse_args(words), test_runner_cls)


if __name__ == "__main__":
    sys.exit(main())
