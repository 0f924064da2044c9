"""Every call to the system fails once, or from then on: the answer is right, and nothing acknowledged is lost.

WORKS names what the program does. strace records the calls of each from where the program itself begins; a case draws
one of their names, one call of that name, an error, and whether later ones fail too, and has strace inject it.
Short writes are the system's own: a limit on the size of files, somewhere in the work.

The program must end by no signal, with 0 only where all is done, else with one line that says what failed. After it
every acknowledged line is there, the next writer recovers, and the audit is good.
"""
import re, resource, shutil
from collections import defaultdict
from common import DEMO, STARTED, acknowledged, command, copied, lines_of, made_up, new_journal

SMALL, FULL = 500, 10_000
ERRORS = ["EIO", "ENOSPC", "EDQUOT", "EINTR", "EAGAIN", "EROFS", "EMFILE"]
# What the kernel says again and again only where something else is wrong: a few times, not for ever.
PASSING = {"EINTR", "EAGAIN"}
# Calls that tell nothing of a file: memory, signals, identity, the end.
LEFT_OUT = re.compile("brk|m(un|re|pro)tect|m(un|re)map|munmap|madvise|futex|rt_|sigaltstack|exit|get[tpeug]+id"
                      "|sched_|set_|rseq|prctl|arch_|restart_|clock_|wait4|vfork|clone|execve|getrandom")
CALL = re.compile(r"^(\d+)\s+(\w+)\((.*)")
DONE_WITH = {0, 5}


class Work:
    """What is done: the words of the call, what it is given, and where it is done when the code is 0."""

    def __init__(self, words, source=None, before=(), is_done=lambda trial, journal, done: True,
                 large=False, rewritten=None):
        self.words, self.source, self.before = words, source, before
        self.is_done, self.large = is_done, large
        # Whether a journal has the lines of a work that changes those that stood there.
        self.rewritten = rewritten or (lambda journal: False)


def all_answered(count):
    return lambda trial, journal, done: len(acknowledged(done.stdout)) == count


def has_line(text):
    return lambda trial, journal, done: text in lines_of(journal)[-1]


def other_backup(trial, base):
    """An archive of other lines than the journal's, and those lines."""
    other, file = copied(base, trial.folder / "other"), trial.folder / "other.tar"
    dice = trial.dice("other")
    trial.must("append", journal=other, source=b"".join(command(dice) for _ in range(5)))
    trial.must("backup", file, journal=other)
    trial.must("save", "stepCount", "78", journal=base)
    return file, lines_of(other)


def works(trial, backup, restored):
    dice = trial.dice("works")
    few = b"".join(command(dice) for _ in range(5))
    many = b"".join(command(dice, 400) for _ in range(60))
    file = trial.folder / "steps.csv"
    folder, grown = trial.folder / "tables", trial.folder / "grown"
    second = new_journal(trial, "second", b"".join(command(dice) for _ in range(5)))

    def is_exported(trial, journal, done):
        return file.read_bytes().count(b"\n") > 50

    def has_tables(trial, journal, done):
        return (folder / "manifest.json").exists()

    def has_backup(trial, journal, done):
        return lines_of(folder) == lines_of(journal)

    def is_grown(trial, journal, done):
        return lines_of(grown) == lines_of(journal)

    def has_session(trial, journal, done):
        return (journal / "session").exists()

    def is_erased(journal):
        return b'"event":"erase"' in lines_of(journal)[-1]

    def is_restored(journal):
        return lines_of(journal) == restored

    def has_replaced(trial, journal, done):
        return is_restored(journal) and any(journal.glob("quarantine/replaced-*"))

    start = ["workout", "start", "--activity", "running"]
    found = {
        "append 1": Work(["append", "--batch", "1"], few, is_done=all_answered(5)),
        "append": Work(["append"], many, is_done=all_answered(60)),
        "import": Work(["import", str(DEMO)], is_done=has_line(b'"event":"import"')),
        "import of a journal": Work(["import", str(second)], is_done=has_line(b'"format":"journal"')),
        "configure": Work(["configure", "--week-starts", "sunday"],
                          is_done=has_line(b'"weekStarts":"sunday"')),
        "undo": Work(["undo"], is_done=has_line(b'"event":"revert"')),
        "snapshot": Work(["save", "stepCount", "12"], large=True, is_done=has_line(b'"value":12')),
        "workout start": Work(start, is_done=has_session),
        "workout end": Work(["workout", "end"], before=start, is_done=has_line(b'"kind":"workout"')),
        "export": Work(["export", "samples", "-o", str(file)], is_done=is_exported),
        "erase": Work(["erase", "--type", "stepCount", "--reason", "a test", "--yes"],
                      is_done=has_line(b'"event":"erase"'), rewritten=is_erased),
        "backup": Work(["backup", str(folder)], is_done=has_backup),
        "grown backup": Work(["backup", "--into", str(grown)], is_done=is_grown),
        "restore": Work(["restore", str(backup), "--replace"], is_done=has_replaced,
                        rewritten=is_restored),
        "latest": Work(["latest", "--format", "json"],
                       is_done=lambda trial, journal, done: b"StepCount" in done.stdout),
        "audit": Work(["audit"], is_done=lambda trial, journal, done: done.stdout[:4] == b"good"),
    }
    if trial.full:  # it takes long
        found["export all"] = Work(["export", "all", "-o", str(folder)], is_done=has_tables)
    return found


# MARK: What a work calls


