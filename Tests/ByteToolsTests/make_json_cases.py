#!/usr/bin/env python3
"""Makes Fixtures/json/JSONTestSuite.tsv of a copy of https://github.com/nst/JSONTestSuite.

    make_json_cases.py GIT_DIRECTORY [REVISION] < VERDICTS > CASES

Each line: the name of a file, its bytes, and what this project's parser says. The bytes are parts in
hexadecimal digits, `100000*5b` a part that is repeated. VERDICTS is an older file of cases: it gives the
last column; a name that is not in it gets `?`, which the test refuses and tells what to write.
"""

import re
import subprocess
import sys


def parts(content):
    """Bytes as parts: short parts that are repeated 100 times or more stand once."""
    repeated = re.match(rb"(.{1,8}?)\1{99,}", content, re.DOTALL)
    if not repeated:
        return [content.hex()] if len(content) < 100 or not content else split(content)
    unit = repeated.group(1)
    rest = content[repeated.end():]
    head = "%d*%s" % (repeated.end() // len(unit), unit.hex())
    return [head] + (parts(rest) if rest else [])


def split(content):
    """Bytes whose repeated part does not stand at their beginning."""
    repeated = re.search(rb"(.{1,8}?)\1{99,}", content, re.DOTALL)
    if not repeated:
        return [content.hex()]
    return [content[: repeated.start()].hex()] + parts(content[repeated.start():])


def main():
    git = ["git", "--git-dir", sys.argv[1]]
    revision = sys.argv[2] if len(sys.argv) > 2 else "HEAD"
    rows = [line.rstrip("\n").split("\t") for line in sys.stdin]
    verdicts = {row[0]: row[2] for row in rows if len(row) == 3}
    names = subprocess.run(
        git + ["ls-tree", "--name-only", revision, "test_parsing/"], check=True, capture_output=True
    ).stdout.decode().split("\n")
    for path in filter(None, names):
        content = subprocess.run(
            git + ["show", f"{revision}:{path}"], check=True, capture_output=True
        ).stdout
        name = path.removeprefix("test_parsing/").removesuffix(".json")
        print(name, " ".join(parts(content)), verdicts.get(name, "?"), sep="\t")


if __name__ == "__main__":
    main()
