"""The same study on one machine without Spark: threads start the program, DuckDB aggregates and writes Parquet."""
import pathlib, shutil
from concurrent.futures import ThreadPoolExecutor
import duckdb, pyarrow, pyarrow.parquet
import person


class Engine:
    """What a study does with people's rows (study.py); on_spark.py has another one."""

    def __init__(self, out, cores, _):
        self.out, self.cores = pathlib.Path(out.removeprefix("file://")).absolute(), cores
        self.database = duckdb.connect(config={"threads": cores})

    def sql(self, text):
        return self.database.execute(text).fetchall()

    def find(self, study, paths):
        """Makes the view `found`, of what was found of each journal."""
        (self.out / "read").mkdir(parents=True)
        # The greatest first, so that nobody waits for it at the end.
        ordered = [numbered for members in person.bins(study, paths, len(paths)) for numbered in members]
        with ThreadPoolExecutor(self.cores) as pool:
            receipts = pyarrow.Table.from_batches(pool.map(lambda numbered: self.one(study, *numbered), ordered),
                                                  person.schema(person.RECEIPT))
        self.database.register("found", receipts.append_column("place", pyarrow.array([place for place, _ in ordered])))

    def one(self, study, place, path):
        *rows, (_, receipt) = person.read(study, path)
        if rows:
            pyarrow.parquet.write_table(pyarrow.Table.from_batches([batch for _, batch in rows]),
                                        self.out / "read" / f"{place}.parquet")
        return receipt

    def keep(self, twice, given):
        """Writes what was judged as `receipts`, and the `rows` of all but the journals that are `twice`."""
        for place in twice:
            (self.out / "read" / f"{place}.parquet").unlink(missing_ok=True)
        for folder in ("receipts", "rows"):
            (self.out / folder).mkdir()
        receipts, rows = (", ".join(f'"{name}"' for name, _ in fields) for fields in (person.RECEIPT, person.ROW))
        written = f"{self.out}/receipts/receipts.parquet"
        self.sql(f"COPY (SELECT {receipts} FROM judged ORDER BY person) TO '{written}' (FORMAT parquet)")
        self.sql(f"CREATE TEMP VIEW receipts AS SELECT * FROM read_parquet('{written}')")
        if given:
            self.sql(f"COPY (SELECT * FROM read_parquet('{self.out}/read/*.parquet') ORDER BY type, person, day) "
                     f"TO '{self.out}/rows' (FORMAT parquet, PARTITION_BY (type), OVERWRITE_OR_IGNORE)")
            self.sql(f"CREATE TEMP VIEW rows AS SELECT {rows} FROM read_parquet('{self.out}/rows/*/*.parquet')")
        else:
            self.database.register("rows", person.schema(person.ROW).empty_table())

    def exists(self):
        return self.out.exists()

    def remove(self, name=""):
        shutil.rmtree(self.out / name, ignore_errors=True)

    def write(self, name, text):
        (self.out / name).write_text(text, encoding="utf-8")

    def stop(self):
        self.database.close()
