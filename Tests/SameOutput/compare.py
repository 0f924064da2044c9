#!/usr/bin/env python3
"""Whether two builds of the command print the same bytes: compare.py BEFORE AFTER [EXPORT.xml ...]

Runs each of the calls below by both executables on the same journals: one made by BEFORE of each export, and
one of 100,000 made-up events. Compares standard output, standard error and the exit code, but for figures
that are measured while the command runs. AFTER is also given the lines on standard input (`--journal -`), which must
come to the same. Ends with 1 where anything differs, and says what.
"""
import json, pathlib, re, shutil, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).parent
BEFORE, AFTER, *EXPORTS = sys.argv[1:]
BOTH = [BEFORE, AFTER]
READER = "com.example.reader"

# {type} and so on stand for what a journal has, see `facts`.
CALLS = """
latest
latest --format json --as-of {middle}
latest --explain --type HKQuantityTypeIdentifierStepCount
latest --where 'value > 10' --sort -value --limit 3 --unit count --type HKQuantityTypeIdentifierStepCount
daily --type HKQuantityTypeIdentifierStepCount --limit 40
daily --type HKQuantityTypeIdentifierStepCount --day {day} --explain
daily --sources separate --attribute split --from {from} --to {to} --format csv
daily --type HKQuantityTypeIdentifierHeartRate --sources all --attribute start --day-starts 04:00 --all-columns --limit 60
daily --time-zone America/New_York --type HKQuantityTypeIdentifierActiveEnergyBurned --unit kJ --sort -sum --limit 5
statistics --format ndjson
statistics --every month --type HKQuantityTypeIdentifierStepCount --empty --format json
statistics --every week --anchor {from} --from {from} --to {to} --percentiles 5,50,95 --by-source
statistics --strict both --from {from} --to {to} --sources all --time-zone Asia/Kolkata
daily HKQuantityTypeIdentifierStepCount --on {day}
samples --period {month} --limit 20
workouts --last 20y --limit 5
compare --period {month} --limit 40
compare --period {month} --against 'a year ago' --type HKQuantityTypeIdentifierStepCount --format csv
trends --on {day} --format json
trends --on {day} --sparkline
summary --period {month}
find watch --limit 20
sleep --every month --total --format csv
workouts --every month --total
runs --total
swims --every year
chart HKQuantityTypeIdentifierStepCount --every month --format csv
chart HKQuantityTypeIdentifierHeartRate --workout {workout} --format csv
chart HKQuantityTypeIdentifierStepCount HKQuantityTypeIdentifierHeartRate --color always --from {from} --to {to}
days --type HKQuantityTypeIdentifierStepCount --format markdown
days --from {from} --to {to} --time-zone Europe/Paris --sort day --limit 3
samples --type HKQuantityTypeIdentifierHeartRate --limit 50 --sort -value
samples --from {from} --to {to} --format csv --all-columns
samples --where 'duration > 5 min' --columns start,value,source --format ndjson --limit 100
samples --source {source} --limit 20 --as {reader}
workouts
workouts --fold --all-columns --format json --limit 20
workouts --samples --uuid {workout}
workouts --events --limit 5
workouts --activities --limit 5 --format json
workouts --compare --limit 30
workouts --explain --uuid {workout}
workouts --activity running --from {from} --unit km --sort -start
swims --format csv --all-columns
swims --lengths --fold
swims --sets --rest 20 --limit 20
swims --time-zone Europe/London --from {from}
runs --limit 40
runs --fold --unit mi --format markdown --all-columns
sleep --limit 60
sleep --by day --sources all --time-zone Europe/Lisbon --format ndjson --from {from} --to {to}
chart HKQuantityTypeIdentifierStepCount --from {from} --to {to} --width 80 --height 10
chart HKQuantityTypeIdentifierHeartRate --by hour --ascii --from {from} --to {to} --sources merge --format csv
energy --day {day} --explain
energy --from {from} --to {to} --unit kJ --format json --sort -consumed --limit 3
energy --day {day} --at {day}T12:00:00Z --source {source} --all-columns
profile --on {day}
profile --on {day} --mass-unit lb --height-unit ft --format json --all-columns
rings --limit 10
rings --format csv --all-columns
authorizations
authorizations --history --source com.example.reader --type HKQuantityTypeIdentifierStepCount --format json
types --limit 20
types --kind category --format csv --all-columns --sort identifier
types heartRate
changes --since {late} --limit 50
changes --type HKQuantityTypeIdentifierStepCount --as {reader} --format ndjson --limit 200
watch --since {late} --count 1 --format ndjson --type {newest}
sources
sources --type HKQuantityTypeIdentifierStepCount --all-columns --format json
log --limit 30
log --lines --limit 100
log --event delete --format ndjson --limit 30
log --lines
log --format csv
log --format json --as {reader}
samples --format csv
samples --format json --all-columns --sort -start
log --event save --by owner --source {source} --seq 10..60 --from {recorded} --to 2100-01-01
history {uuid}
history {workout} --format json --all-columns
history --daily HKQuantityTypeIdentifierStepCount {day} --attribute start --sources all --unit count
diff {middle} {last} --limit 20
diff {middle} {last}
diff {middle} {last} daily --all
diff {middle} {last} latest --verify --limit 5
diff last-import
diff {middle} {last} daily --type HKQuantityTypeIdentifierStepCount --sources merge --attribute split --format csv
diff {middle} {last} statistics --every month --by-source --percentiles 50 --empty --strict start --anchor {from}
diff {middle} {last} workouts --fold --activity running --compare
diff {middle} {last} workouts --samples --uuid {workout}
diff {middle} {last} workouts --events
diff {middle} {last} workouts --activities --unit mi
diff {middle} {last} sleep --by night --as {reader}
diff {middle} {last} energy --day {day} --at {day}T12:00:00Z
diff {middle} {last} profile --on {day} --mass-unit lb --height-unit cm
diff {middle} {last} authorizations --history
diff {middle} {last} swims --rest 30
diff {middle} {last} samples --from {from} --to {to} --where 'value > 10' --columns type,start,value --sort start
diff {middle} {last} daily --time-zone Asia/Tokyo --day-starts 03:00 --all-columns --limit 30
swims --rest 10
workouts --samples
statistics --empty
audit
audit --chain --threads 1 --format json
checkpoint
checkpoint --prove {middle}
checkpoint --prove-growth {middle} --threads 1
audit --against {note} --format json
witness {note} --threads 1
check --examples 2
check --only duplicates,overlaps --late 2 --wear 4 --format json --all-columns
backup out.tables --threads 1
replay --verify --threads 1
replay --threads 2 --format json
status
status --as-of {middle} --format json
doctor --columns item,state
export samples --type HKQuantityTypeIdentifierStepCount --format csv --limit 500
export daily --output out.csv --from {from} --to {to}
export workouts --format ndjson --fold --all-columns
export sleep --format markdown --limit 20
export statistics --every year --format json
export swims --lengths --format csv
export swims --sets --format csv
export fhir
export fhir --format bundle --views profile,workouts,sleep,daily
export fhir --type HKQuantityTypeIdentifierHeartRate --from {from} --to {to}
export fhir --as {reader} --source {source}
export omh --period {month}
export omh --as {reader} --as-of {middle}
report --output - --from {from} --to {to} --language de --time-zone Asia/Tokyo
report --output - --period month --as {reader}
report --output - --as-of {middle} --sections changes,quality,receipt --language es
push https://example.com/x --dry-run --batch 20 --type HKQuantityTypeIdentifierBodyMass
push https://example.com/x daily --dry-run --batch 100 --from {from} --to {to} --columns day,sum --sort day
push https://example.com/x sleep --dry-run --as {reader} --as-of {middle} --format json
latest --time-zone Asia/Tokyo --limit 3
samples --time-zone Asia/Tokyo --limit 5 --format csv
workouts --time-zone Asia/Tokyo --limit 2 --format json
sources --time-zone Asia/Tokyo --format ndjson
authorizations --time-zone Asia/Tokyo
profile --time-zone Asia/Tokyo --on {day}
imports --time-zone Asia/Tokyo
routes --time-zone Asia/Tokyo --limit 2
ecg --time-zone Asia/Tokyo
workouts --width 60 --color always --pager never --limit 5
log --width 60 --limit 5
latest --verify --limit 5
workouts --format ics --limit 50
export all --output out.tables
export all --output out.tables --format ndjson --as {reader} --as-of {middle}
latest --as {reader}
daily --as {reader} --from {from} --to {to}
statistics --as {reader}
workouts --as {reader} --limit 10
rings --as {reader}
energy --as {reader} --day {day}
profile --as {reader} --on {day}
check --as {reader} --examples 1
log --as {reader} --limit 20
diff {middle} {last} --as {reader} --limit 10
delete --where 'value > 1' --type HKQuantityTypeIdentifierBodyMass --dry-run
workouts --on {day} --as-of {middle} --verify
workouts --period {month} --columns uuid,start,activity --where 'duration > 10 min'
workouts --type running --source {source} --limit 5
workouts --route {workout}
routes --points --limit 20
ecg --voltages --limit 20
find --text watch --all-columns
chart sleepAnalysis HKQuantityTypeIdentifierHeartRate --night {day}
chart HKQuantityTypeIdentifierStepCount --calendar --period {month}
chart HKQuantityTypeIdentifierStepCount --braille --from {from} --to {to}
chart --type HKQuantityTypeIdentifierHeartRate --on {day} --as-of {middle} --verify --columns start,average
chart HKQuantityTypeIdentifierStepCount --last 20y --unit count --where 'value > 10' --day-starts 04:00
chart HKQuantityTypeIdentifierStepCount --on {day} --time-zone Asia/Tokyo
diff {middle} {last} samples --period {month} --limit 20
diff {middle} {last} workouts --last 20y
diff {middle} {last} compare --period {month} --against 'a year ago'
diff {middle} {last} routes --workout {workout}
diff {middle} {last} routes --points
diff {middle} {last} ecg --voltages
diff {middle} {last} find --text watch
export samples --columns uuid,type,start --where 'value > 10' --sort start --last 20y --verify --limit 200
export samples --on {day} --unit count --type HKQuantityTypeIdentifierStepCount --time-zone Asia/Tokyo
export daily --day-starts 04:00 --attribute split --sources all --type HKQuantityTypeIdentifierStepCount
export daily --day {day} --type HKQuantityTypeIdentifierStepCount
export statistics --every month --anchor {from} --by-source --percentiles 5,95 --empty --strict both --period {month}
export compare --period {month} --against 'a year ago'
export workouts --activity running --total --every year
export workouts --uuid {workout} --samples
export workouts --events --limit 5
export workouts --activities --limit 5
export workouts --compare --limit 5
export routes --workout {workout}
export routes --points --limit 20
export swims --sets --rest 20
export sleep --by day --from {from} --to {to}
export energy --day {day} --at {day}T12:00:00Z
export profile --on {day} --mass-unit lb --height-unit ft
export ecg --voltages
export authorizations --history
export find --text watch
push https://example.com/x routes --points --dry-run
push https://example.com/x ecg --voltages --dry-run
push https://example.com/x find --text watch --dry-run
restore {backup} --journal out.tables
mcp < {questions}
""".strip().splitlines()

