"""`kill -9` at a random moment of every work that writes: nothing acknowledged is lost.

WORKS names them. A work prepares a journal once, and says the calls that do it; one of them, drawn by lot, is killed
at a moment drawn by lot. What stood there before stands, every acknowledged line too, the next writer recovers,
the audit is good, and the same work can be done again.
"""
import json, shutil, subprocess, time
from common import DEMO, acknowledged, command, copied, lines_of, made_up, new_journal

SMALL, FULL = 100, 10_000


class Append:
    """Commands on standard input, so many of them in one sync."""

    def __init__(self, batch, count):
        self.batch, self.count = batch, count

    def prepare(self, trial, base):
        dice = trial.dice("append", self.batch)
        self.source = trial.folder / f"append-{self.batch}.ndjson"
        self.source.write_bytes(b"".join(command(dice) for _ in range(self.count)))

    def calls(self, journal):
        return [(["append", "--batch", str(self.batch)], self.source)]

    def check(self, trial, journal, base, done, killed):
        trial.next_writer_works(journal)
        again = trial.must("append", journal=journal, source=self.source, codes=(0, 4))
        known = sum(b'"error"' in line for line in again.stdout.splitlines())
        kept = len(set(lines_of(journal)) & set(killed.lines[len(lines_of(base)):]))
        if known > kept:
            trial.fault(f"{known} commands are known, {kept} lines were kept", journal)


class Import:
    """An export of the Health app, which another import completes."""

    def prepare(self, trial, base):
        whole = copied(base, trial.folder / "imported")
        trial.must("import", DEMO, journal=whole)
        self.objects = self.live(trial, whole)

    def live(self, trial, journal):
        return json.loads(trial.must("status", "--format", "json", journal=journal).stdout)[0]["objects"]

    def calls(self, journal):
        return [(["import", str(DEMO)], None)]

    def check(self, trial, journal, base, done, killed):
        trial.must("import", DEMO, journal=journal)
        if self.live(trial, journal) != self.objects:
            trial.fault("an import again does not come to the whole export", journal)
        trial.next_writer_works(journal)


class OtherJournal(Import):
    """Another journal, which another import completes."""

    def prepare(self, trial, base):
        self.other = new_journal(trial, "second", made_up(400, 77))
        trial.must("import", DEMO, journal=self.other, codes=(0, 1))
        trial.must("delete", "--where", "all", "--type", "heartRate", journal=self.other, codes=(0, 1))
        trial.must("undo", journal=self.other, codes=(0, 1))
        whole = copied(base, trial.folder / "joined")
        trial.must("import", self.other, journal=whole)
        self.objects = self.live(trial, whole)

    def calls(self, journal):
        return [(["import", str(self.other)], None)]

    def check(self, trial, journal, base, done, killed):
        trial.must("import", self.other, journal=journal)
        if self.live(trial, journal) != self.objects:
            trial.fault("an import again does not come to the whole journal", journal)
        trial.next_writer_works(journal)
        trial.must("audit", journal=journal)


class Snapshot:
    """A command to a journal so large that its snapshot is due."""

    def prepare(self, trial, base):
        dice = trial.dice("snapshot")
        self.large = copied(base, trial.folder / "large")
        for _ in range(9):
            trial.must("append", journal=self.large, source=command(dice, 950_000))
        shutil.rmtree(self.large / "snapshot", ignore_errors=True)

    def base(self):
        return self.large

    def calls(self, journal):
        return [(["save", "stepCount", "1200"], None), (["latest"], None)]

    def check(self, trial, journal, base, done, killed):
        with_it = trial.must("samples", "--format", "ndjson", journal=journal).stdout
        trial.figures["snapshots"] += any((journal / "snapshot").glob("[0-9]*"))
        shutil.rmtree(journal / "snapshot", ignore_errors=True)
        if with_it != trial.must("samples", "--format", "ndjson", journal=journal).stdout:
            trial.fault("a snapshot changes what is read", journal)
        trial.next_writer_works(journal)


