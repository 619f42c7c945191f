"""The files of a new package, as text with {fields}."""

MANIFEST = """\
<?xml version="1.0"?>
<?xml-model href="http://download.ros.org/schema/package_format{format}.xsd" \
schematypens="http://www.w3.org/2001/XMLSchema"?>
<package format="{format}">
  <name>{name}</name>
  <version>{version}</version>
  <description>{description}</description>
  <maintainer email="{email}">{maintainer}</maintainer>
  <license>{license}</license>

{dependencies}\
  <export>
    <build_type>{build_type}</build_type>
  </export>
</package>
"""

NODE_CPP = """\
#include <cstdio>

int main(int argc, char ** argv)
{{
  (void) argc;
  (void) argv;

  printf("hello world {name} package\\n");
  return 0;
}}
"""

CARGO_TOML = """\
[package]
name = {name_text}
version = {version_text}
description = {description_text}
license = {license_text}
authors = [{author_text}]
edition = "2021"

[dependencies]
"""

MAIN_RS = """\
fn main() {{
    println!("Hello, world!");
}}
"""

LIBRARY_HPP = """\
#ifndef {guard}__{library_guard}_HPP_
#define {guard}__{library_guard}_HPP_

#include "{name}/visibility_control.h"

namespace {namespace}
{{

class {class_name}
{{
public:
  {class_name}();

  virtual ~{class_name}();
}};

}}  // namespace {namespace}

#endif  // {guard}__{library_guard}_HPP_
"""

LIBRARY_CPP = """\
#include "{name}/{library}.hpp"

namespace {namespace}
{{

{class_name}::{class_name}()
{{
}}

{class_name}::~{class_name}()
{{
}}

}}  // namespace {namespace}
"""

VISIBILITY = """\
#ifndef {guard}__VISIBILITY_CONTROL_H_
#define {guard}__VISIBILITY_CONTROL_H_

// {guard}_PUBLIC marks what users of the shared library may name, {guard}_LOCAL what they may not.

#if defined _WIN32 || defined __CYGWIN__
  #define {guard}_EXPORT __declspec(dllexport)
  #define {guard}_IMPORT __declspec(dllimport)
  #define {guard}_LOCAL
  #ifdef {guard}_BUILDING_LIBRARY
    #define {guard}_PUBLIC {guard}_EXPORT
  #else
    #define {guard}_PUBLIC {guard}_IMPORT
  #endif
  #define {guard}_PUBLIC_TYPE {guard}_PUBLIC
#else
  #define {guard}_EXPORT __attribute__ ((visibility("default")))
  #define {guard}_IMPORT
  #define {guard}_LOCAL __attribute__ ((visibility("hidden")))
  #define {guard}_PUBLIC {guard}_EXPORT
  #define {guard}_PUBLIC_TYPE
#endif

#endif  // {guard}__VISIBILITY_CONTROL_H_
"""

CMAKE_HEAD = """\
cmake_minimum_required(VERSION {cmake})
project({name})

if(CMAKE_COMPILER_IS_GNUCXX OR CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options(-Wall -Wextra -Wpedantic)
endif()

# find dependencies
{find}"""

CMAKE_NO_DEPENDENCIES = """\
# Each package that the code uses gets a line like the next:
# find_package(<dependency> REQUIRED)
"""

CMAKE_LIBRARY = """
add_library({library} {shared}src/{library}.cpp)
add_library({name}::{library} ALIAS {library})
target_compile_features({library} PUBLIC c_std_99 cxx_std_17)  # Require C99 and C++17
target_include_directories({library} PUBLIC
  $<BUILD_INTERFACE:${{CMAKE_CURRENT_SOURCE_DIR}}/include>
  $<INSTALL_INTERFACE:include/${{PROJECT_NAME}}>)
{links}
# visibility_control.h asks whether it is the library itself that is compiled.
target_compile_definitions({library} PRIVATE "{guard}_BUILDING_LIBRARY")

install(
  DIRECTORY include/
  DESTINATION include/${{PROJECT_NAME}}
)
install(
  TARGETS {library}
  EXPORT export_${{PROJECT_NAME}}
  ARCHIVE DESTINATION lib
  LIBRARY DESTINATION lib
  RUNTIME DESTINATION bin
)
"""

