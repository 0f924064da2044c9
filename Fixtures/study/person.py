"""One person of a study: the rows that the program gives of one journal, and a receipt whatever happened.

The program decides what may be read and what it comes to; here its output is only made narrower: dates are shifted,
columns that are not on the list are dropped. Engines (on_spark.py, on_duckdb.py) call `read` and add nothing of their
own. The schemas are declared: what is written is what stands here, and never a guess from the first rows.
"""
import dataclasses, hashlib, heapq, hmac, json, os, subprocess, tempfile
import pyarrow, pyarrow.compute, pyarrow.csv

# What a study may see of `daily`: no source, no device, no uuid, no line. (name, type in SQL)
ROW = [("person", "string"), ("type", "string"), ("day", "date"), ("value", "string"), ("unit", "string"),
       ("sum", "double"), ("minimum", "double"), ("average", "double"), ("maximum", "double"), ("latest", "double"),
       ("count", "bigint"), ("duration", "double")]
RECEIPT = [("person", "string"), ("outcome", "string"), ("exit", "int"), ("seq", "bigint"), ("chain", "string"),
           ("rows", "bigint"), ("given", "array<string>"), ("refusals", "array<string>"), ("since", "array<string>"),
           ("complaint", "string")]
ARROW = {"string": pyarrow.string(), "bigint": pyarrow.int64(), "int": pyarrow.int32(), "double": pyarrow.float64(),
         "date": pyarrow.date32(), "array<string>": pyarrow.list_(pyarrow.string())}


def schema(fields):
    return pyarrow.schema([(name, ARROW[type]) for name, type in fields])


# How lines come out of an archive: the program reads what the command writes.
ARCHIVES = {".gz": ["gzip", "-dc"], ".age": ["age", "-d", "-i", os.environ.get("STUDY_IDENTITY", "identity.txt")]}


@dataclasses.dataclass(frozen=True)
class Study:
    """What is asked, of everybody alike."""
    program: str      # health-journal
    name: str         # the source whose consent counts
    as_of: str        # as of when: consent and data
    types: tuple      # full identifiers
    key: bytes        # known to nobody who sees the rows
    shift_days: int   # dates are shifted by up to so many days; 0: not at all
    options: tuple = ()  # more options of `daily`
    seconds: float = 3600  # after so long a journal counts as damaged

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


def call(study, path, words, output):
    """Runs the program over a journal; its rows go to `output`, and its code and last complaint come back."""
    archive = next((command for ending, command in ARCHIVES.items() if path.endswith(ending)), None)
    words = [study.program, *words, "--journal", "-" if archive else path]
    environment = {**os.environ, "HEALTH_JOURNAL_CONFIG": "/dev/null"}
    errors = tempfile.TemporaryFile()
    source = subprocess.Popen([*archive, path], stdout=subprocess.PIPE) if archive else None
    try:
        done = subprocess.run(words, stdin=source.stdout if source else subprocess.DEVNULL, stdout=output,
                              stderr=errors, env=environment, timeout=study.seconds)
    except subprocess.TimeoutExpired:
        raise Failed(-1, f"not done after {study.seconds} s") from None
    except OSError as problem:
        raise Failed(-1, f"{study.program}: {problem.strerror}") from None
    finally:
        if source:
            source.stdout.close()
            source.wait()
    # An archive that ends too early may end between two lines, where nobody sees it.
    if source and source.returncode:
        raise Failed(source.returncode, f"{archive[0]} could not read the archive")
    errors.seek(0)
    said = errors.read().decode(errors="replace").splitlines()
    if done.returncode not in (0, 1, 4):
        raise Failed(done.returncode, (said or [f"ended with {done.returncode}"])[-1])
    return done.returncode, (said or [None])[-1]


def table(study, path, words):
    with tempfile.TemporaryFile() as output:
        call(study, path, [*words, "--format", "ndjson"], output)
        output.seek(0)
        return [json.loads(line) for line in output]


def read(study, path):
    """Yields ("row", batch) as often as there are rows, and once, at the end, ("receipt", batch)."""
    found = {"person": study.pseudonym(path), "outcome": "damaged", "exit": -1, "rows": 0, "given": [], "refusals": [],
             "since": []}
    try:
        # Every chain value is computed once, as the receipt names one.
        status = table(study, path, ["status", "--as-of", study.as_of, "--verify"])[0]
        found.update(person=study.pseudonym(status["journal"]), seq=status["seq"], chain=status["chain"])
        consent(study, path, found)
        with tempfile.TemporaryFile() as output:
            # All of it, before a row is handed out: of a run that does not end well there are none.
            view(study, path, found, output)
            found["outcome"] = "read" if found["given"] else "refused"
            if found["outcome"] == "refused":
                output.truncate(0)  # its own samples a source may always read; they are none of a study
                output.seek(0)
            for batch in narrowed(study, output, status["journal"], found["person"]):
                found["rows"] += batch.num_rows
                yield "row", batch
    except Failed as failed:
        found.update(exit=failed.code, complaint=failed.complaint)
    # A complaint names the place of the journal, which may name the person.
    complaint = (found.get("complaint") or "").replace(os.path.join(path, "events.ndjson"), "the journal")
    found["complaint"] = complaint.replace(path, "the journal") or None
    columns = [pyarrow.array([found.get(name)], ARROW[type]) for name, type in RECEIPT]
    yield "receipt", pyarrow.RecordBatch.from_arrays(columns, schema=schema(RECEIPT))


def consent(study, path, found):
    """Who consented as of the moment, to what; and what was decided since."""
    then, now = {}, {}
    for row in table(study, path, ["authorizations", "--history", "--source", study.name]):
        if "read" in row:
            now[row["type"]] = row["read"]
            if row["seq"] <= found["seq"]:
                then[row["type"]] = row["read"]
    for name in study.types:
        before, after = then.get(name, "notDetermined"), now.get(name, "notDetermined")
        if before == "authorized":
            found["given"].append(name)
        else:
            found["refusals"].append(f"{name}: {before}")
        if before != after:
            found["since"].append(f"{name}: {after}")


def view(study, path, found, output):
    """The rows as the program gives them, of the types that are given; where none is, what it says to all of them."""
    words = ["daily", "--as", study.name, "--as-of", study.as_of, "--rights", "then", "--format", "csv", *study.options]
    found["exit"], found["complaint"] = call(
        study, path, [*words, "--type", ",".join(found["given"] or study.types)], output)


def narrowed(study, output, journal, person):
    """The rows with the columns that a study may see, and shifted dates."""
    if not output.tell():
        return
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


def bins(paths, count):
    """The journals in `count` bins of about the same bytes, the greatest first: a great one has its own."""
    def size(path):
        lines = os.path.join(path, "events.ndjson") if os.path.isdir(path) else path
        return os.path.getsize(lines) if os.path.exists(lines) else 0
    filled = [(0, place, []) for place in range(max(1, min(count, len(paths))))]
    for path in sorted(paths, key=lambda path: (-size(path), path)):
        total, place, members = heapq.heappop(filled)
        heapq.heappush(filled, (total + size(path) + 1, place, members + [path]))
    return [members for _, _, members in sorted(filled, key=lambda one: one[1])]
