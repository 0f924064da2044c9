"""A journal with events of every kind, harmed in every way: `audit` finds each, and nothing traps.

bits:   every bit of `events.ndjson` flipped. `audit` says no, a writer refuses and changes nothing.
cuts:   cut after every byte, with what `lock` notes of all lines, of half of them, and of none: damaged where
        an acknowledged byte is gone; else the next writer keeps every whole line and sets the rest aside.
lines:  removed, doubled, swapped, spliced from a journal that began with the same lines.
notes:  every bit of `lock` flipped, or cut: no line is lost, the next writer goes on.
steps:  every bit of `session` flipped: a workout or one line of an error.

A full run does all of them; a small one draws from each. What the format leaves open is counted: the time of an
erased line is bound by its neighbours alone.
"""
import json
from common import chain_at_end, command, copied, digest_of, lines_of, new_journal, sealed

SMALL, FULL = 700, 10_000_000

COMMANDS = [
    {"event": "authorize", "by": "owner", "source": "com.example.swimfit",
     "share": {"HKQuantityTypeIdentifierStepCount": "authorized"}},
    {"event": "configure", "by": "owner", "weekStarts": "monday", "priority": {"*": ["Watch"]}},
    {"event": "save", "by": "owner", "objects": [
        {"kind": "category", "uuid": "3F2504E0-4F89-41D3-9A0C-0305E82C3302",
         "type": "HKCategoryTypeIdentifierSleepAnalysis", "start": "2026-02-01T22:00:00Z",
         "end": "2026-02-02T06:00:00Z", "value": 3, "source": {"name": "Watch"}}]},
    {"event": "save", "by": "owner", "objects": [
        {"kind": "workout", "uuid": "3F2504E0-4F89-41D3-9A0C-0305E82C3304",
         "activity": "HKWorkoutActivityTypeYoga", "start": "2026-02-01T08:00:00Z",
         "end": "2026-02-01T08:30:00Z", "duration": 1700, "metadata": {"note": "läuft"}}]},
]
DELETE = {"event": "delete", "by": "owner", "objects": ["3F2504E0-4F89-41D3-9A0C-0305E82C3302"],
          "reason": "entered twice"}
EXPORT = b"""<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="en_US"><ExportDate value="2026-02-03 10:00:00 +0100"/>
<Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" value="71.5"
 creationDate="2026-02-03 08:00:00 +0100" startDate="2026-02-03 08:00:00 +0100"
 endDate="2026-02-03 08:00:00 +0100"/></HealthData>
"""


# MARK: The journals


class Harmed:
    """The journal that is harmed, and what its `lock` says of all lines, of half of them, and of none."""

    def __init__(self, trial):
        self.folder = new_journal(trial, "all-kinds")
        self.append(trial, *COMMANDS)
        export = trial.folder / "export.xml"
        export.write_bytes(EXPORT)
        trial.must("import", export, journal=self.folder)
        dice = trial.dice("all kinds")
        trial.must("append", journal=self.folder, source=command(dice))
        self.erase_last(trial)
        half = (self.folder / "lock").read_bytes(), len(self.bytes())
        self.append(trial, DELETE)
        trial.must("append", journal=self.folder, source=command(dice) + command(dice))
        trial.must("audit", journal=self.folder)
        self.data, self.lines = self.bytes(), lines_of(self.folder)
        self.notes = {"all": ((self.folder / "lock").read_bytes(), len(self.data)), "half": half,
                      "none": (b"", 0)}
        kinds = {json.loads(line)["event"] for line in self.lines}
        wanted = set("open origin save delete authorize configure import erase erased".split())
        if kinds != wanted:
            trial.fault(f"the journal lacks {wanted - kinds}")

    def bytes(self):
        return (self.folder / "events.ndjson").read_bytes()

    def append(self, trial, *commands):
        source = b"".join(json.dumps(one).encode() + b"\n" for one in commands)
        trial.must("append", journal=self.folder, source=source)

    def erase_last(self, trial):
        """Erases the last line as JOURNAL_FORMAT tells another program to, which empties `lock`."""
        lines = lines_of(self.folder)
        last = json.loads(lines[-1])
        lines[-1] = json.dumps({
            "seq": last["seq"], "at": last["at"], "event": "erased",
            "digest": digest_of(lines[-1]).hex(), "chain": last["chain"]},
            separators=(",", ":")).encode() + b"\n"
        body = {"seq": last["seq"] + 1, "at": last["at"], "by": "owner", "event": "erase",
                "lines": [last["seq"]], "reason": "a test", "salt": "000102030405060708090a0b"}
        body = json.dumps(body, separators=(",", ":")).encode()[:-1]
        lines.append(sealed(body, chain_at_end(lines[-1])))
        (self.folder / "events.ndjson").write_bytes(b"".join(lines))
        (self.folder / "lock").write_bytes(b"")
        trial.must("append", journal=self.folder, source=command(trial.dice("erase")))

    def lacks_reason(self, data):
        """Whether these lines have the erased one, and not the one that says why."""
        return b'"event":"erased"' in data and b'"event":"erase"' not in data

    def harmed(self, trial, data, notes="all"):
        journal = copied(self.folder, trial.folder / "j")
        (journal / "events.ndjson").write_bytes(data)
        (journal / "lock").write_bytes(self.notes[notes][0])
        return journal


