"""The same study on one machine without Spark: threads start the program, DuckDB aggregates and writes Parquet."""
import pathlib
from concurrent.futures import ThreadPoolExecutor
import duckdb, pyarrow, pyarrow.parquet
import person

HERE = pathlib.Path(__file__).parent


def run(study, paths, out, cores, least):
    """Writes `rows` and `receipts` as Parquet; returns the receipts, the number of rows read back, and the cells."""
    for folder in ("read", "receipts", "rows"):
        (out / folder).mkdir(parents=True)

    def one(numbered):
        place, path = numbered
        found = {"row": [], "receipt": []}
        for kind, batch in person.read(study, path):
            found[kind].append(batch)
        if found["row"]:
            rows = pyarrow.Table.from_batches(found["row"], person.schema(person.ROW))
            pyarrow.parquet.write_table(rows, out / "read" / f"{place}.parquet")
        return found["receipt"][0]

    # The greatest first, so that nobody waits for it at the end.
    ordered = [path for members in person.bins(paths, len(paths)) for path in members]
    with ThreadPoolExecutor(cores) as pool:
        receipts = pyarrow.Table.from_batches(pool.map(one, enumerate(ordered)), person.schema(person.RECEIPT))
    pyarrow.parquet.write_table(receipts, out / "receipts" / "receipts.parquet")
    database = duckdb.connect(config={"threads": cores})
    database.register("none", person.schema(person.ROW).empty_table())
    if any((out / "read").iterdir()):
        database.execute(f"COPY (SELECT * FROM read_parquet('{out}/read/*.parquet') ORDER BY type, person, day) "
                         f"TO '{out}/rows' (FORMAT parquet, PARTITION_BY (type), OVERWRITE_OR_IGNORE)")
        names = ", ".join(f'"{name}"' for name, _ in person.ROW)
        database.execute(f"CREATE VIEW rows AS SELECT {names} FROM read_parquet('{out}/rows/*/*.parquet')")
    else:
        database.execute("CREATE VIEW rows AS SELECT * FROM none")
    count = database.execute("SELECT count(*) FROM rows").fetchone()[0]
    cells = database.execute((HERE / "cells.sql").read_text().format(least=least)).fetchall()
    return pyarrow.parquet.read_table(out / "receipts" / "receipts.parquet").to_pylist(), count, cells
