"""Eight readers beside a writer, imports and erasures: each sees the lines of one moment, whole.

A reader's answer must be that of the first so many lines of the journal, for a number between what was acknowledged when
it began and what is there when it ends; a followed journal (`watch`) has every line once, in order. The count is
the seconds that it lasts.
"""
import json, shutil, subprocess, threading, time
from common import DEMO, acknowledged, command, copied, lines_of, made_up, new_journal

SMALL, FULL = 20, 3600
READERS = 8


class Beside:
    """What runs at the same time, and what it has seen so far."""

    def __init__(self, trial, journal):
        self.trial, self.journal = trial, journal
        self.end = time.monotonic() + trial.count
        self.least = len(lines_of(journal))
        self.lock = threading.Lock()
        # The lines before each erasure; and how many erasures have ended.
        self.before, self.erased = [], 0

    def goes_on(self):
        return time.monotonic() < self.end and not self.trial.is_over()

    def count(self, name, number=1):
        with self.lock:
            self.trial.figures[name] += number

    def seen(self, line):
        with self.lock:
            self.least = max(self.least, line)

    def moments(self, erased):
        """The lines as they stood before each erasure that ended later than this many, and as they stand now."""
        return self.before[erased:] + [lines_of(self.journal)]


# MARK: Writers


def write(beside):
    """A writer that lives for some commands, and is another one then; imports come in between."""
    trial, number = beside.trial, 0
    while beside.goes_on():
        dice = trial.dice("writer", number)
        if number % 2 == 1:
            erase_some(beside, dice)
        write_some(beside, dice)
        if number % 5 == 4:
            done = trial.must("import", export_of(trial, number), journal=beside.journal)
            beside.count("imports", done.returncode == 0)
        number += 1


