"""The study on Spark: the program is the partition function (mapInArrow), Spark aggregates and writes Parquet."""
import os, pathlib, sys
import pyarrow
import person

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
from pyspark.sql import SparkSession

HERE = pathlib.Path(__file__).parent
# Rows and receipts come out of one run: a column tells them apart, the other's columns are null.
BOTH = [("kind", "string"), *person.RECEIPT, *[field for field in person.ROW if field[0] != "person"]]


def declared(fields):
    return ", ".join(f"`{name}` {type}" for name, type in fields)


def session(cores):
    spark = (SparkSession.builder.master(f"local[{cores}]").appName("study")
             .config("spark.ui.enabled", "false").config("spark.sql.session.timeZone", "UTC")
             .config("spark.sql.shuffle.partitions", 2 * cores).config("spark.driver.memory", "2g")
             .config("spark.log.level", "ERROR").config("spark.ui.showConsoleProgress", "false").getOrCreate())
    for module in ("person.py", "on_spark.py"):
        spark.sparkContext.addPyFile(str(HERE / module))
    return spark


def reader(study):
    """The partition function: journals in, rows and receipts out."""
    def read(batches):
        for batch in batches:
            for path in batch.column("path").to_pylist():
                for kind, found in person.read(study, path):
                    yield both(kind, found)
    return read


def both(kind, found):
    columns = dict(zip(found.schema.names, found.columns), kind=pyarrow.array([kind] * found.num_rows))
    arrays = [columns.get(name, pyarrow.nulls(found.num_rows, person.ARROW[type])) for name, type in BOTH]
    return pyarrow.RecordBatch.from_arrays(arrays, schema=person.schema(BOTH))


def run(study, paths, out, cores, least):
    """Writes `rows` and `receipts` as Parquet; returns the receipts, the number of rows read back, and the cells."""
    spark = session(cores)
    bins = person.bins(paths, 8 * cores)
    listed = (spark.sparkContext.parallelize(bins, len(bins)).flatMap(lambda members: [(path,) for path in members])
              .toDF("path string"))
    listed.mapInArrow(reader(study), declared(BOTH)).write.partitionBy("kind").parquet(f"{out}/read")
    read = spark.read.schema(declared(BOTH)).parquet(f"{out}/read")
    (read.where("kind = 'receipt'").select([name for name, _ in person.RECEIPT]).coalesce(1)
     .write.parquet(f"{out}/receipts"))
    (read.where("kind = 'row'").select([name for name, _ in person.ROW]).repartition("type")
     .sortWithinPartitions("type", "person", "day").write.partitionBy("type").parquet(f"{out}/rows"))
    receipts = spark.read.schema(declared(person.RECEIPT)).parquet(f"{out}/receipts").toArrow().to_pylist()
    rows = spark.read.schema(declared(person.ROW)).parquet(f"{out}/rows")
    rows.createOrReplaceTempView("rows")
    cells = spark.sql((HERE / "cells.sql").read_text().format(least=least)).collect()
    count = rows.count()
    spark.stop()
    return receipts, count, [tuple(cell) for cell in cells]
