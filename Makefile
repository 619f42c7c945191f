# The commands of the project. Each installs what it needs and does not find
# (tools/bootstrap.sh), says in one line what it does, and does nothing twice.
PREFIX ?= $(CURDIR)/install
JOBS   ?= $(shell nproc)

.PHONY: build test demo install clean

build:
	@tools/bootstrap.sh build
	@tools/build.sh build

# The main job: what composition is worth on this machine, as a table and a page.
demo: build
	@tools/demo.sh

test:
	@JOBS=$(JOBS) tools/test.sh

# A prefix that may be moved: source its setup.bash, build packages against it.
install: build
	@tools/install.sh "$(PREFIX)"

clean:
	rm -rf build build-asan build-tsan build-arm64 build-dropin