# Calls that are refused: what they say is looked at too.
REFUSED = """
daily --day {day} --explain
daily --day {day} --from {from}
daily --type nonsense
daily --sources nonsense
latest --explain --format csv --type stepCount --type heartRate
latest --limit 0
latest --columns nonsense
latest --sort nonsense
latest nonsense
latest --nonsense
statistics --anchor {from}
statistics --percentiles 101
statistics --every nonsense
samples --from {to} --to {from}
samples --where 'value >'
samples --unit furlong
workouts --events --activities
workouts --explain
workouts --compare --samples --uuid {workout}
workouts --uuid nonsense
swims --lengths --sets
runs --unit kg
sleep --by nonsense
chart
chart stepCount --by nonsense
chart stepCount --width 0
energy --at nonsense
energy --day {day} --from {from}
profile --on nonsense
profile --mass-unit m
rings --time-zone Nowhere/Else
authorizations --type nonsense
types --kind nonsense
changes --since 99999999
changes --since 1 --anchor-file a
watch --count 0
log --seq 9..2
log --event nonsense
history
history --sources merge {uuid}
history --daily stepCount nonsense
diff 1
diff {last} {middle} nonsense
diff {middle} {last} daily --rest 3
diff --imports 1 2
check --only nonsense
check --late -1
replay --threads 0
audit --threads nonsense
audit --against nonsense
checkpoint --prove 0
checkpoint --prove 1 --note nonsense
witness {note} --proof nonsense --journal nonsense
witness nonsense
witness
backup
backup .
restore
restore nowhere.tar --replace
status --as-of 0
export
export nonsense
export latest --rest 3
export swims --lengths --sets
push
push ftp://example.com
push https://example.com nonsense
push https://example.com --sort day
push https://example.com latest --batch 0
nonsense
""".strip().splitlines() + [""]

