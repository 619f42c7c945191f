# The commands of the project. Each installs what it needs and does not find
# (tools/bootstrap.sh), says in one line what it does, and does nothing twice.
PREFIX ?= $(CURDIR)/install
JOBS   ?= $(shell nproc)
PYTHON ?= /usr/bin/python3

.PHONY: build test test-deep test-all demo demo-micro micro-library install wheel wheels deb abi-check apt-repository api-coverage docs clean

build:
	@tools/bootstrap.sh build
	@tools/build.sh build

# The main job: what composition is worth on this machine, as a table and a page.
demo:
	@JOBS=$(JOBS) tools/estimate.sh demo
	@tools/bootstrap.sh demo
	@JOBS=$(JOBS) tools/demo.sh

# Microcontrollers in the graph: three under QEMU, sizes, loss and latency.
demo-micro:
	@tools/bootstrap.sh micro
	@JOBS=$(JOBS) tools/demo_micro.sh

# The client for boards as a static library, by the compiler of TOOLCHAIN: a prefix such as
# arm-none-eabi, a toolchain file of CMake, or none for this machine; with SOURCES=yes its sources, for other
# builds. PROFILE names a file of capacities. docs/micro_first_publisher.md
micro-library:
	@$(if $(filter arm-none-eabi,$(TOOLCHAIN)),tools/bootstrap.sh micro)
	@"$(PYTHON)" -B micro/packaging/library.py \
	  "$(or $(FOLDER),dist/micro/$(if $(SOURCES),sources,$(notdir $(basename $(or $(TOOLCHAIN),host)))))" \
	  $(if $(TOOLCHAIN),--toolchain "$(TOOLCHAIN)") $(if $(FLAGS),--flags="$(FLAGS)") $(if $(SOURCES),--sources) \
	  $(if $(PACKAGES),--packages $(PACKAGES)) $(if $(PROFILE),--profile "$(PROFILE)") $(DEFINES:%=--define %)

# Whether it works on this machine.
test:
	@JOBS=$(JOBS) tools/estimate.sh test
	@JOBS=$(JOBS) tools/test.sh main

# What CI runs besides: one suite, or all of them.
DEEP = interop bench static fuzz asan tsan arm64
.PHONY: $(DEEP:%=test-%)
$(DEEP:%=test-%):
	@JOBS=$(JOBS) tools/test.sh $(@:test-%=%)
test-deep:
	@JOBS=$(JOBS) tools/test.sh $(DEEP)

# All suites, with what tools/suites.txt leaves out of the sanitizers and of arm64.
test-all:
	@JOBS=$(JOBS) tools/test.sh --whole main $(DEEP)

# Which public names of ROS 2's C++ API a test asserts, and which none does.
api-coverage:
	@JOBS=$(JOBS) tools/api_coverage.sh

# A prefix that may be moved: source its setup.bash, build packages against it.
install:
	@tools/bootstrap.sh build
	@tools/build.sh prefix
	@tools/install.sh "$(PREFIX)"

# rclpy, the messages and the tools for pip, for the CPython that PYTHON names: into dist/. For the
# distribution's Python on another architecture: ARCH=arm64.
wheel:
	@tools/bootstrap.sh wheel
	@JOBS=$(JOBS) tools/wheel.sh $(if $(ARCH),--arch "$(ARCH)") "$(PYTHON)"

# One for each CPython from 3.10 to 3.13 that PYTHONS names or is found, and checks of them.
wheels:
	@tools/bootstrap.sh wheels
	@JOBS=$(JOBS) tools/wheels.sh $(PYTHONS)

# Packages for this Debian, with their symbols: into dist/. For another one SUITE=noble, ARCH=arm64, both.
# docs/install.md
deb:
	@tools/bootstrap.sh deb
	@JOBS=$(JOBS) tools/deb/make.sh $(if $(SUITE),--suite "$(SUITE)") $(if $(ARCH),--arch "$(ARCH)")

# Whether packages that were compiled with the release in the folder BASE run with those in dist/: types, by
# abidiff (apt install abigail-tools).
abi-check:
	@tools/deb/check_abi.py "$(or $(BASE),$(error BASE names the folder with a release's packages: make abi-check BASE=...))" dist

# A repository for apt of the packages in dist/, for a web server: dist/apt. KEY is one of gpg's.
apt-repository:
	@tools/bootstrap.sh deb
	@tools/deb/repository.sh $(if $(KEY),--key "$(KEY)") dist/apt dist/*.deb

# The book and the references of C++ and Python as one site, which opens without a network.
docs:
	@tools/bootstrap.sh docs
	@tools/docs.sh

clean:
	rm -rf build build-asan build-tsan build-arm64 build-dropin build-cp* build-root-* build-packages build-abi dist
