"""Substitutions, in Python and as $(...) in the texts of launch files."""
import os
import unittest

import launch.logging
from launch import LaunchContext
from launch.frontend import (
    expose_substitution, instantiate_substitution, parse_if_substitutions, parse_substitution,
    replace_escaped_characters)
from launch.substitution import Substitution
from launch.substitutions import (
    AllSubstitution, AndSubstitution, AnonName, AnySubstitution, Command, EnvironmentVariable,
    EqualsSubstitution, FileContent, FindExecutable, IfElseSubstitution, LaunchConfiguration,
    LaunchLogDir, LocalSubstitution, NotEqualsSubstitution, NotSubstitution, OrSubstitution,
    PathJoinSubstitution, PathSubstitution, PythonExpression, SubstitutionFailure,
    TextSubstitution, ThisLaunchFileDir)
from launch_case import LaunchCase
from launch_ros.substitutions import (
    ExecutableInPackage, FindPackage, FindPackagePrefix, FindPackageShare, Parameter)


class SubstitutionsTest(LaunchCase):
    def check(self, expected, substitution, text=None, **configurations):
        """Compare what Python's form gives, and what the text of a file gives."""
        self.assertEqual(self.perform(substitution, **configurations), expected)
        if text is not None:
            self.assertEqual(self.perform(parse_substitution(text), **configurations), expected)

    def fails(self, substitution, words, kind=SubstitutionFailure):
        with self.assertRaisesRegex(kind, words):
            self.perform(substitution)

    def test_texts_configurations_and_variables(self):
        os.environ.update(LAUNCH_S="s")
        self.check("plain", TextSubstitution(text="plain"), "plain")
        self.check("1", LaunchConfiguration("x"), "$(var x)", x="1")
        self.check("d", LaunchConfiguration("no", default="d"), "$(var no d)")
        self.check("s", EnvironmentVariable("LAUNCH_S"), "$(env LAUNCH_S)")
        self.check("a b", EnvironmentVariable("LAUNCH_NO", default_value="a b"),
                   "$(env LAUNCH_NO 'a b')")
        self.fails(LaunchConfiguration("no"), "launch configuration 'no' does not exist")
        self.fails(EnvironmentVariable("LAUNCH_NO"), "variable 'LAUNCH_NO' does not exist")
        with self.assertRaises(TypeError):
            TextSubstitution(text=3)

    def test_booleans_and_comparisons(self):
        for expected, substitution, text in (
                ("false", NotSubstitution("true"), "$(not true)"),
                ("false", AndSubstitution("true", "false"), "$(and true false)"),
                ("true", OrSubstitution("1", "false"), "$(or 1 false)"),
                ("true", AnySubstitution("false", "0", "true"), "$(any false 0 true)"),
                ("false", AllSubstitution("true", "0"), "$(all true 0)"),
                ("false", AllSubstitution(container=["true", "0"]), "$(all true 0)"),
                ("true", AnySubstitution(container=("0", "true")), "$(any 0 true)"),
                ("true", EqualsSubstitution("1", "true"), "$(equals 1 true)"),
                ("true", EqualsSubstitution("2.0", "2"), "$(equals 2.0 2)"),
                ("false", EqualsSubstitution("a", "b"), "$(equals a b)"),
                ("true", NotEqualsSubstitution("a", "b"), "$(not-equals a b)"),
                ("yes", IfElseSubstitution("true", "yes", "no"), "$(if true yes no)"),
                ("", IfElseSubstitution("false", "yes"), "$(if false yes)")):
            with self.subTest(text=text):
                self.check(expected, substitution, text)
        self.fails(NotSubstitution("maybe"), "expected one of")
        with self.assertRaisesRegex(RuntimeError, "give one"):
            IfElseSubstitution("true")

    def test_commands_expressions_files_and_programs(self):
        self.check("hi\n", Command("echo hi"), "$(command 'echo hi')")
        self.check("out\n", Command("sh -c 'echo out; echo err >&2'", on_stderr="ignore"))
        self.check("both\n", Command("sh -c 'echo both >&2'", on_stderr="capture"))
        self.fails(Command("sh -c 'echo err >&2'"), "showed stderr output")
        self.fails(Command("sh -c 'exit 3'"), "executed command failed. Command: sh")
        self.fails(Command("/nosuch/program"), "file not found: ")
        self.fails(Command("true", on_stderr="shout"), "expected 'on_stderr' to be one of")
        self.check("3", PythonExpression(["1 + ", LaunchConfiguration("x")]),
                   "$(eval '1 + $(var x)')", x="2")
        self.check("True", PythonExpression("os.sep == '/' and pi > 3", ["os"]),
                   "$(eval \"os.sep == '/' and pi > 3\" os)")
        self.fails(PythonExpression("nosuch"), "'nosuch' is not defined", NameError)
        self.fails(PythonExpression("1", "nosuch_module"), "cannot be imported")
        file = self.prefix.file("content.txt", "in it")
        self.check("in it", FileContent(str(file)), f"$(file-content {file})")
        self.fails(FileContent("/nosuch"), "File not found: '/nosuch'")
        self.check(FindExecutable(name="sh").perform(LaunchContext()), FindExecutable(name="sh"),
                   "$(find-exec sh)")
        self.fails(FindExecutable(name="nosuch"), "executable 'nosuch' not found on the PATH")

    def test_paths_names_logs_and_locals(self):
        self.check("a/b1/c", PathJoinSubstitution(["a", ["b", "1"], "c"]))
        self.check("a/b", PathJoinSubstitution("a") / "b")
        self.check("a/b", PathJoinSubstitution(["a/", "b/"]))
        self.assertEqual([len(part) for part in PathJoinSubstitution(
            ["a", ["b", "1"]]).substitutions], [1, 2])
        context = LaunchContext()
        first = AnonName("n").perform(context)
        self.assertEqual(first, parse_substitution("$(anon n)")[0].perform(context))
        self.assertNotEqual(first, AnonName("m").perform(context))
        self.check(launch.logging.launch_config.log_dir, LaunchLogDir(), "$(launch_log_dir)")
        self.check(launch.logging.launch_config.log_dir, LaunchLogDir(), "$(log_dir)")
        context.extend_locals({"event": 5})
        self.assertEqual(LocalSubstitution("event").perform(context), "5")
        with self.assertRaisesRegex(SubstitutionFailure, "'nosuch' is not defined here"):
            LocalSubstitution("nosuch").perform(context)

    def test_a_slash_puts_paths_behind_folders_that_are_found(self):
        prefix, log = str(self.prefix.path), launch.logging.launch_config.log_dir
        context = LaunchContext()
        context.extend_locals({"current_launch_file_directory": "/here"})
        for expected, folder in (
                (f"{prefix}/share/tools", FindPackageShare("tools")), (log, LaunchLogDir()),
                (prefix, FindPackagePrefix(LaunchConfiguration("pkg", default="tools"))),
                ("/here", ThisLaunchFileDir()), ("a1", PathSubstitution(["a", "1"])),
                ("a1/b", PathSubstitution(["a", LaunchConfiguration("x", default="1")]) / "b")):
            with self.subTest(folder=folder):
                self.assertIsInstance(folder, PathJoinSubstitution)
                self.assertEqual(folder.perform(context), expected)
                self.assertEqual(
                    (folder / ["c", TextSubstitution(text="d")] / "e.yaml").perform(context),
                    f"{expected}/cd/e.yaml")

    def test_packages_and_parameters(self):
        prefix = str(self.prefix.path)
        self.check(prefix, FindPackagePrefix("tools"), "$(find-pkg-prefix tools)")
        self.check(f"{prefix}/share/tools", FindPackageShare("tools"), "$(find-pkg-share tools)")
        self.check(f"{prefix}/lib/tools/once", ExecutableInPackage("once", "tools"),
                   "$(exec-in-pkg once tools)")
        self.fails(ExecutableInPackage("nosuch", "tools"), "executable 'nosuch' not found on")
        self.fails(FindPackageShare("nosuch_pkg"), "package 'nosuch_pkg' not found", KeyError)
        self.prefix.program("tools", "one/twice", "#!/bin/sh\n") \
            if (self.prefix.path / "lib/tools/one").mkdir(exist_ok=True) is None else None
        (self.prefix.path / "lib/tools/two").mkdir(exist_ok=True)
        self.prefix.program("tools", "two/twice", "#!/bin/sh\n")
        self.fails(ExecutableInPackage("twice", "tools"), "more than one executable 'twice'")
        with self.assertRaises(NotImplementedError):
            self.perform(FindPackage("tools"))
        known = {"global_params": [("p", 1), "file.yaml", ("p", 2)]}
        self.check("2", Parameter("p"), "$(param p)", **known)
        self.check("d", Parameter("q", default="d"), "$(param q d)")
        self.fails(Parameter("q"), "parameter 'q' does not exist")

    def test_descriptions_are_short(self):
        for expected, substitution in (
                ("LaunchConfig('x')", LaunchConfiguration("x")), ("EnvVar('x')",
                                                                 EnvironmentVariable("x")),
                ("FindExec('sh')", FindExecutable(name="sh")), ("Command('x')", Command("x")),
                ("PythonExpr('1', ['math'])", PythonExpression("1")),
                ("LocalVar('what')", LocalSubstitution("x", "what")),
                ("ExecInPkg(pkg='p', exec='e')", ExecutableInPackage("e", "p")),
                ("FindPackageShare(pkg='p')", FindPackageShare("p")),
                ("AnonName('n')", AnonName("n")), ("LaunchLogDir()", LaunchLogDir())):
            self.assertEqual(substitution.describe(), expected)


