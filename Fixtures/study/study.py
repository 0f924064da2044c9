"""A study of many journals: study.py JOURNALS OUT --as STUDY --as-of TIME --types TYPE,TYPE --key FILE [--engine …]

JOURNALS is a folder of journals (NAME.journal), or of archives of their lines (NAME.ndjson.gz, NAME.ndjson.age): a path,
or a URL of pyarrow's file systems (file, s3). OUT, which must not exist, gets `rows` (Parquet by type), `receipts`
(Parquet, a row for each journal) and `cells.csv`: a path, or with Spark a URL that the cluster's Spark writes. Each
stage is counted; where the counts do not balance, the exit code is 1 and there are no cells. A question that is wrong
for everybody is asked once before, and ends with 2.
"""
import argparse, csv, dataclasses, datetime, io, itertools, json, os, pathlib, re, shutil, subprocess, sys, tempfile
import person

HERE = pathlib.Path(__file__).parent


def wrong(message):
    print(message, file=sys.stderr)
    sys.exit(2)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("journals", help="a folder of journals, or its URL")
    parser.add_argument("out", help="a new folder, or with Spark its URL")
    parser.add_argument("--as", dest="name", required=True, help="the source whose consent counts")
    parser.add_argument("--as-of", required=True, help="as of when: consent and data, RFC 3339")
    parser.add_argument("--at", help="the moment of asking, RFC 3339; else now: rights that have ended give nothing")
    parser.add_argument("--types", required=True, help="types with commas between them")
    parser.add_argument("--key", required=True, type=pathlib.Path,
                        help="a file of 32 random bytes or more, as of `openssl rand -out key 32`")
    parser.add_argument("--shift-days", type=int, default=180, help="dates are shifted by up to so many days; 0: not")
    parser.add_argument("--least", type=int, default=5, help="a cell of fewer people is suppressed")
    parser.add_argument("--engine", choices=["spark", "duckdb"], default="spark")
    parser.add_argument("--cores", type=int, default=os.cpu_count(), help="of this machine; spark-submit has its own")
    parser.add_argument("--rows-a-task", type=int, default=1_000_000, help="with Spark, how many rows a task writes")
    parser.add_argument("--program", default=shutil.which("health-journal") or "health-journal")
    parser.add_argument("--identity", default="identity.txt", help="the file with which age decrypts archives")
    parser.add_argument("--options", default="", help="more options of `daily`, as '--time-zone UTC'")
    asked = parser.parse_args()
    try:
        at = datetime.datetime.fromisoformat(asked.at) if asked.at else datetime.datetime.now(datetime.timezone.utc)
        asked.at = at.astimezone(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    except ValueError:
        parser.error(f"--at: {asked.at} is no time")
    if min(asked.shift_days, asked.least - 1, asked.cores - 1, asked.rows_a_task - 1) < 0:
        parser.error("--shift-days is 0 or more; --least, --cores and --rows-a-task are 1 or more")
    if asked.engine == "duckdb" and "://" in asked.out.removeprefix("file://"):
        parser.error("without Spark, OUT is a folder of this machine")
    return asked


def question(asked):
    """What is asked of everybody, and of whom; what is wrong with it for everybody is said before anybody is asked."""
    try:
        key = asked.key.read_bytes()
    except OSError as problem:
        wrong(f"{asked.key}: {problem.strerror}")
    if len(key) < 32:
        wrong(f"{asked.key} has {len(key)} bytes; a key has 32 or more")
    study = person.Study(os.path.abspath(asked.program), asked.name, asked.as_of, asked.at, (), key, asked.shift_days,
                         tuple(asked.options.split()), identity=os.path.abspath(asked.identity),
                         journals=asked.journals if "://" in asked.journals else os.path.abspath(asked.journals))
    try:
        study = dataclasses.replace(study, types=tuple(identifiers(study, asked.types)))
        rehearse(study)
        paths = person.found(study.journals)
    except (person.NotStarted, person.Failed, OSError, ValueError) as problem:
        wrong(str(problem))
    if not paths:
        wrong(f"{asked.journals} holds no NAME.journal and no archive of one")
    if any(path.endswith(".age") for path in paths) and not os.path.exists(study.identity):
        wrong(f"{study.identity} is not there; --identity names the file with which age decrypts")
    for command in {person.archive(path)[0] for path in paths if person.archive(path)}:
        shutil.which(command) or wrong(f"there are archives, and no {command} that unpacks them")
    return study, paths


def identifiers(study, types):
    """The full identifiers of types: receipts and consent name them so."""
    for name in dict.fromkeys(types.split(",")):
        found, _, _ = person.table(study, None, ["types", name])
        if len(found) != 1:
            raise ValueError(f"{name} is not the name of one type")
        yield found[0]["type"]


def rehearse(study):
    """Asks the question of an empty journal that gives all, as everybody will be asked."""
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "wb") as nowhere:
        journal = os.path.join(folder, "empty.journal")
        for words in (["init", "--time-zone", "UTC"], ["authorize", study.name, "--read", ",".join(study.types)]):
            person.call(study, journal, words, nowhere)
        list(person.answered(study, journal, {"given": [], "refusals": [], "since": []}))
        # A moment that has passed is before this journal began.
        person.view(study, journal, study.types, nowhere)


