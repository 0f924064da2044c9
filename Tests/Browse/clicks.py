#!/usr/bin/env python3
"""Clicks through `browse` for some time: clicks.py [--seconds N] [--most-memory MB] [--seed N] PROGRAM JOURNAL

Opens the pages of a copy of the journal along random links of every kind, now and as of random lines, and searches,
while another program appends lines. Expects of each link a page of at most 300 KB, and no message. `--most-memory` is
the most memory that the program may take at any time, in megabytes. Prints that memory, what stays of it, and the kinds
of pages that take most. Ends with 1 where anything is wrong.
"""
import argparse, collections, html, pathlib, random, re, shutil, statistics, subprocess, sys, tempfile, time
import urllib.parse
sys.dont_write_bytecode = True
from viewer import Browse

MOST_BYTES = 300_000
MOST_LINKS = 1000  # that are kept of each kind
MOST_KINDS = 8  # that are named, of now and as of an earlier line
SAID = ["serves this address until Ctrl-C", "ended by Ctrl-C"]
WORDS = ["heart", "2026", "yesterday", "sleep", "5", "zzz"]


class Clicks:
    def __init__(self, program, journal, dice):
        self.program, self.journal, self.dice = program, journal, dice
        with open(f"{journal}/events.ndjson", "rb") as lines:
            self.lines = sum(part.count(b"\n") for part in iter(lambda: lines.read(1 << 20), b""))
        self.browse = Browse(program, journal)
        self.status = f"/proc/{self.browse.child.pid}/status"
        self.wrong, self.appended = [], 0
        self.seconds, self.sizes, self.peaks, self.rests = (collections.defaultdict(list) for _ in range(4))
        self.links = collections.defaultdict(dict)

    def run(self, seconds):
        status, _, _ = self.browse.get(self.browse.address)
        assert status == 303, status
        begun = appended = time.monotonic()
        self.add(self.browse.start)
        while time.monotonic() - begun < seconds:
            self.click(time.monotonic() - begun)
            if time.monotonic() - appended > max(1, seconds / 100):
                self.append()
                appended = time.monotonic()
        code, said = self.browse.end()
        rest = [line for line in said.splitlines() if not any(known in line for known in SAID)]
        if code != 0 or rest:
            self.wrong.append(f"ended with {code}: {rest[:5]}")
        return self

    def click(self, moment):
        """Opens a page of some kind, mostly by a link."""
        kind = self.dice.choice(sorted(self.links))
        url, chance = self.dice.choice(list(self.links[kind])), self.dice.random()
        is_link = chance < 0.8
        if chance > 0.95:
            url = urllib.parse.urljoin(self.browse.start, "search?text=" + self.dice.choice(WORDS))
        elif not is_link:
            # What the page shows may not have been there yet.
            url += ("&" if "?" in url else "?") + f"as-of={self.dice.randint(1, self.lines)}" if "as-of" not in url else ""
        self.reset_peak()
        asked = time.monotonic()
        status, _, text = self.browse.get(url)
        kind = self.kind(url) + (" as of" if "as-of" in url else "")
        self.seconds[kind].append(time.monotonic() - asked)
        self.sizes[kind].append(len(text.encode()))
        self.peaks[kind].append(self.memory("VmHWM"))
        self.rests[int(moment // 60)].append(self.memory("VmRSS"))
        if status != 200 and (is_link or status != 404):
            self.wrong.append(f"{self.short(url)}: status {status}")
        if self.sizes[kind][-1] > MOST_BYTES:
            self.wrong.append(f"{self.short(url)}: {self.sizes[kind][-1]} bytes")
        if status == 200:
            for link in re.findall(r'<a [^>]*?href="([^"#]+)', text):
                self.add(urllib.parse.urljoin(url, html.unescape(link)))

    def add(self, url):
        if not url.startswith(self.browse.start):
            self.wrong.append(f"a link leads out: {url}")
            return
        known = self.links[self.kind(url)]
        if len(known) == MOST_LINKS:
            del known[self.dice.choice(list(known))]
        known[url] = None

    def append(self):
        """Appends a note or a sample, as another program does meanwhile."""
        self.appended += 1
        words = [["note", f"click {self.appended}"], ["save", "heartRate", "61"]][self.appended % 2]
        done = subprocess.run([self.program, *words, "--journal", self.journal], capture_output=True, text=True)
        if done.returncode != 0:
            self.wrong.append(f"{' '.join(words)}: {done.stderr}")

    def kind(self, url):
        words = url.removeprefix(self.browse.start).split("?")[0].split("/")
        return "/".join(words[:2]) if words[0] == "table" else words[0] or "start"

    def short(self, url):
        return "/" + urllib.parse.unquote(url.removeprefix(self.browse.start))

    def memory(self, name):
        """Some memory of the program in megabytes."""
        return int(re.search(rf"{name}:\s+(\d+)", pathlib.Path(self.status).read_text())[1]) / 1024

    def reset_peak(self):
        pathlib.Path(self.status).with_name("clear_refs").write_text("5")

    def tell(self):
        count = sum(map(len, self.seconds.values()))
        peak, size = max(map(max, self.peaks.values())), max(map(max, self.sizes.values()))
        rests = [statistics.median(rest) for _, rest in sorted(self.rests.items())]
        print(f"{count} pages of {len(self.seconds)} kinds, {self.appended} lines appended meanwhile:"
              f" the largest {size / 1000:.0f} KB, memory {peak:.0f} MB at most;"
              f" between pages {rests[0]:.0f} MB in the first minute, {rests[-1]:.0f} MB in the last")
        for is_past in (False, True):
            kinds = [(max(peaks), kind) for kind, peaks in self.peaks.items() if kind.endswith(" as of") == is_past]
            for most, kind in sorted(kinds, reverse=True)[:MOST_KINDS]:
                print(f"  {kind:28} {len(self.peaks[kind]):5} times: {most:4.0f} MB,"
                      f" {statistics.median(self.peaks[kind]):4.0f} in the median;"
                      f" {1000 * statistics.median(self.seconds[kind]):6.0f} ms")
        return peak


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--most-memory", type=float, default=float("inf"))
    options.add_argument("--seed", type=int, default=42)
    options.add_argument("program")
    options.add_argument("journal")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        journal = shutil.copytree(given.journal, f"{folder}/clicks.journal")
        clicks = Clicks(given.program, journal, random.Random(given.seed)).run(given.seconds)
    peak = clicks.tell()
    if peak > given.most_memory:
        clicks.wrong.append(f"{peak:.0f} MB of memory, more than {given.most_memory:.0f}")
    for text in clicks.wrong[:40]:
        print("  " + text)
    sys.exit(1 if clicks.wrong or len(clicks.seconds) < 10 else 0)


if __name__ == "__main__":
    main()
