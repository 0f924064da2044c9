"""Whether the program and Spark SQL over the raw lines agree: oracle.py PROGRAM JOURNAL ...

Compares `latest` (value, unit, line) and `daily --sources all` (count of each day; sum of types that add up, minimum
and maximum of others) of all quantity types, as the owner. Prints what was compared; ends with 1 where anything differs.
It needs a Python with pyspark, as that of `run`.
"""
import csv, io, math, pathlib, subprocess, sys
from on_spark import session

only_sql = sys.argv[1] == "--only-sql"  # to measure it
program, *journals = sys.argv[1 + only_sql:]
LINES = "seq bigint, at string, event string, timeZone string, objects array<string>, replaces array<string>"


def rows(journal, *words):
    done = subprocess.run([program, *words, "--journal", journal, "--format", "csv"], capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return [row for row in csv.DictReader(io.StringIO(done.stdout)) if "QuantityType" in row["type"]]


def number(text):
    return float(text) if text else None


def close(one, other):
    return (one is None) == (other is None) and (one is None or math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12))


spark = session(2)
lines = None
for place, journal in enumerate(journals):
    one = (spark.read.schema(LINES).option("mode", "FAILFAST").json(journal + "/events.ndjson")
           .selectExpr(f"{place} AS person", "*"))
    lines = one if lines is None else lines.union(one)
lines.createOrReplaceTempView("lines")
text = "\n".join(line for line in (pathlib.Path(__file__).parent / "oracle.sql").read_text().splitlines()
                 if not line.startswith("--"))
for statement in text.split(";"):
    if statement.strip():
        spark.sql(statement)

if only_sql:
    print(spark.table("latest").count(), "latest,", spark.table("daily").count(), "days")
    sys.exit(0)
differences = []
theirs = {(row.person, row.type): row for row in spark.table("latest").collect()}
ours = {(place, row["type"]): row for place, journal in enumerate(journals) for row in rows(journal, "latest")}
for key in theirs.keys() | ours.keys():
    one, other = ours.get(key), theirs.get(key)
    if not (one and other and int(one["seq"]) == other.seq and one["unit"] == other.unit
            and close(number(one["value"]), other.value)):
        differences.append(("latest", key, one, other))
print(len(ours), "latest")

theirs = {(row.person, row.type, str(row.day)): row for row in spark.table("daily").collect()}
ours = {(place, row["type"], row["day"]): row for place, journal in enumerate(journals)
        for row in rows(journal, "daily", "--sources", "all")}
compared = {"count": 0, "sum": 0, "minimum": 0, "maximum": 0}
for key in theirs.keys() | ours.keys():
    one, other = ours.get(key), theirs.get(key)
    if not one or not other:
        differences.append(("daily", key, one, other))
        continue
    for name in compared:
        if one[name]:
            compared[name] += 1
            if not close(number(one[name]), other[name] if name != "count" else other["count"]):
                differences.append((name, key, one[name], other[name]))
print(len(ours), "days:", ", ".join(f"{count} {name}" for name, count in compared.items()))
for difference in differences[:20]:
    print(*difference)
print(len(differences), "differences")
sys.exit(1 if differences else 0)
