"""What the fault tests share: the program from outside, journals to harm, and what must hold after a fault.

A test is a file with SMALL and FULL, how many cases it takes, and `run(trial)`. Every case draws from dice of its
own, so that `--seed N --case M` does the same again.
"""
import hashlib, json, os, pathlib, random, shutil, subprocess, tempfile, time
from collections import Counter

PROJECT = pathlib.Path(__file__).resolve().parents[2]
DEMO = PROJECT / "Fixtures" / "demo" / "export.xml"
STARTED = "health-journal: "


class Trial:
    """One test while it runs: its options, its figures and what it found."""

    def __init__(self, name, options, count):
        self.name, self.seed, self.count = name, options.seed, count
        self.full, self.one = options.full, options.case
        self.program = str(options.program)
        self.end = time.monotonic() + 60 * options.minutes if options.minutes else None
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"faults-{name}-", dir=options.folder))
        self.cases, self.case, self.faults = 0, None, 0
        self.figures, self.unmet = Counter(), []
        self.begin = time.monotonic()
        self.environment = {**os.environ, "HEALTH_JOURNAL_CONFIG": "/dev/null", "TZ": "UTC",
                            "XDG_STATE_HOME": str(self.folder / "state")}
        self.environment.pop("HEALTH_JOURNAL", None)

    # MARK: Cases

    def each(self, count=None):
        """The numbers of the cases, until there are enough or the time is over."""
        for case in range(self.count if count is None else count):
            if self.one is not None and case != self.one:
                continue
            if self.is_over():
                return
            self.case = case
            self.cases += 1
            yield case
        self.case = None

    def is_over(self):
        return self.end is not None and time.monotonic() > self.end

    def dice(self, *words):
        """Random numbers of a case, the same in every run with this seed."""
        return random.Random("/".join(map(str, (self.seed, self.name, *words))))

    def fault(self, text, keep=None):
        """Says what did not hold, and keeps a copy of the journal."""
        self.faults += 1
        where = f"case {self.case}" if self.case is not None else "set up"
        if self.faults <= 20:
            print(f"FAULT {self.name}, seed {self.seed}, {where}: {text}", flush=True)
            if keep is not None and keep.exists():
                kept = self.folder / f"fault-{self.faults}"
                shutil.copytree(keep, kept) if keep.is_dir() else shutil.copy(keep, kept)
                print(f"  kept: {kept}", flush=True)

    def not_tried(self, text):
        if text not in self.unmet:
            self.unmet.append(text)

    def closing(self):
        """The closing line: how much was tried, and what came of it."""
        figures = "; ".join(f"{number:,} {name}" for name, number in self.figures.items())
        unmet = "".join(f"; not tried: {text}" for text in self.unmet)
        return (f"{self.name}: {self.cases:,} cases, {self.faults} faults, "
                f"{time.monotonic() - self.begin:.0f} s, seed {self.seed}"
                + (f"; {figures}" if figures else "") + unmet)

    # MARK: The program

    def call(self, *words, **more):
        """Runs the program to its end; a signal or a program that hangs is a fault."""
        return self.ended([self.program, *map(str, words)], **more)

    def ended(self, words, source=None, journal=None, seconds=120, **more):
        environment = dict(self.environment)
        if journal is not None:
            environment["HEALTH_JOURNAL"] = str(journal)
        stdin = open(source, "rb") if isinstance(source, pathlib.Path) else None
        given = {"stdin": stdin or subprocess.DEVNULL} if not isinstance(source, bytes) \
            else {"input": source}
        try:
            done = subprocess.run(words, capture_output=True, env=environment, timeout=seconds,
                                  **given, **more)
        except subprocess.TimeoutExpired:
            self.fault(f"does not end: {' '.join(words)}", journal)
            return subprocess.CompletedProcess(words, 124, b"", b"")
        finally:
            if stdin:
                stdin.close()
        if done.returncode < 0 or done.returncode > 143 or done.returncode in range(132, 140):
            self.fault(f"ended by a signal ({done.returncode}): {' '.join(words)}: "
                       f"{done.stderr[-300:].decode(errors='replace')}", journal)
        return done

    def must(self, *words, codes=(0,), **more):
        """A call that has to end with one of these codes."""
        done = self.call(*words, **more)
        if done.returncode not in codes:
            self.fault(f"ended with {done.returncode}, not {codes}: {' '.join(map(str, words))}: "
                       f"{(done.stderr + done.stdout)[-300:].decode(errors='replace')}",
                       more.get("journal"))
        return done

    # MARK: What must hold

    def next_writer_works(self, journal, codes=(0,)):
        """The next writer recovers, its command is acknowledged and there; `codes` of the audit."""
        self.figures["next writers"] += 1
        done = self.must("append", journal=journal, source=command(self.dice("next", self.case)))
        answers = acknowledged(done.stdout)
        self.must("audit", journal=journal, codes=codes)
        self.all_there(journal, answers)
        return lines_of(journal)

    def all_there(self, journal, answers):
        """Every acknowledged line is in the file, with the uuids of its answer."""
        lines = lines_of(journal)
        self.figures["acknowledgements"] += len(answers)
        for sequence, uuids in answers.items():
            line = lines[sequence - 1] if sequence <= len(lines) else b""
            if any(uuid.encode() not in line for uuid in uuids):
                self.figures["lost"] += 1
                self.fault(f"line {sequence} was acknowledged and is lost", journal)
                return