def main():
    asked = arguments()
    study, paths = question(asked)
    if asked.engine == "spark":
        from on_spark import Engine
    else:
        from on_duckdb import Engine
    engine = Engine(asked.out, asked.cores, asked.rows_a_task)
    if engine.exists():
        wrong(f"{asked.out} is there already; name a new folder")
    try:
        counts, cells = run(engine, study, paths, asked.least)
        print(json.dumps(counts))
        problem = why_not(counts, engine)
        if not problem:
            engine.write("cells.csv", as_csv(cells))
    except BaseException as fault:
        engine.remove()  # half an answer is none
        said = re.search(r"NotStarted: (.*)", f"{type(fault).__name__}: {fault}")
        if said:
            wrong(said[1])
        raise
    finally:
        engine.stop()
    if problem:
        sys.exit(f"{problem}: nothing is published")


def run(engine, study, paths, least):
    """Asks everybody, and counts; names the journals of people who are there twice."""
    engine.find(study, paths)
    engine.sql("CREATE TEMP VIEW judged AS " + (HERE / "receipts.sql").read_text())
    copies = engine.sql("SELECT person, place, outcome FROM judged WHERE copies > 1 ORDER BY person, place")
    for _, same in itertools.groupby(copies, lambda copy: copy[0]):
        named = ", ".join(f"{paths[place]} ({outcome})" for _, place, outcome in same)
        print("one person's journal is there more than once:", named, file=sys.stderr)
    given = engine.sql("SELECT coalesce(sum(judged.rows), 0) FROM judged")[0][0]
    engine.keep([place for _, place, outcome in copies if outcome == "twice"], int(given))
    counts = balance(len(paths), engine)
    cells = engine.sql((HERE / "cells.sql").read_text().format(least=least))
    engine.remove("read")
    return counts, cells


def balance(found, engine):
    """How many journals, people and rows there were at each stage, and whether nobody and nothing vanished."""
    [counted] = engine.sql((HERE / "counts.sql").read_text())
    receipts, read, refused, damaged, twice, people, once, given = map(int, counted)
    kept = engine.sql("SELECT count(*) FROM rows")[0][0]
    balances = found == receipts == read + refused + damaged + twice and once == receipts - twice and given == kept
    return {"found": found, "read": read, "refused": refused, "damaged": damaged, "twice": twice, "people": people,
            "given": given, "kept": kept, "balances": balances}


def why_not(counts, engine):
    """Why nothing may be published; None where it may."""
    if not counts["balances"]:
        return "the counts do not balance"
    if counts["damaged"] == counts["found"]:
        [(complaint,)] = engine.sql("SELECT complaint FROM receipts GROUP BY complaint ORDER BY count(*) DESC LIMIT 1")
        return f"no journal could be read, most often with: {complaint}"
    return None


def as_csv(cells):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["type", "value", "unit", "people", "days", "mean", "median"])
    writer.writerows(cells)
    return text.getvalue()


main()
