"""What a study costs, in seconds of processors: measure.py PROGRAM JOURNALS WAY ...

A WAY is `daily` (the program's view alone, one process a journal), `calls` (all that person.py calls), `duckdb`, `spark`,
`cluster` (by spark-submit, two executors of this machine), `start` (a Spark session that does nothing) or `sql` (Spark
SQL over the raw lines, as oracle.sql has it). A control group of Linux counts for all processes that are started, so it
needs the right to make one. Page cache warm, journals without snapshots.
"""
import os, pathlib, shutil, subprocess, sys, tempfile, time

here = pathlib.Path(__file__).parent
program, folder, *ways = sys.argv[1:]
folder = pathlib.Path(folder).absolute()
STUDY, TYPES, MOMENT = "org.example.study", "stepCount,heartRate,activeEnergyBurned,distanceWalkingRunning,sleepAnalysis", "now"
CORES = str(os.cpu_count())
GROUPS = pathlib.Path("/sys/fs/cgroup")


def used(group):
    """Seconds of processors that a control group has used: of the first version (cpuacct) or the second one."""
    if (group / "cpuacct.usage").exists():
        return int((group / "cpuacct.usage").read_text()) / 1e9
    return int((group / "cpu.stat").read_text().split()[1]) / 1e6


def each(*words):
    calls = " && ".join(f"'{program}' {word} --journal \"$1\" > /dev/null" for word in words)
    return f"ls -d {folder}/*.journal | xargs -P {CORES} -n 1 sh -c '{calls.replace(chr(39), '')}' sh"


def command(way, out):
    view = f"daily --as {STUDY} --as-of {MOMENT} --rights then --type {TYPES} --format csv"
    if way == "daily":
        return ["sh", "-c", each(view)]
    if way == "calls":
        return ["sh", "-c", each(f"status --as-of {MOMENT} --verify", f"authorizations --history --source {STUDY}", view)]
    if way == "start":
        return [sys.executable, "-c", "import on_spark; on_spark.session(2).stop()"]
    if way == "sql":
        return [sys.executable, here / "oracle.py", "--only-sql", program, *sorted(map(str, folder.glob("*.journal")))]
    (out / "key").write_bytes(os.urandom(32))
    start, engine = [sys.executable], way
    if way == "cluster":
        os.environ["PYSPARK_PYTHON"] = sys.executable
        start, engine = [f"{pathlib.Path(sys.executable).parent}/spark-submit", "--master", "local-cluster[2,1,1024]",
                         "--conf", "spark.log.level=ERROR"], "spark"
    return [*start, here / "study.py", folder, out / "out", "--as", STUDY, "--as-of", MOMENT, "--types", TYPES, "--key",
            out / "key", "--engine", engine, "--program", program]


def main():
    for way in ways:
        out = pathlib.Path(tempfile.mkdtemp())
        group = (GROUPS / "cpuacct" if (GROUPS / "cpuacct").exists() else GROUPS) / f"study-{os.getpid()}-{way}"
        group.mkdir()
        start = time.monotonic()
        done = subprocess.run(command(way, out), cwd=here, capture_output=True, text=True,
                              preexec_fn=lambda: (group / "cgroup.procs").write_text(str(os.getpid())))
        wall = time.monotonic() - start
        while (group / "cgroup.procs").read_text():
            time.sleep(0.1)
        seconds = used(group)
        group.rmdir()
        size = sum(path.stat().st_size for path in (out / "out").rglob("*") if path.is_file()) if (out / "out").exists() else 0
        said = (done.stdout.splitlines() or [""])[-1]
        print(f"{way}: {seconds:.1f} CPU s, {wall:.1f} s, exit {done.returncode}, {size / 1e6:.1f} MB out {said}", flush=True)
        if done.returncode not in (0, 123):
            print(done.stderr[-1500:])
        shutil.rmtree(out)


main()
