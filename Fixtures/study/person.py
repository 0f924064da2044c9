"""One person of a study: the rows that the program gives of one journal, and a receipt whatever happened.

The program decides what may be read and what it comes to; here its output is only made narrower: dates are shifted,
columns that are not on the list are dropped. Engines (on_spark.py, on_duckdb.py) call `read` and add nothing of their
own. The schemas are declared: what is written is what stands here, and never a guess from the first rows.
"""
import contextlib, dataclasses, datetime, functools, hashlib, heapq, hmac, json, os, shutil, subprocess, tempfile
from concurrent.futures import ThreadPoolExecutor
import pyarrow, pyarrow.compute, pyarrow.csv, pyarrow.fs

# What a study may see of `daily`: no source, no device, no uuid, no line. (name, type in SQL)
ROW = [("person", "string"), ("type", "string"), ("day", "date"), ("value", "string"), ("unit", "string"),
       ("sum", "double"), ("minimum", "double"), ("average", "double"), ("maximum", "double"), ("latest", "double"),
       ("count", "bigint"), ("duration", "double")]
RECEIPT = [("person", "string"), ("asked", "string"), ("outcome", "string"), ("exit", "int"), ("seq", "bigint"),
           ("chain", "string"), ("rows", "bigint"), ("given", "array<string>"), ("refusals", "array<string>"),
           ("since", "array<string>"), ("complaint", "string")]
ARROW = {"string": pyarrow.string(), "bigint": pyarrow.int64(), "int": pyarrow.int32(), "double": pyarrow.float64(),
         "date": pyarrow.date32(), "array<string>": pyarrow.list_(pyarrow.string())}


def schema(fields):
    return pyarrow.schema([(name, ARROW[type]) for name, type in fields])


# How lines come out of an archive; {identity} is a file with the key of age.
ARCHIVES = {".gz": ["gzip", "-dc"], ".age": ["age", "-d", "-i", "{identity}"]}


def archive(path):
    """The command that unpacks a journal, by the ending of its name; None for a folder."""
    return next((command for ending, command in ARCHIVES.items() if path.endswith(ending)), None)


@dataclasses.dataclass(frozen=True)
class Study:
    """What is asked, of everybody alike."""
    program: str      # health-journal
    name: str         # the source whose consent counts
    as_of: str        # as of when: consent and data
    asked: str        # the moment of asking: a right that has ended by then gives nothing
    types: tuple      # full identifiers
    key: bytes        # known to nobody who sees the rows
    shift_days: int   # dates are shifted by up to so many days; 0: not at all
    options: tuple = ()  # more options of `daily`
    seconds: float = 3600  # after so long a journal counts as damaged
    journals: str = "/"  # the folder of the journals: a URL of pyarrow's file systems, or an absolute path
    identity: str = "identity.txt"  # with which age decrypts

    def pseudonym(self, what):
        return hmac.new(self.key, b"person:" + what.encode(), hashlib.sha256).hexdigest()[:16]

    def shift(self, journal):
        """The days by which the dates of a person are shifted: always the same, and never none."""
        if not self.shift_days:
            return 0
        drawn = int.from_bytes(hmac.new(self.key, b"shift:" + journal.encode(), hashlib.sha256).digest()[:8], "big")
        days = drawn % (2 * self.shift_days) - self.shift_days
        return days + 1 if days >= 0 else days


class Failed(Exception):
    """The program ended with a code that says why there are no rows."""
    def __init__(self, code, complaint):
        super().__init__(complaint)
        self.code, self.complaint = code, complaint


class NotStarted(Exception):
    """The program cannot be started here: that is nobody's receipt, and the study cannot go on."""


@functools.lru_cache
def place(journals):
    """The file system that a URL or an absolute path names, and the path in it."""
    return pyarrow.fs.FileSystem.from_uri(journals)


def found(journals):
    """The paths of the journals in a folder, and of archives of their lines, sorted."""
    system, folder = place(journals)
    return sorted(info.path for info in system.get_file_info(pyarrow.fs.FileSelector(folder))
                  if info.path.endswith((".journal", *ARCHIVES)))