CMAKE_NODE = """
add_executable({node} src/{node}.cpp)
target_include_directories({node} PUBLIC
  $<BUILD_INTERFACE:${{CMAKE_CURRENT_SOURCE_DIR}}/include>
  $<INSTALL_INTERFACE:include/${{PROJECT_NAME}}>)
{links}
install(TARGETS {node}
  DESTINATION lib/${{PROJECT_NAME}})
"""

CMAKE_FEATURES = "target_compile_features({node} PUBLIC c_std_99 cxx_std_17)  # Require C99 and C++17\n"

AMENT_TAIL = """
if(BUILD_TESTING)
  find_package(ament_lint_auto REQUIRED)
  # Without this line every source has to begin with a copyright notice.
  set(ament_cmake_copyright_FOUND TRUE)
  # Without this line cpplint is run, which asks for such notices too, and for git.
  set(ament_cmake_cpplint_FOUND TRUE)
  ament_lint_auto_find_test_dependencies()
endif()
{exports}
ament_package()
"""

AMENT_EXPORTS = """
ament_export_include_directories(
  "include/${{PROJECT_NAME}}"
)
ament_export_libraries(
  {library}
)
ament_export_targets(
  export_${{PROJECT_NAME}}
)
"""

CMAKE_TAIL = """
include(CMakePackageConfigHelpers)
configure_package_config_file(${{PROJECT_NAME}}Config.cmake.in
  ${{CMAKE_CURRENT_BINARY_DIR}}/${{PROJECT_NAME}}Config.cmake
  INSTALL_DESTINATION share/${{PROJECT_NAME}}/cmake)
configure_file(${{PROJECT_NAME}}ConfigVersion.cmake.in
  ${{CMAKE_CURRENT_BINARY_DIR}}/${{PROJECT_NAME}}ConfigVersion.cmake @ONLY)
install(FILES
  ${{CMAKE_CURRENT_BINARY_DIR}}/${{PROJECT_NAME}}Config.cmake
  ${{CMAKE_CURRENT_BINARY_DIR}}/${{PROJECT_NAME}}ConfigVersion.cmake
  DESTINATION share/${{PROJECT_NAME}}/cmake)
install(FILES package.xml DESTINATION share/${{PROJECT_NAME}})
"""

CONFIG = """\
@PACKAGE_INIT@

{include}"""

CONFIG_VERSION = """\
set(PACKAGE_VERSION "{version}")
set(PACKAGE_VERSION_EXACT False)
set(PACKAGE_VERSION_COMPATIBLE False)
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_EXACT True)
endif()
if(NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE True)
endif()
"""

SETUP_PY = """\
from setuptools import find_packages, setup

package_name = {name!r}

setup(
    name=package_name,
    version={version!r},
    packages=find_packages(exclude=['test']),
    data_files=[
        ('share/ament_index/resource_index/packages',
            ['resource/' + package_name]),
        ('share/' + package_name, ['package.xml']),
    ],
    install_requires=['setuptools'],
    zip_safe=True,
    maintainer={maintainer!r},
    maintainer_email={email!r},
    description={description!r},
    license={license!r},
    extras_require={{
        'test': [
            'pytest',
        ],
    }},
    entry_points={{
        'console_scripts': [
{scripts}        ],
    }},
)
"""

SETUP_CFG = """\
[develop]
script_dir=$base/lib/{name}
[install]
install_scripts=$base/lib/{name}
"""

NODE_PY = """\
def main():
    print('Hi from {name}.')


if __name__ == '__main__':
    main()
"""

TEST_PY = """\
from ament_{linter}.main import main{suffix}
import pytest

{skip}
@pytest.mark.{linter}
@pytest.mark.linter
def test_{linter}():
    {run}
"""
