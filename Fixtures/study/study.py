"""A study of many journals: study.py JOURNALS OUT --as STUDY --as-of TIME --types TYPE,TYPE --key FILE [--engine …]

JOURNALS is a folder of journals (NAME.journal), or of archives of their lines (NAME.ndjson.gz, NAME.ndjson.age). OUT,
which must not exist, gets `rows` (Parquet by type), `receipts` (Parquet, one row a person) and `cells.csv`. Each stage
is counted; where the counts do not balance, or a person is there twice, the exit code is 1 and there are no cells.
"""
import argparse, collections, csv, json, os, pathlib, shutil, subprocess, sys
import person


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("journals", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--as", dest="name", required=True, help="the source whose consent counts")
    parser.add_argument("--as-of", required=True, help="as of when: consent and data, RFC 3339")
    parser.add_argument("--types", required=True, help="types with commas between them")
    parser.add_argument("--key", required=True, type=pathlib.Path,
                        help="a file of 32 random bytes or more, as of `openssl rand -out key 32`")
    parser.add_argument("--shift-days", type=int, default=180, help="dates are shifted by up to so many days; 0: not")
    parser.add_argument("--least", type=int, default=5, help="a cell of fewer people is suppressed")
    parser.add_argument("--engine", choices=["spark", "duckdb"], default="spark")
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    parser.add_argument("--program", default=shutil.which("health-journal") or "health-journal")
    parser.add_argument("--options", default="", help="more options of `daily`, as '--time-zone UTC'")
    return parser.parse_args()


def main():
    asked = arguments()
    key = asked.key.read_bytes()
    if len(key) < 32:
        sys.exit(f"{asked.key} has {len(key)} bytes; a key has 32 or more")
    if asked.out.exists():
        sys.exit(f"{asked.out} is there already; name a new folder")
    study = person.Study(os.path.abspath(asked.program), asked.name, asked.as_of,
                         tuple(identifiers(asked.program, asked.types)), key, asked.shift_days,
                         tuple(asked.options.split()))
    paths = sorted(str(path.absolute()) for path in asked.journals.iterdir()
                   if path.suffix in (".journal", *person.ARCHIVES))
    if not paths:
        sys.exit(f"{asked.journals} holds no NAME.journal and no archive of one")
    if asked.engine == "spark":
        import on_spark as engine
    else:
        import on_duckdb as engine
    receipts, rows, cells = engine.run(study, paths, asked.out, asked.cores, asked.least)
    shutil.rmtree(asked.out / "read")
    counts = balance(len(paths), receipts, rows)
    print(json.dumps(counts))
    if not counts["balances"]:
        sys.exit("the counts do not balance: nothing is published")
    with open(asked.out / "cells.csv", "w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["type", "value", "unit", "people", "days", "mean", "median"])
        writer.writerows(cells)


def identifiers(program, types):
    """The full identifiers of types: receipts and consent name them so."""
    for name in types.split(","):
        said = subprocess.run([program, "types", name, "--format", "ndjson"], capture_output=True, text=True)
        found = [json.loads(line) for line in said.stdout.splitlines()]
        if len(found) != 1:
            sys.exit(f"{name} is not the name of one type")
        yield found[0]["type"]


def balance(found, receipts, rows):
    """How many people and rows there were at each stage, and whether nobody and nothing vanished."""
    outcomes = collections.Counter(receipt["outcome"] for receipt in receipts)
    people = len({receipt["person"] for receipt in receipts})
    counts = {"found": found, "read": outcomes["read"], "refused": outcomes["refused"], "damaged": outcomes["damaged"],
              "people": people, "given": sum(receipt["rows"] for receipt in receipts), "kept": rows}
    counts["balances"] = (found == counts["read"] + counts["refused"] + counts["damaged"] == people
                          and counts["given"] == counts["kept"])
    return counts


main()
