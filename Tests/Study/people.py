"""Makes the journals of a cohort, one for each way to take part or not: people.py PROGRAM FOLDER

Prints, as JSON, the moment as of which the study asks, and what must come of each journal. There are 22 people; of
two of them there are two journals each.
"""
import gzip, json, pathlib, shutil, subprocess, sys, time
from datetime import datetime, timezone

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
made_up = pathlib.Path(__file__).parent.parent / "SameOutput" / "made_up.py"
STUDY, BOTH = "org.example.study", "stepCount,heartRate"
folder.mkdir()
expected = {}


def call(name, *words, **options):
    return subprocess.run([program, *words, "--journal", folder / f"{name}.journal"], check=options.pop("check", True),
                          capture_output=True, **options)


def expect(name, outcome, given=(), refusals=(), since=(), exit=0):
    expected[name] = {"outcome": outcome, "given": list(given), "refusals": list(refusals), "since": list(since),
                      "exit": exit}


def journal(name, seed, *outcome, **more):
    call(name, "init", "--time-zone", "Europe/Berlin")
    commands = subprocess.run([sys.executable, made_up, "150", str(seed)], check=True, capture_output=True).stdout
    call(name, "append", input=commands, check=False)  # some made-up commands are refused
    expect(name, *outcome, **more)
    return name


def copied(name, other):
    shutil.copytree(folder / f"{name}.journal", folder / f"{other}.journal")
    expected[other] = expected[name]


def consent(name, *words):
    call(name, "authorize", STUDY, *words)


TWO = ["HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate"]
steps, heart = TWO
each = lambda state: [f"{name}: {state}" for name in TWO]

for number in range(5):
    consent(journal(f"gave{number}", number, "read", TWO), "--read", BOTH)
consent(journal("denied", 10, "refused", refusals=each("denied"), exit=1), "--deny-read", BOTH)
journal("never", 11, "refused", refusals=each("notDetermined"), exit=4)
consent(journal("partly", 12, "read", [steps], [f"{heart}: notDetermined"]), "--read", "stepCount")
consent(journal("revoked", 13, "read", TWO, since=each("denied")), "--read", BOTH)
journal("later", 14, "refused", refusals=each("notDetermined"), since=each("authorized"), exit=4)
# A right that ends before the study asks, and one that ends later.
ended = journal("ended", 24, "refused", refusals=each("ended"), exit=1)
end = time.time() + 3
consent(ended, "--read", BOTH, "--until", datetime.fromtimestamp(end, timezone.utc).isoformat())
consent(journal("ends", 25, "read", TWO), "--read", BOTH, "--until", "2099-01-01T00:00:00Z", "--purpose", "this study")

# What the study's own app saved is no gift of the person.
consent(journal("own", 20, "refused", refusals=each("denied")), "--share", "stepCount", "--deny-read", BOTH)
call("own", "save", "stepCount", "888888", "--start", "2031-01-01", "--by", STUDY)

# A sample that is gone at the moment, and one that goes after it.
consent(journal("deleted", 15, "read", TWO), "--read", BOTH)
call("deleted", "save", "stepCount", "987654", "--start", "2031-01-01", "--uuid", "00000000-0000-4000-8000-00000000000A")
call("deleted", "save", "stepCount", "1234", "--start", "2031-01-02", "--uuid", "00000000-0000-4000-8000-00000000000B")
call("deleted", "delete", "00000000-0000-4000-8000-00000000000A")
consent(journal("damaged", 16, "damaged", exit=3), "--read", BOTH)
consent(journal("changed", 17, "damaged", exit=3), "--read", BOTH)
consent(journal("archived", 18, "read", TWO), "--read", BOTH)
consent(journal("torn", 19, "damaged", exit=1), "--read", BOTH)
# A name that URLs, file systems and shells have signs of their own for.
consent(journal("Ana É's %41 #1+2", 21, "read", TWO), "--read", BOTH)
# Two journals of one person that go on differently, and a folder with nothing in it.
consent(journal("forked", 22, "twice", TWO), "--read", BOTH)
copied("forked", "forked-too")
call("forked-too", "save", "stepCount", "555555", "--start", "2031-01-01")
(folder / "empty.journal").mkdir()
expect("empty", "damaged")

time.sleep(max(0, end - time.time()) + 0.01)
moment = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
time.sleep(0.01)

# Began later, and gave all that there is by now.
consent(journal("began", 23, "refused", refusals=each("notDetermined"), since=each("authorized"), exit=1), "--read", BOTH)
# The same journal once more: its rows are there once.
copied("gave1", "gave1b")
expected["gave1b"] = {**expected["gave1"], "outcome": "twice"}
call("gave1b", "save", "stepCount", "666666", "--start", "2031-01-03")  # after the moment

consent("revoked", "--deny-read", BOTH)
consent("later", "--read", BOTH)
call("deleted", "delete", "00000000-0000-4000-8000-00000000000B")
call("gave0", "save", "stepCount", "777777", "--start", "2031-01-03")

for name in ("damaged", "changed"):
    lines = folder / f"{name}.journal" / "events.ndjson"
    text = lines.read_bytes().split(b"\n")
    # One has a line that is none; of the other only the chain tells.
    text[20] = text[20][30:] if name == "damaged" else text[20].replace(b'"by":"owner"', b'"by":"Owner"')
    lines.write_bytes(b"\n".join(text))
for name in ("archived", "torn"):
    lines = folder / f"{name}.journal" / "events.ndjson"
    packed = gzip.compress(lines.read_bytes(), mtime=0)
    (folder / f"{name}.ndjson.gz").write_bytes(packed if name == "archived" else packed[:len(packed) // 2])
    shutil.rmtree(folder / f"{name}.journal")
print(json.dumps({"asOf": moment, "journals": expected}))
