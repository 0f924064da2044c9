"""Runs every recipe of Docs/RECIPES.md and compares what it prints with what the page shows: check.py PROGRAM

Blocks of `sh` and `python` run one after another in a folder of their own; the block of `text` after one is what it
must print. With RECORD=1 it writes what was printed into the page. The queries of the Grafana dashboard are run over
the database that a recipe made, and the calendar is read by icalendar. It needs the commands jq, sqlite3, openssl and
ssh-keygen, and a Python with duckdb, pandas, polars, sqlite-utils, datasette and icalendar.
"""
import json, os, pathlib, re, shutil, sqlite3, subprocess, sys, tempfile

here = pathlib.Path(__file__).parent
root = here.parent.parent
program = pathlib.Path(sys.argv[1]).absolute()
page = root / "Docs" / "RECIPES.md"
# Recipes that need one of these are left out where it is missing.
TOOLS = ("age", "rsync", "git annex")
# A newer version of a sample, one that was deleted, and a source that has no other.
MORE = """
{"event":"save","by":"owner","objects":[{"kind":"quantity","type":"HKQuantityTypeIdentifierStepCount","start":"2026-03-01T12:00:00+01:00","end":"2026-03-01T12:10:00+01:00","value":900,"unit":"count","source":{"name":"Band"},"metadata":{"HKMetadataKeySyncIdentifier":"a","HKMetadataKeySyncVersion":1}}]}
{"event":"save","by":"owner","objects":[{"kind":"quantity","type":"HKQuantityTypeIdentifierStepCount","start":"2026-03-01T12:00:00+01:00","end":"2026-03-01T12:10:00+01:00","value":25,"unit":"count","source":{"name":"Band"},"metadata":{"HKMetadataKeySyncIdentifier":"a","HKMetadataKeySyncVersion":2}}]}
{"event":"save","by":"owner","objects":[{"kind":"quantity","uuid":"00000000-0000-4000-8000-0000000000AA","type":"HKQuantityTypeIdentifierStepCount","start":"2026-03-01T13:00:00+01:00","end":"2026-03-01T13:10:00+01:00","value":5000,"unit":"count"}]}
{"event":"delete","by":"owner","objects":["00000000-0000-4000-8000-0000000000AA"]}
{"event":"authorize","by":"owner","source":"com.example.reader","read":{"HKQuantityTypeIdentifierStepCount":"authorized"}}
"""


def make(folder, environment):
    def run(words, text=None):
        return subprocess.run([program, *words], input=text, cwd=folder, env=environment, check=True, capture_output=True)
    run(["init", "--time-zone", "Europe/Paris"])
    for name in ("week", "triathlon"):
        run(["append"], (root / "Fixtures" / "cli" / f"{name}.ndjson").read_bytes())
    run(["append"], MORE.strip().encode())


def blocks(text):
    """(language, program, what is shown or None, where that stands) of each block that runs."""
    for found in re.finditer(r"^```(sh|python)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", text, re.M | re.S):
        yield found.group(1), found.group(2), found.group(3), found.span(3)


def main():
    failures = 0
    text = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = {"HOME": name, "HEALTH_JOURNAL": "my.journal", "TZ": "UTC", "LANG": "C.UTF-8", "PATH": ":".join(
            [str(program.parent), os.path.dirname(sys.executable), str(root / "Fixtures" / "recipes"), "/usr/bin", "/bin"])}
        make(folder, environment)
        count = 0
        recorded = text
        for language, code, shown, place in blocks(text):
            missing = [tool for tool in TOOLS if language == "sh" and tool + " " in code and not shutil.which(tool.replace(" ", "-"))]
            if missing:
                print(f"a recipe was left out: {', '.join(missing)} is missing")
                continue
            words = [sys.executable, "-c", code] if language == "python" else ["bash", "-euo", "pipefail", "-c", code]
            done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
            count += 1
            if done.returncode or (shown or "") != done.stdout:
                failures += 1
                print(f"--- {language} block {count} ended with {done.returncode}\n{code}\n{done.stdout}{done.stderr[-3000:]}")
            if shown is not None:
                recorded = recorded.replace("```text\n" + shown, "```text\n" + done.stdout)
        if os.environ.get("RECORD"):
            page.write_text(recorded, encoding="utf-8")
        failures += dashboard(folder)
        failures += calendar(folder)
    print(f"recipes: {count} run, {failures} failures")
    return 1 if failures else 0


def dashboard(folder):
    """Every query of the dashboard, with the variables that Grafana puts in, has rows."""
    database = sqlite3.connect(folder / "health.db")
    panels = json.loads((root / "Fixtures" / "recipes" / "grafana.json").read_text())["panels"]
    failures = 0
    for panel in panels:
        for target in panel["targets"]:
            query = target["rawQueryText"].replace("$type", "HKQuantityTypeIdentifierStepCount")
            query = query.replace("$__from", "1772000000000").replace("$__to", "1780000000000")
            rows = database.execute(query).fetchall()
            if not rows or target["rawQueryText"] != target["queryText"]:
                failures += 1
                print(f"--- panel {panel['title']}: {len(rows)} rows")
    return failures


def calendar(folder):
    import icalendar
    events = icalendar.Calendar.from_ical((folder / "workouts.ics").read_bytes()).walk("VEVENT")
    starts = sorted(event["DTSTART"].dt.isoformat() for event in events)
    good = starts == ["2026-03-01T17:00:00+00:00", "2026-03-02T11:00:00+00:00", "2026-03-07T08:00:00+00:00"]
    if not good:
        print("--- calendar", starts)
    return 0 if good else 1


sys.exit(main())