class Session:
    """A workout in progress: each step that was acknowledged is there."""
    STEPS = [["start", "--activity", "running", "--kcal-per-hour", "450"], ["pause"], ["resume"],
             ["lap"], ["end"]]

    def prepare(self, trial, base):
        pass

    def calls(self, journal):
        return [(["workout", *step], None) for step in self.STEPS]

    def check(self, trial, journal, base, done, killed):
        status = trial.must("workout", "status", "--format", "json", journal=journal, codes=(0, 1))
        shown = json.loads(status.stdout or b"[]")
        state = shown[0]["state"] if shown else None
        states = [None, "active", "paused", "active", "active", None]
        if state not in states[done:done + 2]:
            trial.fault(f"{done} steps were acknowledged, and the workout is {state}", journal)
        trial.next_writer_works(journal)
        if state:
            trial.must("workout", "end", journal=journal)
        saved = sum(b'"kind":"workout"' in line for line in lines_of(journal)) \
            - sum(b'"kind":"workout"' in line for line in lines_of(base))
        if saved > 1 or (saved < 1 and (done > 0 or state)):
            trial.fault(f"{saved} workouts were saved", journal)
        trial.must("audit", journal=journal)


class Export:
    """A file that replaces an older one: the older one or the new one, whole."""

    def prepare(self, trial, base):
        self.file = trial.folder / "samples.csv"
        self.older = b"older\n" * 2_000
        trial.must("export", "samples", "-o", self.file, journal=base)
        self.newer = self.file.read_bytes()

    def calls(self, journal):
        self.file.write_bytes(self.older)
        return [(["export", "samples", "-o", str(self.file)], None)]

    def check(self, trial, journal, base, done, killed):
        found = self.file.read_bytes()
        if found != self.newer and (found != self.older or done):
            trial.fault("an exported file is neither the older one nor the new one", self.file)
        if killed.lines != lines_of(base):
            trial.fault("an export changed the journal", journal)


class Erase:
    """A type leaves the file: the old lines or the new ones, and with the new ones nothing beside them."""
    rewrites = True

    def prepare(self, trial, base):
        samples = trial.must("samples", "--type", "stepCount", "--format", "ndjson", journal=base)
        self.gone = [json.loads(line)["uuid"].encode() for line in samples.stdout.splitlines()]

    def calls(self, journal):
        return [(["erase", "--type", "stepCount", "--reason", "a test", "--yes"], None)]

    def check(self, trial, journal, base, done, killed):
        is_erased = b'"event":"erase"' in killed.lines[-1]
        if not is_erased and (killed.lines != lines_of(base) or done):
            trial.fault("the lines are neither the old ones nor the new ones", journal)
        trial.next_writer_works(journal)
        if (journal / "erasing").exists():
            trial.fault("the next writer did not finish the erasure", journal)
        files = [one.read_bytes() for one in journal.rglob("*") if one.is_file()]
        held = sum(any(uuid in data for data in files) for uuid in self.gone)
        if held != (0 if is_erased else len(self.gone)):
            trial.fault(f"{held} of {len(self.gone)} erased uuids are left", journal)
        trial.figures["erased"] += is_erased


class Backup:
    """A copy appears whole or not at all."""

    def prepare(self, trial, base):
        self.file = trial.folder / "copy.tar"

    def calls(self, journal):
        self.file.unlink(missing_ok=True)
        return [(["backup", str(self.file)], None)]

    def check(self, trial, journal, base, done, killed):
        if self.file.exists():
            shutil.rmtree(trial.folder / "restored", ignore_errors=True)
            trial.must("restore", self.file, journal=trial.folder / "restored")
            if lines_of(trial.folder / "restored") != lines_of(base):
                trial.fault("a backup has other lines", self.file)
        elif done:
            trial.fault("a backup is told and not there", journal)
        trial.next_writer_works(journal)


class GrownBackup:
    """New lines of the journal are added to a backup: it has some of them or all, and another call adds the rest."""

    def prepare(self, trial, base):
        dice = trial.dice("grown")
        self.folder, self.short = trial.folder / "grown", trial.folder / "short"
        trial.must("backup", "--into", self.short, journal=base)
        self.grown = copied(base, trial.folder / "growing")
        more = b"".join(command(dice, 40_000) for _ in range(80))
        trial.must("append", journal=self.grown, source=more)

    def base(self):
        return self.grown

    def calls(self, journal):
        copied(self.short, self.folder)
        return [(["backup", "--into", str(self.folder)], None)]

    def check(self, trial, journal, base, done, killed):
        whole, found = lines_of(base), lines_of(self.folder)
        if found != whole[:len(found)] or found[:len(lines_of(self.short))] != lines_of(self.short):
            trial.fault("a backup has other lines", self.folder)
        if done and found != whole:
            trial.fault("lines are told to be added and are not there", self.folder)
        # A half line at the end is no good line, and no line before it is bad.
        trial.must("audit", journal=self.folder, codes=(0, 1))
        trial.must("backup", "--into", self.folder, journal=journal)
        if lines_of(self.folder) != whole:
            trial.fault("another call does not add the rest", self.folder)
        trial.must("audit", "--against", self.folder / "checkpoint", journal=self.folder)
        trial.figures["grown in part"] += len(lines_of(self.short)) < len(found) < len(whole)
        trial.next_writer_works(journal)


