"""Whether the study of Fixtures/study is what Docs/STUDY.md says: check.py PROGRAM [ENGINE ...]

Makes a cohort (people.py) and runs the study over it by each engine: `duckdb`, `spark`, and `cluster`, which is
spark-submit with a cluster of two executors on this machine, the journals in an object store on the loopback, the
program and the Python brought by --files and --archives. Looks at the receipts, the counts, the rows, what is shifted,
dropped and suppressed; all must give the same cells. Then questions that are wrong, a program that errs, and the oracle:
Spark SQL over the raw lines. It needs a Python with pyspark, duckdb, pyarrow and moto.
"""
import contextlib, csv, datetime, gzip, json, os, pathlib, re, socket, subprocess, sys, tarfile, tempfile, time

here = pathlib.Path(__file__).parent
recipe = here.parent.parent / "Fixtures" / "study"
sys.path.insert(0, str(recipe))
import duckdb, pyarrow.fs
import person

program, *engines = sys.argv[1:]
program = os.path.abspath(program)
engines = engines or ["duckdb", "spark", "cluster"]
STUDY, TYPES = "org.example.study", "stepCount,heartRate"
# Short runs: a thorough compiler costs more than it gains.
os.environ["JAVA_TOOL_OPTIONS"] = "-XX:TieredStopAtLevel=1"
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
failures = []


def expect(holds, *what):
    if not holds:
        failures.append(what)
        print("FAILED:", *what)


def study(folder, out, moment, *more, journals=None, start=(sys.executable,), **options):
    words = [*start, recipe / "study.py", journals or folder / "journals", out, "--as", STUDY, "--as-of", moment,
             "--types", TYPES, "--key", folder / "key", "--program", program, *more]
    return subprocess.run(words, capture_output=True, text=True, **options)


def run(engine, folder, out, moment):
    if engine == "cluster":
        return on_a_cluster(folder, out, moment)
    return study(folder, out, moment, "--engine", engine)


