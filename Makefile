# `make help` tells what there is to make.

PREFIX ?= /usr/local
DESTDIR ?=
# Debian's zsh looks in $(PREFIX)/share/zsh/vendor-completions below /usr.
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions
DOCUMENTS = $(PREFIX)/share/doc/hitzone
# What is installed names files below /usr; they are below PREFIX.
place = sed 's,/usr/\(bin\|sbin\|share\)/,$(PREFIX)/\1/,g'
# Where the built programs are.
PROGRAMS ?= .build/release

# Found when a recipe needs it, so that `make help` and `make clean` work without it.
find_swift = swift=$$(tools/find-swift) &&
# Of programs as they are installed.
release = $$(tools/release-options)

.PHONY: all build run test test-machine bench guard lint docs install deb clean help

all: build

build: ## Build the programs, optimised, with the Swift libraries inside.
	@tools/prepare
	@$(find_swift) for program in hitzoned hitzone; do \
		"$$swift" build $(release) --product $$program || exit 1; \
	done

run: build ## Play the demo recording through the daemon and show the actions.
	@$(find_swift) tools/demo "$$("$$swift" build $(release) --show-bin-path)"

test: ## Run all tests.
	@tools/prepare test
	@$(find_swift) "$$swift" test
	@$(find_swift) Tests/varlink/run "$$("$$swift" build --show-bin-path)"
	@$(find_swift) Tests/draw/run "$$("$$swift" build --show-bin-path)"
	@$(find_swift) Tests/documents/run "$$("$$swift" build --show-bin-path)"

test-machine: ## Run the tests on real input devices, in a virtual machine.
	@tools/prepare
	@Tests/machine/run

bench: build ## Measure hitzone beside C references and its peers; ten minutes.
	@tools/prepare bench
	@Benchmarks/build
	@$(find_swift) "$$swift" build $(release) --product hitbench
	@$(find_swift) Benchmarks/bench "$$("$$swift" build $(release) --show-bin-path)"

guard: ## Compare what a frame costs with what is recorded.
	@tools/prepare bench
	@Benchmarks/build
	@$(find_swift) for program in hitzoned hitzone; do \
		"$$swift" build $(release) --product $$program || exit 1; \
	done
	@$(find_swift) Benchmarks/guard "$$("$$swift" build $(release) --show-bin-path)"

lint: ## Check the format of the sources and the syntax of the scripts.
	@$(find_swift) "$$swift" format lint --strict --recursive Package.swift Sources Tests examples Benchmarks
	@for script in tools/* packaging/deb/p* .ci/run Tests/varlink/run Benchmarks/build; do sh -n "$$script" || exit 1; done
	@for script in run boot image build-image; do bash -n "Tests/machine/$$script" || exit 1; done
	@for script in throughput machine/run; do bash -n "Benchmarks/$$script" || exit 1; done

docs: ## Make the documentation of the Swift library in build/docs.
	@tools/docs

install: ## Install the programs, built if need be, and their files below DESTDIR and PREFIX.
	@test -x $(PROGRAMS)/hitzoned -a -x $(PROGRAMS)/hitzone || $(MAKE) build
	install -D -s -m 755 $(PROGRAMS)/hitzoned "$(DESTDIR)$(PREFIX)/sbin/hitzoned"
	install -D -s -m 755 $(PROGRAMS)/hitzone "$(DESTDIR)$(PREFIX)/bin/hitzone"
	install -d "$(DESTDIR)$(DOCUMENTS)/docs" "$(DESTDIR)$(DOCUMENTS)/examples"
	install -m 644 README.md "$(DESTDIR)$(DOCUMENTS)"
	install -m 644 docs/*.md docs/*.svg "$(DESTDIR)$(DOCUMENTS)/docs"
	install -m 644 config/hitzone.yaml config/demo.evemu systemd/notify-reload.conf "$(DESTDIR)$(DOCUMENTS)/examples"
	install -D -m 644 config/hitzone.schema.json "$(DESTDIR)$(PREFIX)/share/hitzone/hitzone.schema.json"
	install -D -m 644 config/io.hitzone.varlink "$(DESTDIR)$(PREFIX)/share/hitzone/io.hitzone.varlink"
	for page in hitzone.1 hitzone.yaml.5 io.hitzone.7 hitzoned.8; do \
		directory="$(DESTDIR)$(PREFIX)/share/man/man$${page##*.}"; \
		install -d "$$directory" && $(place) man/$$page > "$$directory/$$page" \
		&& chmod 644 "$$directory/$$page" || exit 1; \
	done
	install -d "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" "$(DESTDIR)$(ZSH_COMPLETIONS)" \
		"$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	for call in 'hitzone completion' 'hitzoned --completion'; do \
		program=$${call%% *}; \
		$(PROGRAMS)/$$call bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/$$program" \
		&& $(PROGRAMS)/$$call zsh > "$(DESTDIR)$(ZSH_COMPLETIONS)/_$$program" \
		&& $(PROGRAMS)/$$call fish > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/$$program.fish" \
		|| exit 1; \
	done
	install -d "$(DESTDIR)$(PREFIX)/lib/systemd/system"
	for unit in hitzone.service hitzone.socket; do \
		$(place) systemd/$$unit > "$(DESTDIR)$(PREFIX)/lib/systemd/system/$$unit" || exit 1; \
		chmod 644 "$(DESTDIR)$(PREFIX)/lib/systemd/system/$$unit"; \
	done
	install -D -m 644 systemd/hitzone.sysusers "$(DESTDIR)$(PREFIX)/lib/sysusers.d/hitzone.conf"
	install -D -m 644 systemd/60-hitzone.rules "$(DESTDIR)$(PREFIX)/lib/udev/rules.d/60-hitzone.rules"
	@# A configuration that is there stays.
	test -e "$(DESTDIR)/etc/hitzone/hitzone.yaml" || { install -d "$(DESTDIR)/etc/hitzone" \
		&& $(place) config/start.yaml > "$(DESTDIR)/etc/hitzone/hitzone.yaml" \
		&& chmod 644 "$(DESTDIR)/etc/hitzone/hitzone.yaml"; }
	@test -n "$(DESTDIR)" || echo 'docs/service.md tells how to make the user hitzone and to start the service.'

deb: build ## Make a Debian package in build.
	@tools/prepare deb
	@tools/deb

clean: ## Remove what was built.
	rm -rf .build build

help: ## Tell what there is to make.
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 22
	@echo 'Variables: PREFIX ($(PREFIX)), DESTDIR, SWIFT (default: the one on PATH or in /opt/swift).'
