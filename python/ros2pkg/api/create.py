"""The making of new packages: their folders and files."""
import os
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from ros2pkg.api import templates

LICENCES = ("Apache-2.0", "BSL-1.0", "BSD-2.0", "BSD-2-Clause", "BSD-3-Clause", "GPL-3.0-only",
            "LGPL-3.0-only", "MIT", "MIT-0")
_TEXTS = {"Apache-2.0": "Apache-2.0", "GPL-3.0-only": "GPL-3", "LGPL-3.0-only": "LGPL-3"}
_TEXT_FOLDER = "/usr/share/common-licenses"  # of Debian and its like


@dataclass
class Package:
    """What a new package is to be."""

    name: str
    description: str
    maintainer: str
    email: str
    license: str
    build_type: str
    package_format: int = 3
    version: str = "0.0.0"
    dependencies: list = field(default_factory=list)
    node_name: str = None
    library_name: str = None

    def words(self):
        """Give what the templates take."""
        library = self.library_name or ""
        return {
            "name": self.name, "version": self.version, "format": self.package_format,
            "description": self.description, "maintainer": self.maintainer,
            "email": self.email, "license": self.license, "build_type": self.build_type,
            "guard": _identifier(self.name).upper(), "namespace": _identifier(self.name),
            "library": library, "node": self.node_name,
            # Plain CMake alone has a younger one in Jazzy.
            "cmake": "3.16" if self.build_type == "cmake" else "3.8",
            "library_guard": _identifier(library).upper(),
            "class_name": "".join(part.capitalize()
                                  for part in _identifier(library).split("_"))}


def _identifier(name):
    return "".join(letter if letter.isalnum() else "_" for letter in name)


def create_package_environment(package, destination_directory):
    """Make the folder and the manifest. @return the folder, those of sources and of headers."""
    folder = _make_folder(destination_directory, package.name)
    _write(folder, "package.xml", _manifest(package))
    if package.build_type == "ament_python":
        print("creating source folder")
        return folder, _make_folder(folder, package.name), None
    if package.build_type == "ament_cargo":
        print("creating source folder")
        return folder, _make_folder(folder, "src"), None
    print("creating source and include folder")
    return (folder, _make_folder(folder, "src"),
            _make_folder(folder, os.path.join("include", package.name)))


def _tools(package):
    """Give the packages that the build needs by itself."""
    if package.build_type == "ament_cmake":  # ament_cmake_ros makes libraries shared ones
        return ["ament_cmake_ros" if package.library_name else "ament_cmake"]
    return ["ament_cargo"] if package.build_type == "ament_cargo" else []


def _manifest(package):
    words = {key: escape(str(value)) for key, value in package.words().items()}
    words["email"] = quoteattr(package.email)[1:-1]
    groups = [[("buildtool_depend", name) for name in _tools(package)]]
    groups.append([("depend", name) for name in package.dependencies])
    tests = {"ament_cmake": ["ament_lint_auto", "ament_lint_common"],
             "ament_python": ["ament_copyright", "ament_flake8", "ament_pep257",
                              "python3-pytest"]}
    groups.append([("test_depend", name) for name in tests.get(package.build_type, [])])
    words["dependencies"] = "".join(
        "".join(f"  <{tag}>{escape(name)}</{tag}>\n" for tag, name in group) + "\n"
        for group in groups if group)
    return templates.MANIFEST.format(**words)


def populate_ament_python(package, folder, source_folder):
    """Write what makes it installable, and its tests."""
    words = package.words()
    scripts = ""
    if package.node_name:
        scripts = (f"            '{package.node_name} = {package.name}.{package.node_name}:main',"
                   "\n")
    _write(folder, "setup.py", templates.SETUP_PY.format(scripts=scripts, **words))
    _write(folder, "setup.cfg", templates.SETUP_CFG.format(**words))
    _write(_make_folder(folder, "resource"), package.name, "")
    _write(source_folder, "__init__.py", "")
    tests = _make_folder(folder, "test")
    # The sources that are written here name no holder of a copyright.
    skip = "\n@pytest.mark.skip(reason='The generated sources have no copyright header.')"
    for linter, suffix, skipped, run in (
            ("copyright", "", skip, "assert main(argv=['.', 'test']) == 0, 'Found errors'"),
            ("flake8", "_with_errors", "", "status, errors = main_with_errors(argv=[])\n    "
             "assert status == 0, '\\n'.join(errors)"),
            ("pep257", "", "", "assert main(argv=['.', 'test']) == 0, 'Found errors'")):
        _write(tests, f"test_{linter}.py",
               templates.TEST_PY.format(
            linter=linter, suffix=suffix, skip=skipped, run=run))


def populate_python_node(package, source_folder, node_name):
    _write(source_folder, f"{node_name}.py", templates.NODE_PY.format(name=package.name))


def populate_python_libs(package, source_folder, library_name):
    _write(_make_folder(source_folder, library_name), "__init__.py", "")


