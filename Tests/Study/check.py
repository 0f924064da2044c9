"""Whether the study of Fixtures/study is what Docs/STUDY.md says: check.py PROGRAM [ENGINE ...]

Makes a cohort (people.py), runs the study by each engine (spark and duckdb, where none is named), and looks at the
receipts, the counts, the rows, what is shifted, dropped and suppressed; both engines must give the same cells. Then the
oracle: Spark SQL over the raw lines. It needs a Python with pyspark, duckdb and pyarrow, as that of Fixtures/study/run.
"""
import csv, datetime, json, pathlib, re, subprocess, sys, tempfile

here = pathlib.Path(__file__).parent
recipe = here.parent.parent / "Fixtures" / "study"
sys.path.insert(0, str(recipe))
import duckdb
import person

program, *engines = sys.argv[1:]
engines = engines or ["duckdb", "spark"]
STUDY, TYPES = "org.example.study", "stepCount,heartRate"
failures = []


def expect(holds, *what):
    if not holds:
        failures.append(what)
        print("FAILED:", *what)


def study(folder, engine, out, moment, *more):
    words = [sys.executable, recipe / "study.py", folder / "journals", out, "--as", STUDY, "--as-of", moment, "--types",
             TYPES, "--key", folder / "key", "--engine", engine, "--program", program, *more]
    return subprocess.run(words, capture_output=True, text=True)


def query(text):
    return duckdb.sql(text).fetchall()


def receipts(out):
    names = [name for name, _ in person.RECEIPT]
    found = query(f"SELECT {', '.join(names)} FROM read_parquet('{out}/receipts/*.parquet')".replace(" exit", ' "exit"')
                  .replace(" rows", ' "rows"'))
    return {row[0]: dict(zip(names, row)) for row in found}


def journals(folder):
    for path in sorted((folder / "journals").iterdir()):
        yield path.name.split(".")[0], path


def people(folder, key):
    """The pseudonym of each person, and the journal's uuid, as far as the first line tells it."""
    import gzip
    asked = person.Study(program, STUDY, "", (), key, 180)
    for name, path in journals(folder):
        try:
            first = (gzip.open(path) if path.is_file() else open(path / "events.ndjson", "rb")).readline()
            journal = json.loads(first)["journal"]
        except EOFError:
            journal = None
        expected_damage = name in ("damaged", "changed", "torn")
        yield name, asked.pseudonym(str(path) if expected_damage else journal), journal, asked


def look(folder, out, engine, cohort, outcome):
    counts = json.loads(outcome.stdout.splitlines()[-1])
    wanted = [entry["outcome"] for entry in cohort["people"].values()]
    for name in ("read", "refused", "damaged"):
        expect(counts[name] == wanted.count(name), engine, name, counts)
    expect(counts["balances"] and counts["found"] == len(wanted), engine, counts)
    found = receipts(out)
    key = (folder / "key").read_bytes()
    rows = {}
    for row in query(f"SELECT * FROM read_parquet('{out}/rows/*/*.parquet', hive_partitioning = true)"):
        rows.setdefault(row[0], []).append(row)
    for name, pseudonym, journal, asked in people(folder, key):
        receipt = found.get(pseudonym)
        expect(receipt is not None, engine, name, "has no receipt")
        if receipt is None:
            continue
        for field, value in cohort["people"][name].items():
            expect(receipt[field] == value, engine, name, field, receipt[field], value)
        expect(receipt["rows"] == len(rows.get(pseudonym, [])), engine, name, "rows", receipt["rows"])
        expect((receipt["rows"] > 0) == (receipt["outcome"] == "read"), engine, name, receipt["rows"])
        expect("/" not in (receipt["complaint"] or ""), engine, name, receipt["complaint"])
        if receipt["outcome"] != "damaged":
            head(folder, name, receipt, cohort["asOf"])
    expect(len(found) == len(wanted), engine, "receipts", len(found))
    return found, rows


def head(folder, name, receipt, moment):
    if name == "archived":
        return
    words = [program, "status", "--as-of", moment, "--format", "ndjson", "--journal", folder / "journals" / f"{name}.journal"]
    status = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    expect((receipt["seq"], receipt["chain"]) == (status["seq"], status["chain"]), name, "head", receipt, status)