def lines(path):
    """Where the lines of a journal are: in the archive itself, or in the folder's file."""
    return path if archive(path) else f"{path}/events.ndjson"


@contextlib.contextmanager
def at_hand(study, path):
    """A folder of this machine with the journal: its own, or one with its lines, which are brought once for all calls."""
    system, _ = place(study.journals)
    unpack = archive(path)
    if isinstance(system, pyarrow.fs.LocalFileSystem) and not unpack:
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        with (system.open_input_stream(lines(path), compression=None) as packed,
              open(os.path.join(folder, "events.ndjson"), "wb") as out):
            if unpack:
                unpacked([word.format(identity=study.identity) for word in unpack], packed, out)
            else:
                shutil.copyfileobj(packed, out, 1 << 20)
        yield folder


def unpacked(command, packed, out):
    try:
        unpacking = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=subprocess.DEVNULL)
    except OSError as problem:
        raise NotStarted(f"{command[0]} could not be started: {problem.strerror}") from None
    with unpacking, contextlib.suppress(BrokenPipeError):  # it may end before all is read
        shutil.copyfileobj(packed, unpacking.stdin, 1 << 20)
    # An archive that ends too early may end between two lines, where nobody sees it.
    if unpacking.returncode:
        raise Failed(unpacking.returncode, f"{command[0]} could not read the archive")


def call(study, journal, words, output):
    """Runs the program over a journal, or over none; what it prints goes to `output`. Returns its exit code (0: there
    is something; 1: the answer is no; 4: a rule refused) and its last complaint."""
    words = [study.program, *words, *(["--journal", journal] if journal else [])]
    environment = {**os.environ, "HEALTH_JOURNAL_CONFIG": "/dev/null"}
    with tempfile.TemporaryFile() as errors:
        try:
            done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, env=environment,
                                  timeout=study.seconds)
        except subprocess.TimeoutExpired:
            raise Failed(-1, f"not done after {study.seconds} s") from None
        except OSError as problem:
            raise NotStarted(f"{study.program} could not be started: {problem.strerror}") from None
        errors.seek(0)
        said = errors.read().decode(errors="replace").splitlines()
    if done.returncode not in (0, 1, 4):
        raise Failed(done.returncode, (said or [f"ended with {done.returncode}"])[-1])
    return done.returncode, (said or [None])[-1]


def table(study, journal, words):
    """The rows of a view, none where the answer is no; its exit code and its last complaint."""
    with tempfile.TemporaryFile() as output:
        code, complaint = call(study, journal, [*words, "--format", "ndjson"], output)
        output.seek(0)
        return [json.loads(line) for line in output] if code == 0 else [], code, complaint


def read(study, path):
    """Yields ("row", batch) as often as there are rows, and once, at the end, ("receipt", batch)."""
    name = os.path.basename(path)
    receipt = {"person": study.pseudonym(name), "asked": study.asked, "outcome": "damaged", "exit": -1, "rows": 0,
               "given": [], "refusals": [], "since": []}
    rows, here = [], path
    try:
        with at_hand(study, path) as here:
            # All of them, before one is handed out: of a journal that ends badly there are none.
            rows = list(answered(study, here, receipt))
        receipt["rows"] = sum(batch.num_rows for batch in rows)
    except Failed as failed:
        receipt.update(outcome="damaged", exit=failed.code, complaint=failed.complaint)
    except NotStarted:
        raise
    except Exception as problem:  # anything that is wrong with one journal is its own affair
        # What a file system says helps; what others say may quote a cell.
        said = f": {problem}" if isinstance(problem, OSError) else ""
        receipt.update(outcome="damaged", exit=-1, complaint=type(problem).__name__ + said)
    for batch in rows:
        yield "row", batch
    receipt["complaint"] = anonymous(receipt.get("complaint"), lines(here), here, lines(path), path, name)
    columns = [pyarrow.array([receipt.get(name)], ARROW[type]) for name, type in RECEIPT]
    yield "receipt", pyarrow.RecordBatch.from_arrays(columns, schema=schema(RECEIPT))


def anonymous(complaint, *places):
    """A complaint without the place of the journal, which may name the person."""
    for place in places:
        complaint = complaint and complaint.replace(place, "the journal")
    return complaint