def write_some(beside, dice):
    """Commands one by one, some of them together, each answer read before the next."""
    environment = {**beside.trial.environment, "HEALTH_JOURNAL": str(beside.journal)}
    process = subprocess.Popen([beside.trial.program, "append"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, env=environment)
    for _ in range(dice.randrange(20, 80)):
        together = dice.choice([1, 1, 1, 5, 50])
        process.stdin.write(b"".join(command(dice, dice.choice([0, 0, 3_000, 9_000]))
                                     for _ in range(together)))
        process.stdin.flush()
        answers = [process.stdout.readline() for _ in range(together)]
        beside.seen(max(acknowledged(b"".join(answers)), default=0))
        beside.count("commands", together)
        time.sleep(dice.choice([0, 0, 0.002, 0.02]))
    process.stdin.close()
    if process.wait() != 0:
        beside.trial.fault(f"the writer ended with {process.returncode}", beside.journal)


def erase_some(beside, dice):
    """Takes some samples of steps out of the file."""
    lines = lines_of(beside.journal)
    steps = [number for number, line in enumerate(lines[:-60], 1)
             if b'"event":"save"' in line and b"StepCount" in line]
    if not steps:
        return
    beside.before.append(lines)
    named = [word for number in sorted(dice.sample(steps, min(3, len(steps))))
             for word in ("--line", str(number))]
    done = beside.trial.must("erase", *named, "--reason", "asked for", "--yes", journal=beside.journal)
    beside.erased += 1
    beside.count("erasures", done.returncode == 0)


def export_of(trial, number):
    """The demonstration export as of another year."""
    file = trial.folder / "export.xml"
    file.write_bytes(DEMO.read_bytes().replace(b"2026-", b"%d-" % (2025 - number % 90)))
    return file


# MARK: Readers


def read(beside, number):
    """Reads by one way after the other, and holds each answer to the lines."""
    dice = beside.trial.dice("reader", number)
    ways = [lines_as_of, counts, verified, chain_alone, log]
    while beside.goes_on():
        way = dice.choice(ways)
        way(beside, beside.least, beside.erased)
        beside.count("answers")


def ask(beside, *words):
    done = beside.trial.must(*words, journal=beside.journal, seconds=300)
    if done.returncode != 0:
        return None
    return done.stdout


def hold(beside, erased, check):
    """An answer is of the lines at one of the moments since it was asked for; `check` says what speaks against one."""
    faults = [check(lines) for lines in beside.moments(erased)]
    if all(faults):
        beside.trial.fault(faults[-1])


def between(found, least, lines, what):
    """Whether a number of lines lies between what was acknowledged and what is there."""
    if not least <= found <= len(lines):
        return f"{what} is of {found} lines; there were {least} before and {len(lines)} after"


def counts(beside, least, erased):
    """The status is that of a prefix: as many objects as its lines save, its chain value at its end."""
    output = ask(beside, "status", "--format", "json")
    if output is None:
        return
    shown = json.loads(output)[0]

    def check(lines):
        first = lines[:shown["seq"]]
        saved, size = live(first), sum(map(len, first))
        if shown["objects"] != saved or shown["bytes"] != size:
            return (f"a status of {shown['seq']} lines has {shown['objects']} objects and "
                    f"{shown['bytes']} bytes, not {saved} and {size}")
        if shown["chain"].encode() not in first[-1]:
            return f"a status of {shown['seq']} lines has another chain value"
        return between(shown["seq"], least, lines, "a status")

    hold(beside, erased, check)


def live(lines):
    """How many objects the lines save, less what they delete or replace."""
    number, gone = 0, set()
    for line in lines:
        if b'"event":"save"' in line[:120]:
            number += line.count(b'{"kind":"')
        if b'"event":"delete"' in line[:120] or b'"replaces":' in line:
            entry = json.loads(line)
            gone.update(entry["objects"] if entry["event"] == "delete" else entry["replaces"])
    return number - len(gone)


def lines_as_of(beside, least, erased):
    """Samples: none twice, every line of them whole, and all of those that were acknowledged."""
    output = ask(beside, "samples", "--type", "stepCount", "--format", "ndjson")
    if output is None:
        return
    rows = [json.loads(line) for line in output.splitlines()]
    if len({row["uuid"] for row in rows}) != len(rows):
        beside.trial.fault("a sample is there twice")
    shown = {row["seq"] for row in rows}
    last = max(max(shown, default=0), least)

    def check(lines):
        wanted = {number for number, line in enumerate(lines[:last], 1)
                  if b'"type":"HKQuantityTypeIdentifierStepCount"' in line
                  and b'"event":"save"' in line} - beside.trial.deleted
        if wanted - shown:
            return f"samples up to line {last} lack those of lines {sorted(wanted - shown)[:5]}"
        gone = {number for number in shown if b'"event":"erased"' in lines[number - 1]}
        if gone:
            return f"samples of lines {sorted(gone)[:5]} are shown, which were erased before"
        return between(last, least, lines, "the samples' last line")

    hold(beside, erased, check)


def verified(beside, least, erased):
    ask(beside, "latest", "--verify")


def chain_alone(beside, least, erased):
    output = ask(beside, "audit", "--chain", "--format", "json")
    if output is not None:
        found = json.loads(output)[0]["lines"]
        hold(beside, erased, lambda lines: between(found, least, lines, "an audit"))


def log(beside, least, erased):
    first = max(1, least - 40)
    output = ask(beside, "log", "--seq", f"{first}..", "--lines", "--format", "ndjson")
    if output is not None:
        numbers = sorted(json.loads(line)["seq"] for line in output.splitlines())
        hold(beside, erased, lambda lines: between(numbers[-1], least, lines, "a log"))
        if numbers != list(range(first, numbers[-1] + 1)):
            beside.trial.fault("a log leaves lines out")


def follow(beside):
    """Follows changes from the first line on; at the end it has had every line once."""
    environment = {**beside.trial.environment, "HEALTH_JOURNAL": str(beside.journal)}
    process = subprocess.Popen([beside.trial.program, "watch", "--since", "0", "--format", "ndjson"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
    rows = []
    reader = threading.Thread(target=lambda: rows.extend(process.stdout))
    reader.start()
    while beside.goes_on():
        time.sleep(0.1)
    beside.stopped.wait()
    time.sleep(2)
    process.terminate()
    process.wait()
    reader.join()
    check_followed(beside, [json.loads(row) for row in rows if row.endswith(b"\n")])


def check_followed(beside, rows):
    beside.count("changes followed", len(rows))
    numbers = [row["seq"] for row in rows]
    if numbers != sorted(numbers):
        beside.trial.fault("changes were followed out of order")
    uuids = [row["uuid"] for row in rows if row.get("change") != "deleted"]
    if len(set(uuids)) != len(uuids):
        beside.trial.fault("a change was followed twice")
    if numbers and numbers[-1] != last_with_objects(beside.journal):
        beside.trial.fault(f"changes were followed up to line {numbers[-1]} only")


def last_with_objects(journal):
    lines = lines_of(journal)
    return max(number for number, line in enumerate(lines, 1)
               if b'"event":"save"' in line[:120] or b'"event":"delete"' in line[:120])


# MARK: All at once


def run(trial):
    """One case after the other, so that a long run's journals stay small."""
    seconds, trial.count = trial.count, min(trial.count, 120)
    for _ in trial.each(max(1, seconds // trial.count)):
        run_once(trial)


def run_once(trial):
    journal = trial.folder / "j"
    shutil.rmtree(journal, ignore_errors=True)
    new_journal(trial, "j", made_up(300, trial.seed))
    gone = set()
    for line in lines_of(journal):
        entry = json.loads(line)
        gone.update(entry["objects"] if entry["event"] == "delete" else [])
    trial.deleted = {number for number, line in enumerate(lines_of(journal), 1)
                     if any(uuid.encode() in line for uuid in gone)}
    beside = Beside(trial, journal)
    beside.stopped = threading.Event()
    threads = [threading.Thread(target=read, args=(beside, number)) for number in range(READERS)]
    threads.append(threading.Thread(target=follow, args=(beside,)))
    for thread in threads:
        thread.start()
    write(beside)
    beside.stopped.set()
    for thread in threads:
        thread.join()
    trial.figures["lines"] += len(lines_of(journal))
    trial.next_writer_works(journal)
