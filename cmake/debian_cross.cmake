# For another architecture of Debian, in a root folder that has its libraries beside those of the
# machine (tools/root.sh). dpkg-buildpackage says which.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR $ENV{DEB_HOST_GNU_CPU})
set(CMAKE_C_COMPILER $ENV{DEB_HOST_GNU_TYPE}-gcc)
set(CMAKE_CXX_COMPILER $ENV{DEB_HOST_GNU_TYPE}-g++)
set(CMAKE_LIBRARY_ARCHITECTURE $ENV{DEB_HOST_MULTIARCH})
# The interpreter here then describes the one there: the names and the folders of its extensions.
set(ENV{_PYTHON_SYSCONFIGDATA_NAME} _sysconfigdata__$ENV{DEB_HOST_MULTIARCH})