def answered(study, journal, receipt):
    """Yields the rows of a journal, and fills in its receipt."""
    # Every chain value is computed once, as the receipt names one.
    begun, code, complaint = table(study, journal, ["status", "--as-of", study.as_of, "--verify"])
    # A journal that had not begun at the moment has a person all the same, who may have consented since.
    [status] = begun or table(study, journal, ["status", "--verify"])[0]
    receipt["person"] = study.pseudonym(status["journal"])
    if begun:
        receipt.update(seq=status["seq"], chain=status["chain"])
    consent(study, journal, receipt, status["seq"] if begun else 0)
    if not begun:
        receipt.update(outcome="refused", exit=code, complaint=complaint)
        return
    with tempfile.TemporaryFile() as output:
        code, complaint = view(study, journal, receipt["given"] or study.types, output)
        # Its own samples a source may always read; they are none of a study.
        given = receipt["given"] and code != 4
        receipt.update(outcome="read" if given else "refused", exit=code, complaint=complaint)
        if given and code == 0:
            yield from narrowed(study, output, status["journal"], receipt["person"])


def consent(study, journal, receipt, seq):
    """Who consented up to a line, to what; and what was decided since."""
    then, now = {}, {}
    for row in table(study, journal, ["authorizations", "--history", "--source", study.name])[0]:
        if "read" in row:
            now[row["type"]] = "ended" if row["read"] == "authorized" and has_ended(row, study.asked) else row["read"]
            if row["seq"] <= seq:
                then[row["type"]] = now[row["type"]]
    for name in study.types:
        before, after = then.get(name, "notDetermined"), now.get(name, "notDetermined")
        if before == "authorized":
            receipt["given"].append(name)
        else:
            receipt["refusals"].append(f"{name}: {before}")
        if before != after:
            receipt["since"].append(f"{name}: {after}")


def has_ended(row, asked):
    """Whether a right has an end, and it is not after the moment of asking."""
    time = datetime.datetime.fromisoformat
    return "readUntil" in row and time(row["readUntil"]) <= time(asked)


def view(study, journal, types, output):
    """The rows as the program gives them, its exit code and its complaint."""
    words = ["daily", "--as", study.name, "--as-of", study.as_of, "--rights", "then", "--at", study.asked,
             "--format", "csv", *study.options]
    return call(study, journal, [*words, "--type", ",".join(types)], output)


def narrowed(study, output, journal, person):
    """The rows with the columns that a study may see, and shifted dates."""
    output.seek(0)
    kinds = {name: ARROW[type] for name, type in ROW[1:]}
    batches = pyarrow.csv.open_csv(output, convert_options=pyarrow.csv.ConvertOptions(
        column_types=kinds, include_columns=list(kinds), null_values=[""], strings_can_be_null=True))
    shift = pyarrow.scalar(study.shift(journal), pyarrow.int32())
    for batch in batches:
        if batch.num_rows == 0:
            continue
        columns = dict(zip(batch.schema.names, batch.columns))
        days = pyarrow.compute.add(columns["day"].cast(pyarrow.int32()), shift)
        columns["day"] = days.cast(pyarrow.date32())
        columns["person"] = pyarrow.array([person] * batch.num_rows)
        yield pyarrow.RecordBatch.from_arrays([columns[name] for name, _ in ROW], schema=schema(ROW))


def bins(study, paths, count):
    """The journals, as (number, path), in `count` bins of about the same bytes, the greatest first: a great one has its
    own."""
    system, _ = place(study.journals)

    def size(path):
        try:
            return system.get_file_info(lines(path)).size or 0
        except OSError:
            return 0

    with ThreadPoolExecutor(64) as pool:  # an object store answers one question after the other slowly
        journals = sorted(zip(pool.map(size, paths), enumerate(paths)), key=lambda one: (-one[0], one[1]))
    filled = [(0, place, []) for place in range(max(1, min(count, len(paths))))]
    for size_of_one, numbered in journals:
        total, first, members = heapq.heappop(filled)
        members.append(numbered)
        heapq.heappush(filled, (total + size_of_one + 1, first, members))
    return [members for _, _, members in sorted(filled, key=lambda one: one[1])]