class Restore:
    """Lines of a backup take the place of others: the old lines or the new ones, and then the old ones are kept."""
    rewrites = True

    def prepare(self, trial, base):
        dice = trial.dice("restore")
        self.old, other = (copied(base, trial.folder / name) for name in ("replaced", "other"))
        for journal in (self.old, other):
            more = b"".join(command(dice, 4_000) for _ in range(40))
            trial.must("append", journal=journal, source=more)
        self.file = trial.folder / "other.tar"
        trial.must("backup", self.file, journal=other)
        self.new = lines_of(other)

    def base(self):
        return self.old

    def calls(self, journal):
        return [(["restore", str(self.file), "--replace"], None)]

    def check(self, trial, journal, base, done, killed):
        is_new = killed.lines == self.new
        if not is_new and (killed.lines != lines_of(base) or done):
            trial.fault("the lines are neither the old ones nor the new ones", journal)
        kept = [one.read_bytes() for one in journal.glob("quarantine/replaced-*")]
        if is_new and b"".join(lines_of(base)) not in kept:
            trial.fault("the lines that stood there are not in quarantine", journal)
        trial.next_writer_works(journal)
        trial.must("restore", self.file, "--replace", journal=journal)
        if lines_of(journal) != self.new or (journal / "restored").exists():
            trial.fault("a restore again does not come to the lines of the backup", journal)
        trial.next_writer_works(journal)
        trial.figures["restored"] += is_new


WORKS = {
    "append 1": Append(1, 60), "append 100": Append(100, 400), "append bulk": Append(10_000, 1_000),
    "import": Import(), "import of a journal": OtherJournal(), "snapshot": Snapshot(),
    "session": Session(), "export": Export(),
    "erase": Erase(), "backup": Backup(), "grown backup": GrownBackup(),
    "restore": Restore(),
}


class Killed:
    """What a kill left: the answers that were read, and the lines of the file."""

    def __init__(self, output, journal):
        self.answers = acknowledged(output) if output.startswith(b"{") else {}
        self.lines = lines_of(journal)


def timed(trial, work, base):
    """How long each call of a work takes, in seconds."""
    journal = copied(base, trial.folder / "timed")
    lengths = []
    for words, source in work.calls(journal):
        begin = time.monotonic()
        trial.must(*words, journal=journal, source=source, codes=(0, 4))
        lengths.append(time.monotonic() - begin)
    return lengths


def killed(trial, words, source, journal, delay):
    """Runs a call and kills it after so many seconds: its code and what it had answered by then."""
    answers = trial.folder / "answers"
    environment = {**trial.environment, "HEALTH_JOURNAL": str(journal)}
    with open(answers, "wb") as output, open(source or "/dev/null", "rb") as given:
        process = subprocess.Popen([trial.program, *words], stdin=given, stdout=output,
                                   stderr=subprocess.DEVNULL, env=environment)
        time.sleep(delay)
        process.kill()
        return process.wait(), answers.read_bytes()


def run(trial):
    base = new_journal(trial, "base", made_up(300, trial.seed))
    bases, lengths = {}, {}
    for name, work in WORKS.items():
        work.prepare(trial, base)
        bases[name] = work.base() if hasattr(work, "base") else base
        lengths[name] = timed(trial, work, bases[name])
    for case in trial.each():
        dice = trial.dice(case)
        name = list(WORKS)[case % len(WORKS)]
        kill_one(trial, dice, WORKS[name], bases[name], lengths[name])


def kill_one(trial, dice, work, base, lengths):
    journal = copied(base, trial.folder / "j")
    calls = work.calls(journal)
    last = dice.randrange(len(calls))
    for words, source in calls[:last]:
        trial.must(*words, journal=journal, source=source)
    delay = dice.uniform(0, 1.05) * lengths[last]
    code, output = killed(trial, *calls[last], journal, delay)
    trial.figures["killed in the work"] += code == -9
    if code not in (-9, 0):
        trial.fault(f"ended with {code} before it was killed", journal)
    left = Killed(output, journal)
    if not hasattr(work, "rewrites") and left.lines[:len(lines_of(base))] != lines_of(base):
        trial.fault("lines that stood there before are changed", journal)
    trial.all_there(journal, left.answers)
    work.check(trial, journal, base, last + (code == 0), left)
    trial.all_there(journal, left.answers)