def populate_ament_cargo(package, folder, source_folder):
    """Write the manifest of cargo, and a program."""
    texts = {f"{key}_text": _toml(value) for key, value in package.words().items()}
    author = _toml(f"{package.maintainer} <{package.email}>")
    _write(folder, "Cargo.toml", templates.CARGO_TOML.format(author_text=author, **texts))
    _write(source_folder, "main.rs", templates.MAIN_RS.format())


def _toml(value):
    """Give a text in quotes: TOML escapes it as JSON does."""
    import json
    return json.dumps(str(value), ensure_ascii=False)


def populate_cmake(package, folder):
    """Write the files of a package that is built with plain CMake."""
    words = package.words()
    _write(folder, "CMakeLists.txt", _cmake_head(package) + _cmake_parts(package)
           + _cmake_export(package) + templates.CMAKE_TAIL.format())
    include = ("include(\"${CMAKE_CURRENT_LIST_DIR}/export_@PROJECT_NAME@.cmake\")\n"
               if package.library_name else "")
    _write(folder, f"{package.name}Config.cmake.in", templates.CONFIG.format(include=include))
    _write(folder, f"{package.name}ConfigVersion.cmake.in",
           templates.CONFIG_VERSION.format(**words))


def populate_ament_cmake(package, folder):
    """Write the CMakeLists.txt of a package that is built with ament."""
    exports = ""
    if package.library_name:
        exports = templates.AMENT_EXPORTS.format(library=package.library_name)
        if package.dependencies:
            exports += f"ament_export_dependencies(\n{_lines(package.dependencies)})\n"
    _write(folder, "CMakeLists.txt", _cmake_head(package) + _cmake_parts(package)
           + templates.AMENT_TAIL.format(exports=exports))


def _lines(names):
    return "".join(f"  {name}\n" for name in names)


def _cmake_head(package):
    names = []
    if package.build_type == "ament_cmake":
        names = ["ament_cmake"] + (["ament_cmake_ros"] if package.library_name else [])
    find = "".join(f"find_package({name} REQUIRED)\n" for name in names + package.dependencies)
    if not package.dependencies:
        find += templates.CMAKE_NO_DEPENDENCIES
    return templates.CMAKE_HEAD.format(find=find, **package.words())


def _cmake_parts(package):
    words = package.words()
    text = ""
    if package.library_name:
        text += templates.CMAKE_LIBRARY.format(
            links=_uses(package, package.library_name),
            # ament_cmake_ros sees to it.
            shared="" if package.build_type == "ament_cmake" else "SHARED ", **words)
    if package.node_name:
        if package.library_name:
            links = f"target_link_libraries({package.node_name} {package.library_name})\n"
        else:
            links = templates.CMAKE_FEATURES.format(**words) + _uses(package, package.node_name)
        text += templates.CMAKE_NODE.format(links=links, **words)
    return text


def _uses(package, target):
    """Give what hands the dependencies to a target.

    Without PUBLIC, as in ROS 2: CMake refuses that word beside the calls without it that users add.
    """
    if not package.dependencies:
        return ""
    if package.build_type == "ament_cmake":
        names = "".join(f'  "{name}"\n' for name in package.dependencies)
        return f"ament_target_dependencies(\n  {target}\n{names})\n"
    folders = _lines(f"${{{name}_INCLUDE_DIRS}}" for name in package.dependencies)
    libraries = _lines(f"${{{name}_LIBRARIES}} ${{{name}_TARGETS}}" for name in package.dependencies)
    return (f"target_include_directories({target} PUBLIC\n{folders})\n"
            f"target_link_libraries({target}\n{libraries})\n")


def _cmake_export(package):
    if not package.library_name:
        return ""
    return ("\ninstall(EXPORT export_${PROJECT_NAME} NAMESPACE ${PROJECT_NAME}::\n"
            "  FILE export_${PROJECT_NAME}.cmake DESTINATION share/${PROJECT_NAME}/cmake)\n")


def populate_cpp_node(package, source_folder, node_name):
    _write(source_folder, f"{node_name}.cpp", templates.NODE_CPP.format(name=package.name))


def populate_cpp_library(package, source_folder, include_folder, library_name):
    words = package.words()
    _write(include_folder, f"{library_name}.hpp", templates.LIBRARY_HPP.format(**words))
    _write(source_folder, f"{library_name}.cpp", templates.LIBRARY_CPP.format(**words))
    _write(include_folder, "visibility_control.h", templates.VISIBILITY.format(**words))


def populate_license(package, folder):
    """Write LICENSE for a licence with a known name. @return whether it was written."""
    if package.license not in LICENCES:
        return False
    text = f"SPDX-License-Identifier: {package.license}\n" \
           f"https://spdx.org/licenses/{package.license}.html\n"
    path = os.path.join(_TEXT_FOLDER, _TEXTS.get(package.license, ""))
    if package.license in _TEXTS and os.path.isfile(path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
    with open(os.path.join(folder, "LICENSE"), "w", encoding="utf-8") as file:
        file.write(text)
    return True


def _make_folder(parent, name):
    path = os.path.join(parent, name)
    print(f"creating folder {path}")
    os.makedirs(path, exist_ok=True)
    return path


def _write(folder, name, text):
    path = os.path.join(folder, name)
    print(f"creating {path}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