class GrammarTest(LaunchCase):
    def text(self, text, **configurations):
        return self.perform(parse_substitution(text), **configurations)

    def test_escapes_quotes_nesting_and_lone_dollars(self):
        for text, expected in (
                (r"\$(var x)", "$(var x)"), ("a $ b $", "a $ b $"), ("", ""), ("a'b", "a'b"),
                ("$(var 'no such' 'a \"b\" c')", 'a "b" c'), (r"$(var no a\ b\)c)", "a b)c"),
                ("$(var $(var y))", "1"), ("$(var no-$(var y)-2 '<$(var y)>')", "<x>"),
                ("$(var no '')", ""), (r"back\\slash", r"back\slash"), ("(a) b)", "(a) b)")):
            with self.subTest(text=text):
                self.assertEqual(self.text(text, x="1", y="x"), expected)
        self.assertEqual(replace_escaped_characters(r"a\$b\\c"), r"a$b\c")

    def test_errors_say_where_and_what_is_expected(self):
        for text, words in (
                ("$(var x", "at character 8: found the end of the text, expected '\\)'"),
                ("echo $((1+2))", "at character 8: found '\\(', expected the name of a subst"),
                ("$(var 'x)", "expected a closing '"), ("$(var  x)", "expected an argument"),
                ("$(1 x)", "expected the name of a substitution")):
            with self.subTest(text=text):
                with self.assertRaisesRegex(SubstitutionFailure, words):
                    parse_substitution(text)
        with self.assertRaisesRegex(RuntimeError, "Unknown substitution: nosuch"):
            parse_substitution("$(nosuch x)")
        for text in ("$(var)", "$(var a b c)", "$(command)", "$(dirname x)", "$(not a b)"):
            with self.subTest(text=text):
                with self.assertRaisesRegex(TypeError, "arguments: expected"):
                    parse_substitution(text)

    def test_substitutions_in_substitutions_are_bounded(self):
        def nested(levels):
            return "$(var " * levels + "x" + ")" * levels
        self.assertEqual(self.text(nested(32), x="x"), "x")
        for text in (nested(33), "$(var " * 50_000, "$(env '" * 50_000):
            with self.assertRaisesRegex(SubstitutionFailure, "more than 32 substitutions in"):
                parse_substitution(text)

    def test_lists_of_texts_are_parsed_and_other_values_are_kept(self):
        self.assertEqual(parse_if_substitutions(3), 3)
        parsed = parse_if_substitutions(["a", "$(var x)"])
        self.assertEqual([self.perform(one, x="1") for one in parsed], ["a", "1"])

    def test_packages_expose_substitutions_of_their_own(self):
        @expose_substitution("shout")
        class Shout(Substitution):
            def __init__(self, words):
                self.words = words

            @classmethod
            def parse(cls, data):
                return cls, {"words": data[0]}

            def perform(self, context):
                return self.words[0].perform(context).upper()
        self.assertEqual(self.text("$(shout loud)"), "LOUD")
        self.assertIsInstance(
            instantiate_substitution("shout", [[TextSubstitution(text="a")]]), Shout)
        with self.assertRaisesRegex(RuntimeError, "exposed with the name 'var'"):
            expose_substitution("var")(Shout)


if __name__ == "__main__":
    unittest.main()
