"""Runs every recipe of Docs/RECIPES.md and compares what it prints with what the page shows: check.py PROGRAM

Blocks of `sh` and `python` run one after another in a folder of their own; the block of `text` after one is what it
must print. With RECORD=1 it writes what was printed into the page. Then all of them run once more over an import of
50,000 samples, and none may take long. Recipes that print the same on the page answer one question: they must print the
same there too, and one that prints some lines of another must do so there. The queries of the Grafana dashboard are run
over the databases that a recipe made, and the calendar is read by icalendar. It needs the commands jq, sqlite3, openssl
and ssh-keygen, and a Python with duckdb, pandas, polars, sqlite-utils, datasette and icalendar.
"""
import json, os, pathlib, re, shutil, sqlite3, subprocess, sys, tempfile

here = pathlib.Path(__file__).parent
root = here.parent.parent
program = pathlib.Path(sys.argv[1]).absolute()
page = root / "Docs" / "RECIPES.md"
# Recipes that need one of these are left out where it is missing.
TOOLS = ("age", "rsync", "git annex")
# The longest that a recipe may take over 50,000 samples, in seconds: what is quadratic takes minutes.
LIMIT = 400
# A newer version of a sample, one that was deleted, and a source that has no other.
MORE = """
{"event":"save","by":"owner","objects":[{"kind":"quantity","type":"HKQuantityTypeIdentifierStepCount","start":"2026-03-01T12:00:00+01:00","end":"2026-03-01T12:10:00+01:00","value":900,"unit":"count","source":{"name":"Band"},"metadata":{"HKMetadataKeySyncIdentifier":"a","HKMetadataKeySyncVersion":1}}]}
{"event":"save","by":"owner","objects":[{"kind":"quantity","type":"HKQuantityTypeIdentifierStepCount","start":"2026-03-01T12:00:00+01:00","end":"2026-03-01T12:10:00+01:00","value":25,"unit":"count","source":{"name":"Band"},"metadata":{"HKMetadataKeySyncIdentifier":"a","HKMetadataKeySyncVersion":2}}]}
{"event":"save","by":"owner","objects":[{"kind":"quantity","uuid":"00000000-0000-4000-8000-0000000000AA","type":"HKQuantityTypeIdentifierStepCount","start":"2026-03-01T13:00:00+01:00","end":"2026-03-01T13:10:00+01:00","value":5000,"unit":"count"}]}
{"event":"delete","by":"owner","objects":["00000000-0000-4000-8000-0000000000AA"]}
{"event":"authorize","by":"owner","source":"com.example.reader","read":{"HKQuantityTypeIdentifierStepCount":"authorized"}}
"""
# What was entered by hand: into Apple's app, as its export has it, and, years before, into the journal itself.
TYPED = """<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Health" unit="count" value="{value}"
 creationDate="2026-10-{day} 23:00:00 +0100" startDate="2026-10-{day} 22:00:00 +0100" endDate="2026-10-{day} 22:30:00 +0100">
<MetadataEntry key="HKWasUserEntered" value="1"/></Record>
"""
OWN = """
{"event":"save","by":"owner","objects":[{"kind":"quantity","type":"HKQuantityTypeIdentifierStepCount","start":"2023-11-01T13:00:00+01:00","end":"2023-11-01T13:10:00+01:00","value":12,"unit":"count"}]}
"""
failures = []


def failed(*what):
    failures.append(what)
    print("---", *what)


def small(run, folder):
    run("init", "--time-zone", "Europe/Paris")
    for name in ("week", "triathlon"):
        run("append", text=(root / "Fixtures" / "cli" / f"{name}.ndjson").read_bytes())
    run("append", text=MORE.strip().encode())


def large(run, folder):
    """A year of a watch and a phone as Apple's export has it, what was entered by hand, versions and deletions."""
    run("init", "--time-zone", "Europe/Paris")
    export = subprocess.run([sys.executable, root / "Tests" / "Report" / "made_up.py", "1"], check=True,
                            capture_output=True).stdout
    typed = "".join(TYPED.format(day=day, value=100 + day) for day in range(10, 31)).encode()
    (folder / "export.xml").write_bytes(export.replace(b"</HealthData>", typed + b"</HealthData>"))
    run("import", "export.xml")
    steps = run("samples", "--type", "stepCount", "--format", "csv", "--columns", "uuid").split()[1::20]
    gone = [json.dumps({"event": "delete", "by": "owner", "objects": [uuid.decode() for uuid in steps[first:first + 10]]})
            for first in range(0, len(steps), 10)]
    run("append", text="\n".join(gone).encode() + MORE.rstrip().encode() + OWN.encode())