# MARK: What must hold


def must_be_found(trial, harmed, data, what, deep, notes="all"):
    """An audit finds it; where `deep`, readers do not trap, and a writer refuses and changes nothing."""
    journal = harmed.harmed(trial, data, notes)
    audit = trial.must("audit", journal=journal, codes=(0, 1, 3))
    if audit.returncode == 0:
        trial.fault(f"audit does not find: {what}", journal)
    if not deep:
        return
    trial.must("samples", "--verify", journal=journal, codes=(3,))
    trial.must("daily", journal=journal, codes=(0, 1, 2, 3))
    trial.must("append", journal=journal, source=command(trial.dice("writer")), codes=(3,))
    if (journal / "events.ndjson").read_bytes() != data:
        trial.fault(f"a writer changed a damaged journal: {what}", journal)


def must_recover(trial, harmed, length, notes):
    """The next writer keeps every whole line, and sets the rest aside."""
    data = harmed.data[:length]
    journal = harmed.harmed(trial, data, notes)
    whole = data[:data.rfind(b"\n") + 1]
    if harmed.lacks_reason(whole):
        return must_be_found(trial, harmed, data, f"an erased line alone, cut at {length}", True, notes)
    if not whole:
        trial.must("latest", journal=journal, codes=(1, 2, 3))
        trial.must("append", journal=journal, source=command(trial.dice("writer")), codes=(2, 3))
        trial.must("init", journal=journal)
        return trial.must("audit", journal=journal)
    trial.must("latest", journal=journal, codes=(0, 1))
    lines = trial.next_writer_works(journal)
    if b"".join(lines)[:len(whole)] != whole or lines[whole.count(b"\n")].count(b'"save"') > 1:
        trial.fault(f"cut at {length}, {notes}: lines were lost", journal)
    aside = [one.read_bytes() for one in (journal / "quarantine").glob("torn-*")]
    if b"".join(aside) != data[len(whole):]:
        trial.fault(f"cut at {length}, {notes}: what was cut off is not in quarantine", journal)


# MARK: The ways to harm


def open_by_format(harmed, byte, flipped):
    """Whether the change is one of an erased line's time that leaves the times in order."""
    number = harmed.data[:byte].count(b"\n")
    line = harmed.lines[number]
    if b'"event":"erased"' not in line:
        return False
    begin = len(b"".join(harmed.lines[:number]))
    time = begin + line.index(b'"at":"') + 6
    return time <= byte < time + 24 and flipped != harmed.data


def bits(trial, harmed, number):
    byte, bit = number // 8, number % 8
    data = bytearray(harmed.data)
    data[byte] ^= 1 << bit
    if open_by_format(harmed, byte, data):
        journal = harmed.harmed(trial, bytes(data))
        done = trial.must("audit", journal=journal, codes=(0, 1, 3))
        trial.figures["bits of an erased line's time that stay in order"] += done.returncode == 0
        return
    must_be_found(trial, harmed, bytes(data), f"bit {bit} of byte {byte} flipped",
                  number % 8 == byte % 8)


def cuts(trial, harmed, number):
    length, notes = number // 3, ["all", "half", "none"][number % 3]
    if length < harmed.notes[notes][1]:
        must_be_found(trial, harmed, harmed.data[:length], f"cut at {length}", True, notes)
    else:
        must_recover(trial, harmed, length, notes)


