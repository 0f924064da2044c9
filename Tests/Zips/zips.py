#!/usr/bin/env python3
"""Whether an export in a zip archive is imported as the same file unpacked: zips.py EXECUTABLE EXPORT.xml ...

Packs each export by zip, by Python's zipfile and by bsdtar, each in several ways, and imports every archive into
a new journal: its lines must be those of the unpacked file's import, but for times, salts and names.

    zips.py EXECUTABLE --damage COUNT [--seed N] EXPORT.xml

damages archives of one small export in COUNT ways. An import may end with 0, 1 or 2 and by no signal, must save
all of the export or nothing, and no object that the undamaged one has not; one that fails leaves nothing behind.

Ends with 1 where anything differs, and says what. A tool that is not there is named and left out.
"""
import argparse, json, os, pathlib, random, shutil, subprocess, sys, tempfile, zipfile

parser = argparse.ArgumentParser()
parser.add_argument("executable", type=pathlib.Path)
parser.add_argument("exports", nargs="+", type=pathlib.Path)
parser.add_argument("--damage", type=int, metavar="COUNT")
parser.add_argument("--seed", type=int, default=14)
options = parser.parse_args()
EXECUTABLE = options.executable.resolve()
INNER = "apple_health_export/export.xml"
VOLATILE = {"seq", "at", "journal", "salt", "chain", "file"}
failures = 0


def complain(text):
    global failures
    failures += 1
    print("FAILED:", text, flush=True)


def call(*words):
    return subprocess.run([EXECUTABLE, *map(str, words)], capture_output=True)


def lines(journal):
    """What the lines of a journal say."""
    with open(journal / "events.ndjson") as file:
        return [{k: v for k, v in json.loads(line).items() if k not in VOLATILE} for line in file]


def journal_of(path, journal):
    call("init", "--journal", journal, "--time-zone", "UTC")
    return call("import", path, "--journal", journal)


# MARK: Packing


def by_zip(folder, name, *switches):
    subprocess.run(["zip", "-q", *switches, folder / name, "-r", "apple_health_export"],
                   cwd=folder, check=True)


def by_zip_to_a_pipe(folder, name):
    made = subprocess.run(["zip", "-q", "-r", "-", "apple_health_export"], cwd=folder,
                          stdout=subprocess.PIPE, check=True)
    (folder / name).write_bytes(made.stdout)


def by_zipfile(folder, name, method, level=None, force=False):
    with zipfile.ZipFile(folder / name, "w", method, compresslevel=level) as archive:
        with open(folder / INNER, "rb") as source, archive.open(INNER, "w", force_zip64=force) as to:
            shutil.copyfileobj(source, to)


class Pipe:
    """A file that cannot seek, so that lengths and checksums follow the data."""

    def __init__(self, file):
        self.file = file

    def write(self, data):
        return self.file.write(data)

    def flush(self):
        self.file.flush()


