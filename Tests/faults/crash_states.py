"""Simulated crashes: at every call of every writing command, with any subset of the unsynced pages lost.

They are Swift's `CrashTests`, on a file system in memory; `Work` there names the commands. This runs them with as many
states as asked for, in the build that `swift build --build-tests` made; `.ci/run` runs 10,000 with the other tests.
"""
import os, re, subprocess
from common import PROJECT

SMALL, FULL = 10_000, 1_000_000


def run(trial):
    environment = {**os.environ, "HEALTH_JOURNAL_TEST_COUNTS": str(trial.count / SMALL)}
    done = subprocess.run(["swift", "test", "--skip-build", "--filter", "CrashTests"], cwd=PROJECT,
                          env=environment, capture_output=True, text=True)
    output = done.stdout + done.stderr
    trial.cases = trial.count
    if not re.search(r"Test run with \d+ tests? in .* passed", output) or done.returncode != 0:
        trial.fault(f"ended with {done.returncode}: {output[-1500:]}")
    found = re.search(r"noCrashCostsTheJournal\S* with (\d+) test cases", output)
    trial.figures["works"] = int(found[1]) if found else 0
