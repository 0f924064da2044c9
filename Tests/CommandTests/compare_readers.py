#!/usr/bin/env python3
"""Whether other programs read what `export apple-health` wrote: compare_readers.py EXPORT SAMPLES WORKOUTS

EXPORT is the folder; SAMPLES and WORKOUTS are what `samples` and `workouts` say of the same journal, as NDJSON.
PyPI's healthkit-to-sqlite 1.0.1 and apple-health-parser 2.0.5 read the folder and must count what the journal
counts, by type, and sum up the same values; lxml holds the file to its own document type. Ends with 1 where
anything differs, and says what.
"""
import collections, io, json, math, os, pathlib, sys, tempfile, zipfile

import apple_health_parser.utils.parser as parser
import healthkit_to_sqlite.utils as to_sqlite
import lxml.etree as xml
import sqlite_utils

export, samples, workouts = sys.argv[1:]
problems = []


def require(is_right, what):
    if not is_right:
        problems.append(what)


def rows(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def table(type_):
    """The name that healthkit-to-sqlite gives a table."""
    for prefix in ("HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier"):
        type_ = type_.replace(prefix, "")
    return "r" + type_


def zipped(folder, path):
    """The folder as the phone shares it."""
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(pathlib.Path(folder).rglob("*")):
            archive.write(file, pathlib.Path("apple_health_export") / file.relative_to(folder))


def without_equal_columns(tree):
    """The file without metadata whose keys differ in case alone, as `meal` and `Meal`: no table of SQLite can have
    both as columns, of whatever export."""
    spelled = collections.defaultdict(set)
    for entry in tree.iter("MetadataEntry"):
        spelled[entry.get("key").lower()].add(entry.get("key"))
    for entry in list(tree.iter("MetadataEntry")):
        if len(spelled[entry.get("key").lower()]) > 1:
            entry.getparent().remove(entry)
    return io.BytesIO(xml.tostring(tree))


counts = collections.Counter(row["type"] for row in rows(samples))
values = collections.defaultdict(list)
for row in rows(samples):
    if isinstance(row.get("value"), (int, float)):
        values[row["type"]].append(row["value"])

# The file by its own words, and what stands in correlations once more.
main = os.path.join(export, "export.xml")
tree = xml.parse(main, xml.XMLParser(dtd_validation=True, huge_tree=True))
nested = collections.Counter(record.get("type") for record in tree.findall("Correlation/Record"))

with tempfile.TemporaryDirectory() as scratch:
    archive = os.path.join(scratch, "export.zip")
    zipped(export, archive)

    database = sqlite_utils.Database(os.path.join(scratch, "health.db"))
    with zipfile.ZipFile(archive) as files:
        to_sqlite.convert_xml_to_sqlite(without_equal_columns(tree), database, zipfile=files)
    for type_, count in counts.items():
        found = database[table(type_)].count
        require(found == count + nested[type_], f"healthkit-to-sqlite: {found} of {count} {type_}")
    tables = [name for name in database.table_names() if name.startswith("r")]
    require(len(tables) == len(counts), f"healthkit-to-sqlite: {len(tables)} of {len(counts)} types")
    count = len(rows(workouts))
    found = database["workouts"].count if "workouts" in database.table_names() else 0
    require(found == count, f"healthkit-to-sqlite: {found} of {count} workouts")
    points = len(tree.findall("Workout/WorkoutRoute/Location")) + sum(
        len(xml.parse(str(file)).findall(".//{*}trkpt")) for file in pathlib.Path(export).rglob("*.gpx")
    )
    found = database["workout_points"].count if "workout_points" in database.table_names() else 0
    require(found == points, f"healthkit-to-sqlite: {found} of {points} points")

    read = parser.Parser(archive, output_dir=os.path.join(scratch, "parsed"), overwrite=True)
    found = {type_: len(records) for type_, records in read.records.items()}
    require(found == dict(counts), "apple-health-parser counts otherwise")
    for type_, numbers in values.items():
        total = math.fsum(float(record.get("value")) for record in read.records[type_])
        require(total == math.fsum(numbers), f"apple-health-parser: the sum of {type_}")

for problem in problems:
    print(problem)
print(f"{sum(counts.values())} samples of {len(counts)} types, {len(rows(workouts))} workouts")
sys.exit(1 if problems else 0)