def by_zipfile_to_a_pipe(folder, name):
    with open(folder / name, "wb") as file, \
            zipfile.ZipFile(Pipe(file), "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(folder / INNER, INNER)


def by_bsdtar(folder, name, compression):
    subprocess.run(["bsdtar", "-cf", folder / name, "--format", "zip", "--options",
                    f"zip:compression={compression}", "apple_health_export"], cwd=folder, check=True)


WAYS = {
    "zip": ("zip", lambda f, n: by_zip(f, n)),
    "zip -9": ("zip", lambda f, n: by_zip(f, n, "-9")),
    "zip -1": ("zip", lambda f, n: by_zip(f, n, "-1")),
    "zip -0": ("zip", lambda f, n: by_zip(f, n, "-0")),
    "zip to a pipe": ("zip", by_zip_to_a_pipe),
    "zipfile": (None, lambda f, n: by_zipfile(f, n, zipfile.ZIP_DEFLATED)),
    "zipfile, level 9": (None, lambda f, n: by_zipfile(f, n, zipfile.ZIP_DEFLATED, 9)),
    "zipfile, stored": (None, lambda f, n: by_zipfile(f, n, zipfile.ZIP_STORED)),
    "zipfile, zip64": (None, lambda f, n: by_zipfile(f, n, zipfile.ZIP_DEFLATED, force=True)),
    "zipfile to a pipe": (None, by_zipfile_to_a_pipe),
    "bsdtar": ("bsdtar", lambda f, n: by_bsdtar(f, n, "deflate")),
    "bsdtar, stored": ("bsdtar", lambda f, n: by_bsdtar(f, n, "store")),
}


def packed(folder, export):
    """Archives of an export in a folder, by the way in which they were made."""
    (folder / "apple_health_export").mkdir()
    shutil.copyfile(export, folder / INNER)
    for number, (way, (tool, pack)) in enumerate(WAYS.items()):
        if tool and not shutil.which(tool):
            print(f"{way}: left out, there is no {tool}")
            continue
        name = f"{number}.zip"
        pack(folder, name)
        yield way, folder / name


# MARK: The same journal


def compare(export):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        plain = journal_of(export, folder / "plain")
        wanted = lines(folder / "plain")
        for way, archive in packed(folder, export):
            journal = folder / (archive.stem + ".journal")
            outcome = journal_of(archive, journal)
            if outcome.returncode != plain.returncode or outcome.stdout != plain.stdout:
                complain(f"{export}, {way}: {outcome.returncode}, {outcome.stderr.decode()}")
            if lines(journal) != wanted:
                complain(f"{export}, {way}: other lines")
            call("import", export, "--journal", journal)
            if [line for line in lines(journal)[len(wanted):] if line["event"] != "import"]:
                complain(f"{export}, {way}: the unpacked file is news to it")
            if call("audit", "--journal", journal).returncode != 0:
                complain(f"{export}, {way}: the audit finds something")
            print(f"{export}, {way}: {archive.stat().st_size} bytes, {len(wanted)} lines", flush=True)


# MARK: Damage


def damaged(data, chance):
    """An archive with one to three faults."""
    data = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        size = max(len(data), 1)
        # Half of the faults hit what is read first and last: headers, the directory, the end.
        place = chance.randrange(size)
        if chance.random() < 0.5:
            place = min(chance.randrange(120), size - 1) if chance.random() < 0.5 \
                else max(size - 1 - chance.randrange(200), 0)
        length = chance.randrange(1, 40)
        other = chance.randrange(size)
        match chance.randrange(7):
            case 0: data[place:place + 1] = bytes([data[place] ^ 1 << chance.randrange(8)]) if data else b""
            case 1: data[place:place + length] = chance.randbytes(length)
            case 2: del data[place:place + length]
            case 3: data[place:place] = chance.randbytes(length)
            case 4: del data[place:]
            case 5: data[place:place + length] = data[other:other + length]
            case 6: data[place:place + 4] = chance.choice([bytes(4), b"\xff" * 4, b"PK\1\2", b"PK\3\4"])
    return bytes(data)


def objects(said):
    return {item["uuid"]: item for line in said for item in line.get("objects", [])}


def damage(export, count):
    chance = random.Random(options.seed)
    codes = {}
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        journal_of(export, folder / "plain")
        wanted = objects(lines(folder / "plain"))
        archives = [(way, archive.read_bytes()) for way, archive in packed(folder, export)]
        call("init", "--journal", folder / "empty", "--time-zone", "UTC")
        for number in range(count):
            way, data = archives[number % len(archives)]
            broken = damaged(data, chance)
            archive, journal = folder / "damaged.zip", folder / "journal"
            archive.write_bytes(broken)
            shutil.rmtree(journal, ignore_errors=True)
            shutil.copytree(folder / "empty", journal)
            outcome = call("import", archive, "--journal", journal)
            code = outcome.returncode
            codes[code] = codes.get(code, 0) + 1
            found = objects(lines(journal))
            what = f"damage {number} of {way}, seed {options.seed}: exit code {code}"
            if code not in (0, 1, 2):
                complain(f"{what}, {outcome.stderr.decode(errors='replace')}")
            if any(wanted.get(uuid) != item for uuid, item in found.items()):
                complain(f"{what}: an object that the export has not")
            if len(found) != (len(wanted) if code == 0 else 0):
                complain(f"{what}: {len(found)} of {len(wanted)} objects")
            if set(os.listdir(journal)) - {"events.ndjson", "lock"}:
                complain(f"{what}: it left {os.listdir(journal)}")
    print(f"{count} damaged archives of {len(wanted)} objects: exit codes {dict(sorted(codes.items()))}")


if options.damage:
    damage(options.exports[0], options.damage)
else:
    for export in options.exports:
        compare(export)
sys.exit(failures > 0)
