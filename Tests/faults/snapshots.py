"""Snapshots harmed in every way: what is read is what is read without one, or one line of an error; never a crash.

bits:      1 to 8 bits flipped anywhere, or in the trailer, the directory, the head.
pages:     512 or 4096 bytes gone (zeros), random, moved, or another page of the same file.
sizes:     cut anywhere, or longer than it was.
older:     the snapshot of fewer lines under the newer one's name, and the other way round.
foreign:   the one of another journal, another file, a folder, a link, a pipe.
truncated: cut to nothing or in half, or made longer, while a reader has it mapped.

A journal's lines are the truth: each case compares the rows of a view with those that a replay of them gives, and ends
with a writer.
"""
import os, pathlib, shutil, subprocess
from common import command, copied, lines_of, made_up, new_journal

SMALL, FULL = 500, 20_000
VIEWS = [["samples", "--format", "ndjson"], ["latest", "--format", "ndjson"],
         ["daily", "--format", "ndjson"], ["workouts", "--format", "ndjson"],
         ["status", "--format", "ndjson", "--columns", "objects,seq,chain"],
         ["sleep", "--format", "ndjson"], ["changes", "--format", "ndjson"],
         ["sources", "--format", "ndjson"], ["authorizations", "--format", "ndjson"]]


class Journals:
    """A journal with two snapshots, another one, and what every view shows of the first without any."""

    def __init__(self, trial):
        self.is_written = True
        self.other = self.grown(trial, "other", 5)
        self.base = self.grown(trial, "base", 6)
        self.older, self.foreign = self.newest(self.base), self.newest(self.other)
        self.newer = self.second(trial)
        trial.must("append", journal=self.base, source=command(trial.dice("tail")))
        bare = copied(self.base, trial.folder / "bare")
        shutil.rmtree(bare / "snapshot")
        self.shown = {tuple(view): trial.must(*view, journal=bare, codes=(0, 1)).stdout
                      for view in VIEWS}

    def grown(self, trial, name, seed):
        journal = new_journal(trial, name, made_up(600, seed))
        self.grow(trial, journal, seed)
        return journal

    def grow(self, trial, journal, seed):
        """Appends lines that are long enough for a snapshot, and some of every kind."""
        dice = trial.dice("grow", seed)
        trial.must("append", journal=journal, source=made_up(200, seed + 50), codes=(0, 4))
        for _ in range(9):
            trial.must("append", journal=journal, source=command(dice, 950_000))

    def second(self, trial):
        """Another snapshot a few lines after the first. A writer makes it where it finds none, so that a replay
        from the first is short."""
        trial.must("append", journal=self.base, source=made_up(200, 57), codes=(0, 4))
        aside = self.older.rename(trial.folder / "aside")
        trial.must("append", journal=self.base, source=command(trial.dice("second")))
        newer = self.newest(self.base)
        aside.rename(self.older)
        if self.older.name == newer.name:
            trial.fault("there is no second snapshot")
        return newer

    def newest(self, journal):
        return max((journal / "snapshot").iterdir(), key=lambda one: int(one.name))

    def fresh(self, trial):
        """The journal with its snapshots as they were. Its lines are copied again where a writer came to them."""
        journal = trial.folder / "j"
        if self.is_written or not journal.exists():
            copied(self.base, journal)
            self.is_written = False
        else:
            place = journal / "snapshot"
            place.unlink() if place.is_file() else shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(self.base / "snapshot", place)
        return journal


# MARK: Ways to harm the bytes of a snapshot


def bits(dice, data, journals):
    place = dice.choice([(0, 64), (len(data) - 128, len(data)), (len(data) - 2048, len(data)),
                         (0, len(data)), (0, len(data))])
    for _ in range(dice.choice([1, 1, 2, 8])):
        data[dice.randrange(*place)] ^= 1 << dice.randrange(8)
    return data