# What an assistant asks of `mcp`.
QUESTIONS = [
    {"id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}},
    {"method": "notifications/initialized"},
    {"id": 2, "method": "tools/list"},
    {"id": 3, "method": "tools/call", "params": {"name": "latest", "arguments": {}}},
]

# What a run measures.
MEASURED = re.compile(
    rb'((?:replay|view) ?[sS]econds|(?:events|megabytes) ?[pP]er ?[sS]econd)("?:? *)[-0-9.e+]+')


# What looks at the folder of a journal, or writes to it.
OF_FOLDERS = {"doctor", "watch", "status", "delete", "restore", "mcp"}


def run(executable, arguments, folder, stdin=None, journal="j.journal"):
    done = subprocess.run(
        f"{executable} {arguments}", shell=True, cwd=folder, stdin=stdin, capture_output=True,
        env={"HEALTH_JOURNAL": journal, "HOME": str(folder), "PATH": "/usr/bin:/bin", "TZ": "UTC"})
    out = folder / "out.csv"
    written = out.read_bytes() if out.exists() else b""
    out.unlink(missing_ok=True)
    tables = folder / "out.tables"
    written += b"".join(file.read_bytes() for file in sorted(tables.rglob("*")) if file.is_file())
    shutil.rmtree(tables, ignore_errors=True)
    return [MEASURED.sub(rb"\1\2-", text) for text in (done.stdout, done.stderr)] + [written, done.returncode]


def rows(arguments, folder):
    """The rows of a view as BEFORE has them."""
    lines = run(BEFORE, arguments + " --format ndjson", folder)[0].splitlines()
    return [json.loads(line) for line in lines]


def facts(folder):
    """What the calls name of a journal."""
    last = rows("status", folder)[0]["seq"]
    days = rows("daily", folder)
    day = days[len(days) // 2]["day"]
    newest = rows(f"changes --since {last - 20}", folder)
    workouts = rows("workouts --limit 1", folder)
    sample = rows("samples --limit 1", folder)[0]
    month = day[:7]
    note = (HERE / "../../Fixtures/cli/other.note").resolve()
    run(BEFORE, f"witness {note}", folder)
    run(BEFORE, "backup kept.tar", folder)
    questions = folder / "questions.ndjson"
    questions.write_text("".join(json.dumps({"jsonrpc": "2.0"} | question) + "\n" for question in QUESTIONS))
    return {
        "last": last, "middle": last // 2, "late": last - 40, "day": day, "from": month + "-01", "month": month,
        "to": month + "-20", "reader": READER, "uuid": sample["uuid"], "source": f"'{sample['source']}'",
        "workout": workouts[0]["uuid"] if workouts else sample["uuid"], "recorded": "2020-01-01", "note": note,
        "backup": folder / "kept.tar", "questions": questions,
        "newest": next((row["type"] for row in newest if "type" in row), "HKQuantityTypeIdentifierStepCount"),
    }


def journals(scratch):
    """Makes the journals; yields the name and the folder of each."""
    for export in EXPORTS:
        folder = scratch / pathlib.Path(export).parent.name
        folder.mkdir()
        run(BEFORE, "init --time-zone Europe/Berlin", folder)
        run(BEFORE, f"authorize {READER} --read stepCount,bodyMass --share stepCount", folder)
        run(BEFORE, f"import '{export}'", folder)
        yield folder.name, folder
    folder = scratch / "made-up"
    folder.mkdir()
    run(BEFORE, "init --time-zone Europe/Berlin", folder)
    commands = folder / "commands.ndjson"
    with commands.open("wb") as out:
        subprocess.run([sys.executable, HERE / "made_up.py", "100000", "7"], stdout=out, check=True)
    with commands.open("rb") as lines:
        run(BEFORE, "append", folder, lines)
    yield folder.name, folder


def page(arguments):
    return run(BEFORE, arguments, pathlib.Path("."))[0].decode()


OVERVIEW = page("--help")
COMMANDS = re.findall(r"^  ([a-z]+) ", OVERVIEW[:OVERVIEW.index("\nHelp\n")], re.M)
TOPICS = re.search(r"^Topics of help: (.*)\.$", OVERVIEW, re.M)
HELP = ["--help", "--version", "completions bash", "completions zsh", "completions fish"]
HELP += ["man", "man daily", "man units"]
HELP += [f"help {word}" for word in COMMANDS + (TOPICS.group(1).split(", ") if TOPICS else [])]
COMPLETED = ["''", "daily --", "daily --type ''", "samples --source ''", "latest --columns type,", "export ''"]
HELP += [f"complete {shell} -- health-journal {line}" for shell in ("bash", "zsh", "fish") for line in COMPLETED]
# Options that need another process or a file, or that only writing takes.
APART = {"journal", "output", "anchor-file", "save-bmi", "header", "header-file", "retries", "timeout", "allow-http",
         "cursor", "progress", "note", "proof", "replace", "imports"}


def missing():
    """Commands that read, and their options, that no call has."""
    reading = OVERVIEW[OVERVIEW.index("\nRead\n"):OVERVIEW.index("\nHelp\n")]
    shared = " ".join(CALLS)
    for command in re.findall(r"^  ([a-z]+) ", reading, re.M):
        called = " ".join(call for call in CALLS if call.split()[0] == command)
        if not called:
            yield command
        for option in re.findall(r"^  --([a-z-]+)", page(f"help {command}"), re.M):
            # What many commands share is one declaration.
            if option not in APART and f"--{option}" not in (called if len(called.split()) > 60 else shared):
                yield f"{command} --{option}"


def main():
    differences = 0
    for command in missing():
        print(f"no call of {command}")
        differences += 1
    with tempfile.TemporaryDirectory() as name:
        for journal, folder in journals(pathlib.Path(name)):
            known = facts(folder)
            shown = 0
            for call in CALLS + REFUSED + HELP:
                line = call.format(**known)
                one, other = (run(executable, line, folder) for executable in BOTH)
                shown += len(one[0]) > 0
                if (one[3] == 2) != (call in REFUSED):
                    print(f"{journal}: {line} is {'no call' if one[3] == 2 else 'a call'}: {shorter(one)}")
                    differences += 1
                if one != other:
                    differences += 1
                    print(f"{journal}: {line}\n  before {part(one, other)}\n  after  {part(other, one)}")
                if call in CALLS and call.split()[0] not in OF_FOLDERS:
                    with (folder / "j.journal" / "events.ndjson").open("rb") as lines:
                        piped = run(AFTER, line, folder, lines, journal="-")
                    if (piped[0], *piped[2:]) != (other[0], *other[2:]):
                        differences += 1
                        print(f"{journal}: {line}\n  file {part(other, piped)}\n  pipe {part(piped, other)}")
            print(f"{journal}: {len(CALLS + REFUSED + HELP)} calls, {shown} of them with output")
    return 1 if differences else 0


def part(outcome, other):
    """The exit code, and what is printed from a little before the first difference on."""
    one, two = (b" | ".join(texts[:3]) for texts in (outcome, other))
    place = next((place for place, (a, b) in enumerate(zip(one, two)) if a != b), min(len(one), len(two)))
    return f"{outcome[3]} {one[max(0, place - 30):place + 170]}"


def shorter(outcome):
    return b" | ".join(outcome[:2])[:400]


sys.exit(main())
