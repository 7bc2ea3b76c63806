"""The commands and files of the documents, and who runs them.

A block is run by Tests/documents/run, each command to its end, unless a comment before it says otherwise:

    <!-- test: file NAME -->          it is the file NAME
    <!-- test: until TEXT -->         it runs until it has printed TEXT (`the socket`: until it listens)
    <!-- test: until TEXT, COMMAND --> the same for a command that belongs to a file
    <!-- test: gives FILE -->         what it makes is that file of the project
    <!-- test: by NAME -->            the function NAME of Tests/documents/checks.py runs it
    <!-- test: needs PROGRAM -->      it is left out where that, or `lib:NAME` of pkg-config, is missing; not in CI
    <!-- test: machine -->            Tests/machine/guest/checks/the_documents.py runs it
    <!-- test: not run, REASON -->

Several are separated by semicolons. In a manual the comment is `.\\" test: …`, and blocks are those of EXAMPLES.
Commands within a line of text are in INLINE below.
"""

import pathlib
import re

MARK = re.compile(r"(?:<!-- test: (.*) -->|\.\\\" test: (.*))$")
COMMANDS = ("sh", "console", "indented", "man")

# Commands within a line of text: what stands for the words in capitals, or who else runs it.
INLINE = {
    "hitzone check FILE": {"FILE": "config/hitzone.yaml"},
    "hitzone check FILE --target 9mm": {"FILE": "config/hitzone.yaml"},
    "hitzone explain X Y": {"X": "360", "Y": "120"},
    "hitzone set REGION --enabled true": {"REGION": "checkout"},
    "hitzone stats --openmetrics": {},
    "hitzone stats": {},
    "hitzone lock": {},
    "hitzone page home": {},
    "hitzone unlock": {},
    "hitzone reload": {},
    "hitzone COMMAND --help": {"COMMAND": "monitor"},
    "hitzone explain --live": "machine",
    "hitzone calibrate --live": "machine",
    "hitzone panels": "machine",
    "hitzone panels --config FILE": "machine",
    "systemctl status hitzone": "machine",
    "systemctl reload hitzone": "machine",
    "sudo usermod -a -G hitzone USER": "machine",
    "sudo usermod -a -G hitzone $USER": "machine",
    "systemd-analyze security hitzone": "machine",
    "apt purge hitzone": "machine",
    "man 5 hitzone.yaml": "the manuals' own test reads them with mandoc",
    "make docs": ".ci/run runs it",
}
# A command's name alone speaks of the command.
NAMES = re.compile(r"hitzone (calibrate|draw|explain|monitor|page|record|replay)$|systemctl reload$|make install$")
PROGRAMS = "sudo|hitzoned?|systemctl|systemd-[a-z]+|journalctl|make|apt|node|man|varlinkctl|mosquitto_[a-z]+"
SPAN = re.compile(rf"`((?:{PROGRAMS}) [^`]+)`")


class Block:
    """A block of a document: `kind` is its language, or `indented` or `man`; `marks` is what its comment says."""

    def __init__(self, document, line, kind, marks, text):
        self.document, self.line, self.kind, self.marks, self.text = document, line, kind, marks, text

    def __str__(self):
        return f"{self.document}:{self.line}"

    @property
    def is_command(self):
        return self.kind in COMMANDS and not self.mark("file")

    def mark(self, word):
        """What follows `word` in the comment; None when it is not there."""
        for mark in self.marks:
            if mark == word or mark.startswith(word + " ") or mark.startswith(word + ","):
                return mark[len(word):].strip(" ,")
        return None


def markdown(document, text):
    lines, blocks, marks, number = text.split("\n"), [], [], 0
    while number < len(lines):
        line = lines[number]
        start = number + 1
        if match := MARK.match(line):
            marks = match[1].split("; ")
        elif line.startswith("```"):
            end = lines.index("```", number + 1)
            blocks.append(Block(document, start, line[3:], marks, "\n".join(lines[number + 1:end]) + "\n"))
            marks, number = [], end
        elif line.startswith("    ") and not lines[number - 1].strip():
            end = number
            while end < len(lines) and lines[end].startswith("    "):
                end += 1
            body = "\n".join(part[4:] for part in lines[number:end]) + "\n"
            blocks.append(Block(document, start, "indented", marks, body))
            marks, number = [], end - 1
        elif line.strip() and marks:
            raise SystemExit(f"{document}:{start}: a comment 'test' that no block follows")
        number += 1
    return blocks


def manual(document, text):
    blocks, marks, inside, previous = [], [], False, False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith(".Sh "):
            inside = line == ".Sh EXAMPLES"
        if match := MARK.match(line):
            marks = match[2].split("; ")
        if inside and line.startswith(".Dl "):
            command = line[4:].replace("\\-", "-").replace("\\(dq", '"') + "\n"
            if previous:
                blocks[-1].text += command
            else:
                blocks.append(Block(document, number, "man", marks, command))
                marks = []
        previous = line.startswith(".Dl ")
    return blocks


class Document:
    """A document: `name` from the project's directory, `blocks`, and `spans`, its commands within lines of text."""

    def __init__(self, root, name):
        text = (pathlib.Path(root) / name).read_text(encoding="utf-8")
        self.name = name
        is_manual = name.startswith("man/")
        self.blocks = (manual if is_manual else markdown)(name, text)
        prose = re.sub(r"^```.*?^```$|^    .*?$", "", text, flags=re.S | re.M)
        self.spans = [] if is_manual else [span for span in SPAN.findall(prose) if not NAMES.match(span)]

    @property
    def first_lines(self):
        return [block.text.split("\n")[0] for block in self.blocks]


def documents(root):
    root = pathlib.Path(root)
    paths = [root / "README.md", *sorted(root.glob("docs/*.md")), *sorted(root.glob("man/*"))]
    return [Document(root, str(path.relative_to(root))) for path in paths]