def blocks(text):
    """(language, program, what is shown or None, where that stands) of each block that runs."""
    for found in re.finditer(r"^```(sh|python)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", text, re.M | re.S):
        yield found.group(1), found.group(2), found.group(3), found.span(3)


def run_all(text, make, look):
    """What each block prints over a journal that `make` makes, None where it could not run; then `look` looks at the
    folder."""
    printed = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = {"HOME": name, "HEALTH_JOURNAL": "my.journal", "TZ": "UTC", "LANG": "C.UTF-8", "PATH": ":".join(
            [str(program.parent), os.path.dirname(sys.executable), str(root / "Fixtures" / "recipes"), "/usr/bin", "/bin"])}
        make(lambda *words, text=None: subprocess.run([program, *words], input=text, cwd=folder, env=environment, check=True,
                                                      capture_output=True).stdout, folder)
        for language, code, _, _ in blocks(text):
            missing = [tool for tool in TOOLS if language == "sh" and tool + " " in code and not shutil.which(tool.replace(" ", "-"))]
            if missing:
                print(f"a recipe was left out: {', '.join(missing)} is missing")
                printed.append(None)
                continue
            words = [sys.executable, "-c", code] if language == "python" else ["bash", "-euo", "pipefail", "-c", code]
            try:
                done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=LIMIT)
                if done.returncode:
                    failed(f"{language} block ended with {done.returncode}\n{code}\n{done.stdout}{done.stderr[-3000:]}")
                printed.append(done.stdout)
            except subprocess.TimeoutExpired:
                failed(f"{language} block took more than {LIMIT} s\n{code}")
                printed.append(None)
        look(folder)
    return printed


def main():
    text = page.read_text(encoding="utf-8")
    recorded = text
    of_small = run_all(text, small, lambda folder: (dashboard(folder), calendar(folder)))
    for (language, code, shown, _), printed in zip(blocks(text), of_small):
        if printed is not None and (shown or "") != printed:
            failed(f"{language} block printed something else\n{code}\n{printed}")
            recorded = recorded.replace("```text\n" + (shown or ""), "```text\n" + printed) if shown else recorded
    if os.environ.get("RECORD"):
        page.write_text(recorded, encoding="utf-8")
    compared = compare(text, of_small, run_all(text, large, dashboard))
    print(f"recipes: {len(of_small)} run, {compared} pairs compared over 50,000 samples, {len(failures)} failures")
    return 1 if failures else 0


def compare(text, of_small, of_large):
    """Holds recipes that answer one question to each other, by what they print of the small journal."""
    told = [(code, set((one or "").splitlines()), (many or "").splitlines())
            for (_, code, _, _), one, many in zip(blocks(text), of_small, of_large)]
    pairs = [(one, other) for one in told for other in told if one is not other and one[1] and one[1] <= other[1]]
    for (code, small, lines), (other_code, other_small, others) in pairs:
        alike = lines == others if small == other_small else set(lines) <= set(others)
        if not lines or not alike:
            failed(f"answer one question otherwise\n{code}\n{lines[:20]}\n{other_code}\n{others[:20]}")
    return len(pairs)


def dashboard(folder):
    """Every query of the dashboard, with the variables that Grafana puts in, has rows."""
    database = sqlite3.connect(folder / "health.db")
    panels = json.loads((root / "Fixtures" / "recipes" / "grafana.json").read_text())["panels"]
    for panel in panels:
        for target in panel["targets"]:
            query = target["rawQueryText"].replace("$type", "HKQuantityTypeIdentifierStepCount")
            query = query.replace("$__from", "1772000000000").replace("$__to", "1780000000000")
            rows = database.execute(query).fetchall()
            if not rows or target["rawQueryText"] != target["queryText"]:
                failed(f"panel {panel['title']}: {len(rows)} rows")


def calendar(folder):
    import icalendar
    events = icalendar.Calendar.from_ical((folder / "workouts.ics").read_bytes()).walk("VEVENT")
    starts = sorted(event["DTSTART"].dt.isoformat() for event in events)
    if starts != ["2026-03-01T17:00:00+00:00", "2026-03-02T11:00:00+00:00", "2026-03-07T08:00:00+00:00"]:
        failed("calendar", starts)


sys.exit(main())