def recorded(trial, work, base):
    """The calls of a work by name: for each the numbers of its calls among its thread's."""
    journal = prepared(trial, work, base)
    trace = trial.folder / "trace"
    done = trial.ended(["strace", "-f", "-o", str(trace), trial.program, *work.words],
                       source=work.source, journal=journal)
    if done.returncode != 0:
        trial.fault(f"{work.words} ends with {done.returncode} under strace: {done.stderr[-300:]}")
    counts, found, loader, main = defaultdict(int), defaultdict(set), None, None
    for line in trace.read_text(errors="replace").splitlines():
        matched = CALL.match(line)
        if not matched:
            continue
        thread, name, rest = matched.groups()
        main = main or thread
        counts[thread, name] += 1
        is_fit = not LEFT_OUT.match(name) and (name != "mmap" or of_file(rest, thread, main))
        # What strace numbers by thread must not mean a call of the loader on the first one.
        if loader is not None and is_fit and counts[thread, name] > loader.get((main, name), 0):
            found[name].add(counts[thread, name])
        if loader is None and name == "fcntl" and rest.startswith("0, F_GETFD"):
            loader = dict(counts)
    return {name: sorted(numbers) for name, numbers in found.items()}


def of_file(arguments, thread, main):
    """Whether a call of `mmap` maps a file, on the first thread."""
    return thread == main and not re.search(r", -1, 0\)", arguments)


def prepared(trial, work, base):
    journal = copied(base, trial.folder / "j")
    shutil.rmtree(trial.folder / "tables", ignore_errors=True)
    copied(trial.folder / "short", trial.folder / "grown")
    if work.before:
        trial.must(*work.before, journal=journal)
    return journal


# MARK: Cases


def injection(dice, calls):
    """One call of one name, an error, and up to which call it stays."""
    name = dice.choice(sorted(calls))
    number, error = dice.choice(calls[name]), dice.choice(ERRORS)
    last = "" if name == "mmap" or dice.random() < 0.5 else "+"
    if last and error in PASSING:
        last = f"..{number + 4}"
    return name, f"inject={name}:error={error}:when={number}{last}"


def limited(size):
    """Sets the size that files may have in a process that is about to begin."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    return limit


def call_failing(trial, dice, work, calls, journal):
    """Runs the work with one fault in it: what was done to it, and how it ended."""
    if dice.random() < 0.1:
        size = max((one.stat().st_size for one in journal.iterdir() if one.is_file()), default=0)
        limit = dice.randrange(100, 2 * size if size < 1_000_000 else size + 40_000)
        done = trial.ended([trial.program, *work.words], source=work.source, journal=journal,
                           preexec_fn=limited(limit))
        return f"no file over {limit} bytes", done
    name, inject = injection(dice, calls)
    words = ["strace", "-f", "--seccomp-bpf", "-qqq", "-o", "/dev/null", "-e", f"trace={name}", "-e",
             inject, trial.program, *work.words]
    return inject, trial.ended(words, source=work.source, journal=journal)


def check(trial, work, base, journal, fault, done):
    place = f"{' '.join(work.words[:2])}, {fault}"
    told = done.stderr.decode(errors="replace").splitlines()
    if done.returncode == 0 and not work.is_done(trial, journal, done):
        trial.fault(f"{place}: ended with 0 and is not done", journal)
    if done.returncode not in DONE_WITH:
        trial.fault(f"{place}: ended with {done.returncode}: {told}", journal)
    elif done.returncode != 0 and not any(line.startswith(STARTED) for line in told) \
            and "write" not in fault and "poll" not in fault:
        trial.fault(f"{place}: ended with {done.returncode} and does not say why: {told}", journal)
    before = lines_of(base)
    is_new = work.rewritten(journal)
    if not is_new and lines_of(journal)[:len(before)] != before:
        trial.fault(f"{place}: lines that stood there before are changed", journal)
    answers = acknowledged(done.stdout) if done.stdout.startswith(b'{"') else {}
    trial.all_there(journal, answers)
    trial.next_writer_works(journal)
    trial.all_there(journal, answers)
    check_backup(trial, place, before, journal)


def check_backup(trial, place, before, journal):
    """The backup that may have grown has lines of the journal, and grows to all of them."""
    grown = trial.folder / "grown"
    found = lines_of(grown)
    if found != before[:len(found)]:
        trial.fault(f"{place}: a backup has other lines", grown)
    trial.must("backup", "--into", grown, journal=journal)
    if lines_of(grown) != lines_of(journal):
        trial.fault(f"{place}: a backup does not grow to all lines", grown)


def run(trial):
    if shutil.which("strace") is None:
        return trial.not_tried("all of it, as there is no strace")
    base = new_journal(trial, "base", made_up(150, trial.seed))
    trial.must("backup", "--into", trial.folder / "short", journal=base)
    trial.must("save", "stepCount", "77", journal=base)
    large = large_journal(trial, base)
    all_works = works(trial, *other_backup(trial, base))
    calls = {name: recorded(trial, work, large if work.large else base)
             for name, work in all_works.items()}
    trial.figures["names of calls"] = len({name for found in calls.values() for name in found})
    trial.figures["calls that can fail"] = sum(
        len(numbers) for found in calls.values() for numbers in found.values())
    for case in trial.each():
        dice = trial.dice(case)
        name = list(all_works)[case % len(all_works)]
        work = all_works[name]
        origin = large if work.large else base
        journal = prepared(trial, work, origin)
        fault, done = call_failing(trial, dice, work, calls[name], journal)
        trial.figures["works that failed"] += done.returncode == 5
        check(trial, work, origin, journal, fault, done)


def large_journal(trial, base):
    """A journal whose next writer finds that a snapshot is due."""
    large = copied(base, trial.folder / "large")
    dice = trial.dice("large")
    for _ in range(9):
        trial.must("append", journal=large, source=command(dice, 950_000))
    shutil.rmtree(large / "snapshot", ignore_errors=True)
    return large
