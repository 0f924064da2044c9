#!/usr/bin/env python3
"""Imports what it writes, on a terminal: import_on_terminal.py WHAT WORD...

Runs `health-journal import - WORD...` with standard error on a terminal and records coming in as long as they are
taken. Once a progress line is shown (or, with --progress never among the words, after a second), it does WHAT: `end`
ends the input, `key` presses Ctrl-C, `silent` presses it while nothing comes in, `term` sends SIGTERM. Prints
what the terminal showed, and ends as the command did, with 128 and the number of the signal where one ended it.
"""
import os, pty, select, signal, sys, time

HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_US">\n'
RECORD = (b'<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" '
          b'startDate="2026-03-01 08:00:00 +0100" endDate="2026-03-01 09:00:00 +0100" value="%d"/>\n')


class Import:
    def __init__(self, words):
        self.shown, self.number, self.rest = b"", 0, HEAD
        source, self.sink = os.pipe()
        os.set_blocking(self.sink, False)
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.dup2(source, 0)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.execvp("health-journal", ["health-journal", "import", "-"] + words)
        os.close(source)

    def go_on(self, feeding=True):
        """Lets some hundredths of a second pass. Whether the command is still there."""
        if feeding and self.sink is not None:
            while len(self.rest) < 65536:
                self.rest += RECORD % self.number
                self.number += 1
            try:
                self.rest = self.rest[os.write(self.sink, self.rest):]
            except BlockingIOError:
                pass
            except BrokenPipeError:
                self.close()
        if select.select([self.terminal], [], [], 0.002)[0]:
            try:
                self.shown += os.read(self.terminal, 65536)
            except OSError:
                return False
        return True

    def close(self):
        if self.sink is not None:
            os.close(self.sink)
        self.sink = None


def main(what, words):
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    job, end = Import(words), time.monotonic() + (1 if "never" in words else 20)
    while b"importing" not in job.shown and time.monotonic() < end:
        if not job.go_on():
            break
    if what == "term":
        os.kill(job.child, signal.SIGTERM)
    elif what == "end":
        os.set_blocking(job.sink, True)
        os.write(job.sink, job.rest + b"</HealthData>\n")
        job.close()
    else:
        if what == "silent":
            pause = time.monotonic() + 0.3
            while time.monotonic() < pause:
                job.go_on(feeding=False)
        os.write(job.terminal, b"\x03")
    while job.go_on(feeding=what != "silent"):
        pass
    status = os.waitpid(job.child, 0)[1]
    sys.stdout.write(job.shown.decode())
    sys.exit(128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))


main(sys.argv[1], sys.argv[2:])