def pages(dice, data, journals):
    length = min(dice.choice([512, 4096]), len(data) // 2)
    at, other = (dice.randrange(len(data) // length) * length for _ in range(2))
    new = dice.choice([bytes(length), dice.randbytes(length), bytes(data[other:other + length]), b""])
    data[at:at + length] = new[:len(data) - at]
    return data


def sizes(dice, data, journals):
    if dice.random() < 0.3:
        return data + dice.choice([b"\0", b"\0" * 64, dice.randbytes(100), bytes(4096)])
    return data[:dice.choice([0, 1, 63, 64, 128, len(data) - 1, dice.randrange(len(data))])]


def older(dice, data, journals):
    return journals.older.read_bytes()


def foreign(dice, data, journals):
    return dice.choice([journals.foreign.read_bytes(), b"{}\n", dice.randbytes(5000),
                        (journals.base / "events.ndjson").read_bytes()[:100_000]])


def forged(dice, data, journals):
    """Two snapshots mixed: the head of one and the tail of another."""
    other = dice.choice([journals.older, journals.foreign]).read_bytes()
    at = dice.randrange(min(len(data), len(other)))
    return bytes(data[:at]) + other[at:] if dice.random() < 0.5 else other[:at] + bytes(data[at:])


WAYS = {"bits": bits, "pages": pages, "sizes": sizes, "older": older, "foreign": foreign,
        "mixed": forged}


# MARK: What must hold


def check(trial, dice, journals, journal, what):
    """Some views show what a replay shows, or refuse; the next writer goes on or refuses, and changes no line."""
    for view in dice.sample(VIEWS, 2):
        done = trial.must(*view, journal=journal, codes=(0, 1, 3, 5))
        if done.returncode > 1:
            refused(trial, done, journal, what)
        elif done.stdout != journals.shown[tuple(view)]:
            trial.fault(f"{what}: {view[0]} shows something else", journal)
    if dice.random() > 0.1:
        return
    journals.is_written = True
    before = lines_of(journal)
    done = trial.must("append", journal=journal, source=command(dice), codes=(0, 3, 5))
    trial.figures["writers"] += 1
    if lines_of(journal)[:len(before)] != before:
        trial.fault(f"{what}: a writer changed lines", journal)
    place = journal / "snapshot"
    place.unlink() if place.is_file() else shutil.rmtree(place, ignore_errors=True)
    trial.must("audit", journal=journal)


def refused(trial, done, journal, what):
    trial.figures["refused"] += 1
    told = done.stderr.strip()
    if not told.startswith(b"health-journal: ") or b"snapshot" not in told:
        trial.fault(f"{what}: ended with {done.returncode}: {told.decode()}", journal)


def harm_bytes(trial, dice, journals, name):
    journal = journals.fresh(trial)
    file = journal / "snapshot" / journals.newer.name
    data = WAYS[name](dice, bytearray(file.read_bytes()), journals)
    file.write_bytes(data)
    if dice.random() < 0.5:  # else the older one can take its place
        (journal / "snapshot" / journals.older.name).unlink()
    check(trial, dice, journals, journal, name)


def harm_place(trial, dice, journals):
    """What stands at the place of a snapshot is none, or the name is another line's."""
    journal = journals.fresh(trial)
    file = journal / "snapshot" / journals.newer.name
    kind = dice.choice(["folder", "link", "loop", "pipe", "lower", "no folder", "unreadable new"])
    if kind == "lower":
        file.rename(file.with_name(str(int(file.name) - dice.randrange(1, 50))))
    elif kind == "no folder":
        shutil.rmtree(file.parent)
        file.parent.write_bytes(b"a file")
    elif kind == "unreadable new":
        (file.parent / "new").mkdir()
    else:
        file.unlink()
        {"folder": lambda: file.mkdir(), "link": lambda: file.symlink_to(journals.foreign),
         "loop": lambda: file.symlink_to(file), "pipe": lambda: os.mkfifo(file)}[kind]()
    check(trial, dice, journals, journal, kind)


def truncate_under_reader(trial, dice, journals):
    """A snapshot is cut, emptied, or written over while a reader has it mapped."""
    journal = journals.fresh(trial)
    file = journal / "snapshot" / journals.newer.name
    view = dice.choice(VIEWS)
    environment = {**trial.environment, "HEALTH_JOURNAL": str(journal)}
    reader = subprocess.Popen([trial.program, *view], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              stdin=subprocess.DEVNULL, env=environment)
    wait_until_mapped(reader, file, dice)
    size = file.stat().st_size
    os.truncate(file, dice.choice([0, 64, size // 2, size - 128, size + 4096, dice.randrange(size)]))
    output, told = reader.communicate()
    trial.figures["cut under a reader"] += 1
    if reader.returncode not in (0, 1, 3, 5):
        trial.fault(f"cut under {view[0]}: ended with {reader.returncode}: {told.decode()}", journal)
    elif reader.returncode > 1:
        trial.figures["refused"] += 1
    elif output != journals.shown[tuple(view)]:
        trial.fault(f"cut under {view[0]}: it shows something else", journal)
    check(trial, dice, journals, journal, "cut under a reader")


def wait_until_mapped(reader, file, dice):
    """Waits until a process has a file mapped, and then for a moment at random."""
    maps = pathlib.Path(f"/proc/{reader.pid}/maps")
    for _ in range(20_000):
        try:
            if reader.poll() is not None or str(file) in maps.read_text():
                break
        except OSError:
            break
    for _ in range(dice.randrange(2_000)):
        pass


def run(trial):
    journals = Journals(trial)
    ways = [*WAYS, "bits", "pages", "place", "truncated"]
    for case in trial.each():
        dice, name = trial.dice(case), ways[case % len(ways)]
        trial.figures[name] += 1
        if name == "place":
            harm_place(trial, dice, journals)
        elif name == "truncated":
            truncate_under_reader(trial, dice, journals)
        else:
            harm_bytes(trial, dice, journals, name)