# MARK: Journals and commands


def acknowledged(output):
    """The uuids by line that the complete lines of an `append`'s output acknowledge."""
    found = {}
    for line in output.split(b"\n")[:-1]:
        answer = json.loads(line)
        if "seq" in answer:
            found[answer["seq"]] = answer.get("uuids", [])
    return found


def lines_of(journal):
    """The complete lines of a journal, each with its line feed."""
    data = (journal / "events.ndjson").read_bytes()
    return data[:data.rfind(b"\n") + 1].splitlines(keepends=True)


def uuid_of(dice):
    number = f"{dice.getrandbits(128):032X}"
    return f"{number[:8]}-{number[8:12]}-4{number[13:16]}-8{number[17:20]}-{number[20:]}"


def save(thing, source="Watch"):
    return {"event": "save", "by": "owner", "objects": [{**thing, "source": {"name": source}}]}


def steps(dice, padding=0):
    """A sample of steps with a uuid of its own."""
    day, hour = dice.randrange(1, 29), dice.randrange(24)
    thing = {"kind": "quantity", "uuid": uuid_of(dice), "type": "HKQuantityTypeIdentifierStepCount",
             "start": f"2026-02-{day:02}T{hour:02}:00:00Z", "end": f"2026-02-{day:02}T{hour:02}:10:00Z",
             "value": dice.randrange(1, 900), "unit": "count"}
    if padding:
        thing["metadata"] = {"note": "x" * padding}
    return save(thing)


def command(dice, padding=0):
    return json.dumps(steps(dice, padding)).encode() + b"\n"


def made_up(count, seed):
    """Commands of all kinds, some of which the rules refuse."""
    script = PROJECT / "Tests" / "SameOutput" / "made_up.py"
    return subprocess.run(["python3", script, str(count), str(seed)], capture_output=True,
                          check=True).stdout


def new_journal(trial, name, commands=b"", zone="Europe/Berlin"):
    journal = trial.folder / name
    trial.must("init", "--time-zone", zone, journal=journal)
    if commands:
        trial.must("append", journal=journal, source=commands, codes=(0, 4))
    return journal


def copied(base, journal):
    shutil.rmtree(journal, ignore_errors=True)
    shutil.copytree(base, journal)
    return journal


# MARK: The chain, by another program than the one that is tested


def sha256(data):
    return hashlib.sha256(data).digest()


def digest_of(line):
    """The digest of a line that was not erased, from its bytes."""
    return sha256(b"\x00" + line[:line.rindex(b',"chain":"')])


def sealed(body, previous):
    """The line of a body that ends before `,"chain":"`, after a chain value of 32 bytes."""
    chain = sha256(b"\x01" + previous + sha256(b"\x00" + body))
    return body + b',"chain":"' + chain.hex().encode() + b'"}\n'


def chain_at_end(line):
    return bytes.fromhex(line[-67:-3].decode())
