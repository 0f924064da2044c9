"""The study on Spark: the program is the partition function (mapInArrow), Spark aggregates and writes Parquet."""
import dataclasses, os, pathlib, sys
import pyarrow
import person
from pyspark import SparkFiles
from pyspark.sql import SparkSession
from pyspark.sql.functions import expr

HERE = pathlib.Path(__file__).parent
# Rows and receipts come out of one run: a column tells them apart, the other's columns are null.
BOTH = [("kind", "string"), ("place", "bigint"), *person.RECEIPT, *[field for field in person.ROW if field[0] != "person"]]


def declared(fields):
    return ", ".join(f"`{name}` {type}" for name, type in fields)


def names(fields):
    return [name for name, _ in fields]


def session(cores):
    """The session of spark-submit, which has said where and with what; without it, one of this machine."""
    asked = SparkSession.builder.appName("study").config("spark.sql.session.timeZone", "UTC")
    if "PYSPARK_GATEWAY_PORT" not in os.environ:
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        asked = (asked.master(f"local[{cores}]").config("spark.ui.enabled", "false")
                 .config("spark.sql.shuffle.partitions", 2 * cores).config("spark.driver.memory", "2g")
                 .config("spark.log.level", "ERROR").config("spark.ui.showConsoleProgress", "false"))
    spark = asked.getOrCreate()
    for module in ("person.py", "on_spark.py"):
        spark.sparkContext.addPyFile(str(HERE / module))
    return spark


def brought(path):
    """A file as it is where this runs: what spark-submit brought here with --files, or else the path itself."""
    here = SparkFiles.get(os.path.basename(path))
    return os.path.abspath(here) if os.path.exists(here) else path


def reader(study):
    """The partition function: numbers and paths of journals in, rows and receipts out."""
    def read(batches):
        here = dataclasses.replace(study, program=brought(study.program), identity=brought(study.identity))
        for batch in batches:
            for place, path in zip(batch.column("place").to_pylist(), batch.column("path").to_pylist()):
                for kind, found in person.read(here, path):
                    yield both(kind, place, found)
    return read


def both(kind, place, found):
    count = found.num_rows
    columns = dict(zip(found.schema.names, found.columns), kind=pyarrow.array([kind] * count),
                   place=pyarrow.array([place] * count))
    arrays = [columns.get(name, pyarrow.nulls(count, person.ARROW[type])) for name, type in BOTH]
    return pyarrow.RecordBatch.from_arrays(arrays, schema=person.schema(BOTH))


class Engine:
    """What a study does with people's rows (study.py), on the executors; on_duckdb.py has another one."""

    def __init__(self, out, cores, rows_a_task):
        self.spark, self.rows_a_task = session(cores), rows_a_task
        # A path is this machine's, whatever file system the cluster takes for its own.
        self.out = out if "://" in out else "file://" + os.path.abspath(out)
        hadoop = self.spark.sparkContext._jvm.org.apache.hadoop.fs
        self.path = lambda name="": hadoop.Path(f"{self.out}/{name}" if name else self.out)
        self.files = self.path().getFileSystem(self.spark.sparkContext._jsc.hadoopConfiguration())

    def sql(self, text):
        return [tuple(row) for row in self.spark.sql(text).collect()]

    def find(self, study, paths):
        """Makes the view `found`, of what was found of each journal."""
        context, self.types = self.spark.sparkContext, len(study.types)
        # Small enough that a task that is run again costs little, and some for each core.
        bins = person.bins(study, paths, max(8 * context.defaultParallelism, len(paths) // 200))
        listed = (context.parallelize(bins, len(bins)).flatMap(lambda members: members)
                  .toDF("place bigint, path string"))
        listed.mapInArrow(reader(study), declared(BOTH)).write.partitionBy("kind").parquet(f"{self.out}/read")
        self.read = self.spark.read.schema(declared(BOTH)).parquet(f"{self.out}/read")
        self.read.where("kind = 'receipt'").createOrReplaceTempView("found")

    def keep(self, twice, given):
        """Writes what was judged as `receipts`, and the `rows` of all but the journals that are `twice`."""
        self.spark.table("judged").select(names(person.RECEIPT)).write.parquet(f"{self.out}/receipts")
        rows = self.read.where("kind = 'row'")
        if twice:
            rows = rows.where(~rows.place.isin(twice))
        # By type and pseudonym: a type is not one task's alone.
        pieces = max(1, given // (self.rows_a_task * self.types))
        (rows.select(names(person.ROW)).repartition(pieces * self.types, "type", expr(f"pmod(xxhash64(person), {pieces})"))
         .sortWithinPartitions("type", "person", "day").write.partitionBy("type").parquet(f"{self.out}/rows"))
        for name, fields in (("receipts", person.RECEIPT), ("rows", person.ROW)):
            (self.spark.read.schema(declared(fields)).parquet(f"{self.out}/{name}").createOrReplaceTempView(name))

    def exists(self):
        return self.files.exists(self.path())

    def remove(self, name=""):
        self.files.delete(self.path(name), True)

    def write(self, name, text):
        self.files.setWriteChecksum(False)
        stream = self.files.create(self.path(name))
        stream.write(bytearray(text, "utf-8"))
        stream.close()

    def stop(self):
        self.spark.stop()
