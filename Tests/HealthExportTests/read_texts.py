"""Reads what each writer of text made of the texts in a folder, and says where it reads another text.

    read_texts.py FOLDER
"""
import csv
import html
import json
import pathlib
import re
import sys

folder = pathlib.Path(sys.argv[1])
csv.field_size_limit(1 << 20)
problems = []

UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]")


def spelled(text):
    return UNSAFE.sub(lambda found: "\\u{%X}" % ord(found[0]), text)


def csv_cell(text):
    shown = re.sub(r"\r\n|[^\r]|\r", lambda f: f[0] if f[0] in ("\r\n", "\n", "\t") else spelled(f[0]), text)
    return "'" + shown if re.match(" *[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]", shown) else shown


def markdown_cell(text):
    return spelled(re.sub("\r\n|[\n\r\u2028\u2029\t]", " ", text))


def read(name):
    return (folder / name).read_bytes().decode("utf-8")


def lines(name):
    text = read(name)
    assert text.endswith("\n"), name
    return text[:-1].split("\n")


def same(name, found, wanted):
    found, wanted = list(found), list(wanted)
    if len(found) != len(wanted):
        problems.append(f"{name}: {len(found)} for {len(wanted)}")
    for number, (one, other) in enumerate(zip(found, wanted)):
        if one != other:
            problems.append(f"{name}: number {number} reads {one!r} for {other!r}")
            return


def safe(name, allowed):
    found = {c for c in UNSAFE.findall(read(name))} - set(allowed)
    if found:
        problems.append(f"{name}: holds {sorted(found)!r}")


def attempt(name, body):
    try:
        body()
    except Exception as error:  # What a reader refuses is what we look for.
        problems.append(f"{name}: {error!r}"[:300])


def markdown():
    rows = lines("markdown")[2:]
    cells = []
    for row in rows:
        cell, end = re.fullmatch(r"\| ((?:[^|\\]|\\.)*) \| (#) *\|", row).groups()
        cells.append(re.sub(r"\\(.)", r"\1", html.unescape(cell)).rstrip(" "))
    same("markdown", cells, (markdown_cell(text).rstrip(" ") for text in texts))


def cells():
    with open(folder / "csv", newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file, strict=True))[1:]
    same("csv", rows, ([csv_cell(text), "#"] for text in texts))


def plain():
    rows = lines("text")[1:]
    same("text", (row[:-1].rstrip(" ") for row in rows), (spelled(text).rstrip(" ") for text in texts))
    assert all(row.endswith("  #") for row in rows)


texts = [bytes.fromhex(line).decode("utf-8") for line in lines("texts.hex")]
attempt("strings", lambda: same("strings", map(json.loads, lines("strings")), texts))
attempt("json", lambda: same("json", (row["text"] for row in json.loads(read("json"))), texts))
attempt("ndjson", lambda: same("ndjson", (json.loads(line)["text"] for line in lines("ndjson")), texts))
attempt("csv", cells)
attempt("markdown", markdown)
attempt("text", plain)
attempt("terminal", lambda: same("terminal", lines("terminal"), map(spelled, texts)))
safe("strings", UNSAFE.findall("".join(map(chr, range(0x7f, 0x110000)))) + ["\n"])
for name in ["json", "ndjson", "markdown", "text", "terminal"]:
    safe(name, "\n")
safe("csv", "\n\r\t")
print("\n".join(problems) or f"{len(texts)} texts")
sys.exit(bool(problems))