def same_days(folder, out, cohort):
    """The days of those who gave them, moved back, are those that the program gives the study; nothing else is in the rows."""
    key = (folder / "key").read_bytes()
    shifts = set()
    for name, pseudonym, journal, asked in people(folder, key):
        path = folder / "journals" / f"{name}.journal"
        if name in ("damaged", "changed", "torn", "archived") or journal is None:
            continue
        shift = asked.shift(journal)
        shifts.add(shift)
        expect(shift != 0 and abs(shift) <= 180, name, "shift", shift)
        words = [program, "daily", "--as", STUDY, "--as-of", cohort["asOf"], "--rights", "then", "--format", "csv",
                 "--journal", path]
        given = list(csv.DictReader(subprocess.run(words, capture_output=True, text=True).stdout.splitlines()))
        wanted = sorted((row["type"], datetime.date.fromisoformat(row["day"]) + datetime.timedelta(shift),
                         float(row["sum"] or row["average"])) for row in given
                        if cohort["people"][name]["outcome"] == "read")
        kept = sorted(query(f"""SELECT type, day, coalesce(sum, average) FROM
            read_parquet('{out}/rows/*/*.parquet', hive_partitioning = true) WHERE person = '{pseudonym}'"""))
        expect(kept == wanted, name, "rows", len(kept), len(wanted))
    expect(len(shifts) > 3, "people have shifts of their own", shifts)
    columns = [row[0] for row in query(f"DESCRIBE SELECT * FROM read_parquet('{out}/rows/*/*.parquet')")]
    expect(not {"source", "device", "uuid", "seq"} & set(columns), columns)
    largest = query(f"SELECT max(sum) FROM read_parquet('{out}/rows/*/*.parquet')")[0][0]
    expect(largest < 700000, "what was deleted before, or saved later, is not there", largest)
    text = b"".join(path.read_bytes() for path in out.rglob("*") if path.is_file())
    for word in ("Anna", "Watch", "Phone", "journals/"):
        expect(word.encode() not in text, word, "is in the results")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        made = subprocess.run([sys.executable, here / "people.py", program, folder / "journals"], capture_output=True,
                              check=True)
        cohort = json.loads(made.stdout)
        (folder / "key").write_bytes(bytes(range(40)))
        cells = {}
        for engine in engines:
            out = folder / engine
            outcome = study(folder, engine, out, cohort["asOf"])
            expect(outcome.returncode == 0, engine, outcome.stderr[-2000:])
            look(folder, out, engine, cohort, outcome)
            same_days(folder, out, cohort)
            cells[engine] = list(csv.reader((out / "cells.csv").open()))
        one, *others = cells.values()
        expect([row[3] for row in one[1:]] == ["8", "9"], "people", one)
        for other in others:
            expect(len(one) == len(other) and all(same(*pair) for pair in zip(one, other)), one, other)
        small(folder, cohort)
        if "spark" in engines:
            whole = [str(folder / "journals" / f"{name}.journal") for name in ("gave0", "deleted")]
            said = subprocess.run([sys.executable, recipe / "oracle.py", program, *whole], capture_output=True, text=True)
            expect(said.returncode == 0 and said.stdout.endswith("0 differences\n"), said.stdout, said.stderr[-500:])
            print(said.stdout.replace("\n", "; "))
    print("study:", "all as it should be" if not failures else f"{len(failures)} failures", f"({', '.join(engines)})")
    return 1 if failures else 0


def same(one, other):
    return one[:5] == other[:5] and (one[0] == "type" or all(
        abs(float(a) - float(b)) <= 1e-9 * abs(float(a)) for a, b in zip(one[5:], other[5:])))


def small(folder, cohort):
    """A small cell is suppressed whole; the same person twice is told; without a key nothing is done."""
    outcome = study(folder, "duckdb", folder / "small", cohort["asOf"], "--least", "9")
    cells = list(csv.reader((folder / "small" / "cells.csv").open()))
    expect(outcome.returncode == 0 and [row[3:].count("") for row in cells[1:]] == [4, 0], cells)
    copy = folder / "journals" / "copy.journal"
    subprocess.run(["cp", "-r", folder / "journals" / "gave1.journal", copy], check=True)
    outcome = study(folder, "duckdb", folder / "twice", cohort["asOf"])
    expect(outcome.returncode == 1 and "do not balance" in outcome.stderr, outcome.stderr)
    expect(not (folder / "twice" / "cells.csv").exists(), "cells were published")
    subprocess.run(["rm", "-r", copy], check=True)
    (folder / "short").write_bytes(b"x" * 31)
    short = study(folder, "duckdb", folder / "keyless", cohort["asOf"], "--key", folder / "short")
    expect(short.returncode == 1 and "31 bytes" in short.stderr, short.stderr)


sys.exit(main())