@contextlib.contextmanager
def object_store(folder):
    """The journals in an object store; yields their URL."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([pathlib.Path(sys.executable).parent / "moto_server", "-H", "127.0.0.1", "-p", str(port)],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        options = f"endpoint_override=127.0.0.1:{port}&scheme=http&region=us-east-1&allow_bucket_creation=true"
        store, _ = pyarrow.fs.FileSystem.from_uri(f"s3://id:secret@cohort/?{options}")
        store.create_dir("cohort")
        pyarrow.fs.copy_files(str(folder / "journals"), "cohort/all of them", destination_filesystem=store)
        store.create_dir("cohort/all of them/empty.journal")
        yield f"s3://id:secret@cohort/all%20of%20them?{options}"
    finally:
        server.terminate()
        server.wait()


def on_a_cluster(folder, out, moment):
    """Runs the study by spark-submit. What executors leave behind goes with the folder: so a home of its own."""
    import pyspark
    home = folder / "home"
    home.mkdir()
    for path in pathlib.Path(pyspark.__file__).parent.iterdir():
        if path.name != "work":
            (home / path.name).symlink_to(path)
    # What venv-pack or conda-pack would pack whole.
    python = folder / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    with tarfile.open(folder / "environment.tar.gz", "w:gz") as archive:
        archive.add(python, "bin/python")
    started, brought = folder / "started", folder / "health-journal"
    brought.write_text(f'#!/bin/sh\necho "$0" >> {started}\nexec "{program}" "$@"\n')
    brought.chmod(0o755)
    words = [home / "bin" / "spark-submit", "--master", "local-cluster[2,1,1024]", "--files", brought,
             "--archives", f"{folder / 'environment.tar.gz'}#environment"]
    for setting in ("ui.enabled=false", "log.level=ERROR", "sql.shuffle.partitions=4"):
        words += ["--conf", f"spark.{setting}"]
    environment = {**os.environ, "SPARK_HOME": str(home), "PYSPARK_DRIVER_PYTHON": sys.executable,
                   "PYSPARK_PYTHON": "./environment/bin/python"}
    with object_store(folder) as journals:
        outcome = study(folder, f"file://{out}", moment, "--program", brought, "--rows-a-task", "20", journals=journals,
                        start=words, env=environment)
    by_executors = [line for line in started.read_text().splitlines() if f"{home}/work/app-" in line]
    expect(len(by_executors) > 20, "the executors started another program", started.read_text())
    # Two types of some hundred rows.
    expect(len(list(out.glob("rows/*/*.parquet"))) > 6, "a type is one task's")
    return outcome


def query(text):
    return duckdb.sql(text).fetchall()


def receipts(out):
    names = [name for name, _ in person.RECEIPT]
    quoted = ", ".join(f'"{name}"' for name in names)
    return [dict(zip(names, row)) for row in query(f"SELECT {quoted} FROM read_parquet('{out}/receipts/*.parquet')")]


def people(folder):
    """The name of each journal, the pseudonym of its person, and its uuid, as far as its first line may tell it."""
    asked = person.Study(program, STUDY, "", "", (), (folder / "key").read_bytes(), 180)
    for path in sorted((folder / "journals").iterdir()):
        name, journal = path.name.split(".")[0], None
        if name not in ("damaged", "changed", "torn", "empty"):
            with gzip.open(path) if path.is_file() else open(path / "events.ndjson", "rb") as lines:
                journal = json.loads(lines.readline())["journal"]
        yield name, asked.pseudonym(journal or path.name), journal, asked


def look(folder, out, engine, cohort, outcome):
    counts = json.loads(outcome.stdout.splitlines()[-1])
    wanted = [entry["outcome"] for entry in cohort["journals"].values()]
    for name in ("read", "refused", "damaged", "twice"):
        expect(counts[name] == wanted.count(name), engine, name, counts)
    expect(counts["balances"] and counts["found"] == len(wanted) and counts["people"] == 22, engine, counts)
    for one, other in (("gave1", "gave1b"), ("forked", "forked-too")):
        said = (outcome.stderr + outcome.stdout).splitlines()  # spark-submit makes one of both
        expect(any(f"/{one}.journal" in line and f"/{other}.journal" in line for line in said),
               engine, one, "is not named", said)
    found = receipts(out)
    rows = {}
    for row in query(f"SELECT * FROM read_parquet('{out}/rows/*/*.parquet', hive_partitioning = true)"):
        rows.setdefault(row[0], []).append(row)
    expect(len(found) == len(wanted), engine, "receipts", len(found))
    moments = {receipt["asked"] for receipt in found}
    expect(len(moments) == 1 and min(moments) > cohort["asOf"], engine, "asked", moments)
    for name, pseudonym, journal, asked in people(folder):
        entry = cohort["journals"][name]
        mine = [receipt for receipt in found if (receipt["person"], receipt["outcome"]) == (pseudonym, entry["outcome"])]
        expect(len(mine) == (2 if name.startswith("forked") else 1), engine, name, "has receipts", mine)
        for receipt in mine[:1]:
            for field, value in entry.items():
                # What the program did not say has no code of its.
                expect(receipt[field] == value or name == "empty" and field == "exit", engine, name, field, receipt, value)
            read = receipt["outcome"] == "read"
            expect(receipt["rows"] == (len(rows.get(pseudonym, [])) if read else 0), engine, name, receipt["rows"])
            expect((receipt["rows"] > 0) == read, engine, name, receipt["rows"])
            expect(not any(word in (receipt["complaint"] or "") for word in ("/", f"{name}.")), engine, name, receipt["complaint"])
            if receipt["outcome"] in ("read", "refused"):
                head(folder, name, receipt, cohort["asOf"])


def head(folder, name, receipt, moment):
    if name == "archived":
        return
    words = [program, "status", "--as-of", moment, "--format", "ndjson", "--journal", folder / "journals" / f"{name}.journal"]
    said = subprocess.run(words, capture_output=True).stdout
    status = json.loads(said) if name != "began" else {"seq": None, "chain": None}
    expect((receipt["seq"], receipt["chain"]) == (status["seq"], status["chain"]), name, "head", receipt, status)


def same_days(folder, out, cohort):
    """The days of those who gave them, moved back, are those that the program gives the study; nothing else is in the rows."""
    shifts = set()
    for name, pseudonym, journal, asked in people(folder):
        path = folder / "journals" / f"{name}.journal"
        if not path.exists() or journal is None or cohort["journals"][name]["outcome"] == "twice":
            continue
        shift = asked.shift(journal)
        shifts.add(shift)
        expect(shift != 0 and abs(shift) <= 180, name, "shift", shift)
        words = [program, "daily", "--as", STUDY, "--as-of", cohort["asOf"], "--rights", "then", "--format", "csv",
                 "--journal", path]
        given = list(csv.DictReader(subprocess.run(words, capture_output=True, text=True).stdout.splitlines()))
        wanted = sorted((row["type"], datetime.date.fromisoformat(row["day"]) + datetime.timedelta(shift),
                         float(row["sum"] or row["average"])) for row in given
                        if row["type"] in cohort["journals"][name]["given"])
        kept = sorted(query(f"""SELECT type, day, coalesce(sum, average)
            FROM read_parquet('{out}/rows/*/*.parquet', hive_partitioning = true) WHERE person = '{pseudonym}'"""))
        expect(kept == wanted, name, "rows", len(kept), len(wanted))
    expect(len(shifts) > 3, "people have shifts of their own", shifts)
    columns = [row[0] for row in query(f"DESCRIBE SELECT * FROM read_parquet('{out}/rows/*/*.parquet')")]
    expect(not {"source", "device", "uuid", "seq", "place"} & set(columns), columns)
    largest = query(f"SELECT max(sum) FROM read_parquet('{out}/rows/*/*.parquet')")[0][0]
    expect(largest < 500000, "what was deleted before, or saved later, is not there", largest)
    text = b"".join(path.read_bytes() for path in out.rglob("*") if path.is_file())
    for word in ("Ana", "Anna", "Watch", "Phone", "journals/", "cohort", ".journal", "secret"):
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
            outcome = run(engine, folder, out, cohort["asOf"])
            expect(outcome.returncode == 0, engine, outcome.stderr[-2000:])
            if outcome.returncode:
                continue
            look(folder, out, engine, cohort, outcome)
            same_days(folder, out, cohort)
            expect(not (out / "read").exists(), engine, "what was read in between is still there")
            cells[engine] = list(csv.reader((out / "cells.csv").open()))
        one, *others = cells.values()
        expect([row[3] for row in one[1:]] == ["10", "11"], "people", one)
        for other in others:
            expect(len(one) == len(other) and all(same(*pair) for pair in zip(one, other)), one, other)
        small(folder, cohort)
        by_shell(folder, cohort)
        wrong(folder, cohort)
        erring(folder, cohort)
        if engines != ["duckdb"]:
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
    """A small cell is suppressed whole."""
    outcome = study(folder, folder / "small", cohort["asOf"], "--engine", "duckdb", "--least", "11")
    cells = list(csv.reader((folder / "small" / "cells.csv").open()))
    expect(outcome.returncode == 0 and [row[3:].count("") for row in cells[1:]] == [4, 0], cells)


def by_shell(folder, cohort):
    """The page's few lines of shell end well whatever the people are, and hold the rows of those who gave."""
    page = (here.parent.parent / "Docs" / "STUDY.md").read_text()
    lines = re.search(r"a shell will do:\n\n((?:    .*\n)+)", page)[1].replace("2026-03-01", cohort["asOf"])
    (folder / "people").symlink_to(folder / "journals")
    (folder / "bin").mkdir()
    (folder / "bin" / "health-journal").symlink_to(program)
    shell = folder / "bin" / "duckdb"
    shell.write_text(f'#!{sys.executable}\nimport duckdb, sys\nprint(duckdb.sql(sys.argv[2]).fetchall())\n')
    shell.chmod(0o755)
    said = subprocess.run(["bash", "-c", lines], cwd=folder, capture_output=True, text=True,
                          env={**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}"})
    expect(said.returncode == 0 and said.stdout.startswith("[('HKQuantityTypeIdentifierStepCount', "), said)
    codes = dict(reversed(line.split(",", 1)) for line in (folder / "codes.csv").read_text().splitlines())
    for name, entry in cohort["journals"].items():
        code = codes.get(f"people/{name}.journal")
        expect(code is None or code == "0" or code == str(entry["exit"]) or name == "empty", "by shell", name, code)
        expect((folder / "journals" / f"{name}.journal.csv").exists() == (code == "0"), "by shell", name, code)
    for path in (folder / "journals").glob("*.csv"):
        path.unlink()


def wrong(folder, cohort):
    """A question that is wrong for everybody ends with 2, says why in one line, and leaves nothing behind."""
    moment, out = cohort["asOf"], folder / "wrong"
    (folder / "short").write_bytes(b"x" * 31)
    (folder / "nobody").mkdir()
    (folder / "no program").write_text("")
    (folder / "sealed").mkdir()
    (folder / "sealed" / "somebody.ndjson.age").write_text("")
    for said, more in {
        "is not a time": ["--as-of", "2026-13-01"],
        "could not be started: No such file": ["--program", folder / "nowhere"],
        "could not be started: Permission denied": ["--program", folder / "no program"],
        "steppCount": ["--types", "stepCount,steppCount"],
        "stepCount is not the name of one type": ["--program", "/bin/true"],
        "--bogus": ["--options=--bogus"],
        "Nowhere/Here": ["--options=--time-zone Nowhere/Here"],
        "31 bytes": ["--key", folder / "short"],
        "none: No such file": ["--key", folder / "none"],
        "--least": ["--least", "0"],
    }.items():
        refused(study(folder, out, moment, "--engine", "duckdb", *more), said, out)
    for said, journals in {"nowhere": folder / "nowhere", "holds no NAME.journal": folder / "nobody",
                           "ftp": "ftp://host/x", "--identity": folder / "sealed"}.items():
        refused(study(folder, out, moment, "--engine", "duckdb", journals=journals), said, out)
    there = folder / "small"
    expect(study(folder, there, moment, "--engine", "duckdb").returncode == 2 and (there / "cells.csv").exists(),
           "what was there is gone")


def refused(outcome, said, out):
    last = (outcome.stderr.splitlines() or [""])[-1]
    expect(outcome.returncode == 2 and said in last and "Traceback" not in outcome.stderr, said, outcome)
    expect(not out.exists(), said, "left something behind")


def erring(folder, cohort):
    """A program that prints what it should not of some people is their receipts; of all, nothing is published."""
    does = {"gave0": "echo type,day; exit 0", "gave2": f'"{program}" "$@" | sed "$ s/20[0-9-]*/no day/"; exit 0',
            "gave3": "echo; exit 1", "gave4": "kill -9 $$", "deleted": "printf '\\377\\n'; exit 0",
            "gave1.": "exit 3"}
    err, out = folder / "err", folder / "erring"
    cases = "".join(f"*daily*/{name}*) {what} ;;\n" for name, what in does.items())
    err.write_text(f'#!/bin/sh\ncase "$*" in {cases} esac\nexec "{program}" "$@"\n')
    err.chmod(0o755)
    outcome = study(folder, out, cohort["asOf"], "--engine", "duckdb", "--program", err)
    expect(outcome.returncode == 0 and (out / "cells.csv").exists(), outcome)
    found = {(receipt["person"], receipt["outcome"]): receipt for receipt in receipts(out)}
    # Exit code 1 means no, whatever stands before it. Where one of two copies cannot be read, the other is.
    outcomes = dict.fromkeys(does, "damaged") | {"gave3": "read", "gave1b": "read"}
    for name, pseudonym, _, _ in people(folder):
        if name in outcomes:
            receipt = found.get((pseudonym, outcomes[name]))
            expect(receipt and (receipt["rows"] > 0) == (name == "gave1b"), name, receipt)
    # A program that is gone once all has been rehearsed is nobody's receipt.
    err.write_text(f'#!/bin/sh\ncase "$*" in *daily*/empty.journal*) rm "$0" ;; esac\nexec "{program}" "$@"\n')
    refused(study(folder, folder / "gone", cohort["asOf"], "--engine", "duckdb", "--program", err),
            "could not be started", folder / "gone")
    (folder / "ill").mkdir()
    for name in ("damaged", "changed"):
        (folder / "ill" / f"{name}.journal").symlink_to(folder / "journals" / f"{name}.journal")
    outcome = study(folder, folder / "all ill", cohort["asOf"], "--engine", "duckdb", journals=folder / "ill")
    expect(outcome.returncode == 1 and "no journal could be read" in outcome.stderr, outcome)
    expect(not (folder / "all ill" / "cells.csv").exists(), "cells were published")


sys.exit(main())