def line_changes(harmed, other):
    """Every line removed, doubled, swapped with another one, put in from a journal that began alike."""
    lines = harmed.lines
    for n, line in enumerate(lines):
        yield f"line {n + 1} removed", lines[:n] + lines[n + 1:]
        yield f"line {n + 1} doubled", lines[:n] + [line] + lines[n:]
        for m in range(n + 1, len(lines)):
            yield (f"lines {n + 1} and {m + 1} swapped",
                   lines[:n] + [lines[m]] + lines[n + 1:m] + [line] + lines[m + 1:])
    for n in range(min(len(lines), len(other))):
        if lines[n] == other[n]:
            continue
        yield f"line {n + 1} of another journal", lines[:n] + [other[n]] + lines[n + 1:]
        yield f"another journal from line {n + 1} on", lines[:n] + other[n:]
        yield f"another journal up to line {n + 1}", other[:n + 1] + lines[n + 1:]
        yield f"another journal's line after line {n + 1}", lines[:n + 1] + [other[n]] + lines[n + 1:]


def other_journal(trial, harmed):
    """A journal that began with the first half of the same lines."""
    journal = trial.folder / "other"
    copied(harmed.folder, journal)
    half = len(harmed.lines) // 2
    (journal / "events.ndjson").write_bytes(b"".join(harmed.lines[:half]))
    (journal / "lock").write_bytes(b"")
    dice = trial.dice("other")
    trial.must("append", journal=journal, source=b"".join(command(dice) for _ in range(half + 2)))
    return lines_of(journal)


def note_bits(trial, harmed, number):
    """A flipped bit of `lock`, or `lock` cut: no line is lost and the journal goes on."""
    journal = copied(harmed.folder, trial.folder / "j")
    note = bytearray(harmed.notes["all"][0])
    if number < 8 * len(note):
        note[number // 8] ^= 1 << number % 8
    else:
        del note[number - 8 * len(note):]
    (journal / "lock").write_bytes(note)
    lines = trial.next_writer_works(journal)
    if lines[:len(harmed.lines)] != harmed.lines:
        trial.fault(f"notes harmed at {number}: lines were lost", journal)


def step_bits(trial, harmed, number):
    """A flipped bit of `session`: a workout, or one line that tells what is wrong."""
    journal = copied(harmed.folder, trial.folder / "j")
    data = bytearray(trial.session)
    data[number // 8] ^= 1 << number % 8
    (journal / "session").write_bytes(data)
    for words in (["status"], ["lap"], ["end"]):
        done = trial.must("workout", *words, journal=journal, codes=(0, 1, 3, 4, 5))
        if done.returncode > 1 and done.stderr.strip().count(b"\n") > 0:
            trial.fault(f"more than one line of an error: {done.stderr.decode()}", journal)
    trial.must("audit", journal=journal)


def session_of(trial, harmed):
    journal = copied(harmed.folder, trial.folder / "j")
    for words in (["start", "--activity", "running"], ["pause"]):
        trial.must("workout", *words, journal=journal)
    return (journal / "session").read_bytes()


# MARK: All of them


def ways(trial, harmed):
    """The ways by name: how many cases of each there are, the part of a small run, and what does one."""
    changes = list(line_changes(harmed, other_journal(trial, harmed)))
    trial.session = session_of(trial, harmed)

    def lines(trial, harmed, number):
        what, changed = changes[number]
        must_be_found(trial, harmed, b"".join(changed), what, True)

    note = len(harmed.notes["all"][0])
    return {"bits flipped": (8 * len(harmed.data), 0.5, bits),
            "cuts": (3 * len(harmed.data) + 3, 0.2, cuts), "changes of lines": (len(changes), 0.15, lines),
            "notes harmed": (9 * note, 0.1, note_bits),
            "steps harmed": (8 * len(trial.session), 0.05, step_bits)}


def run(trial):
    harmed = Harmed(trial)
    drawn = []
    for name, (all_of_it, part, way) in ways(trial, harmed).items():
        wanted = min(all_of_it, max(1, int(trial.count * part)))
        numbers = trial.dice(name).sample(range(all_of_it), wanted)
        drawn += [(name, way, number) for number in numbers]
    trial.figures["bytes of the journal"] = len(harmed.data)
    for case in trial.each(len(drawn)):
        name, way, number = drawn[case]
        trial.figures[name] += 1
        way(trial, harmed, number)
