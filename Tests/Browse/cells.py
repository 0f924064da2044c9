#!/usr/bin/env python3
"""Holds figures of the pages of `browse` to the commands that the pages name: cells.py [--seed N] PROGRAM JOURNAL ...

Opens pages along links, at random, and takes some random cells with digits from their tables. The page names commands
to copy: one of them, run by itself as text or Markdown, must show the same text in the same row and column. Ends with
1 where it does not, and prints the address of the page, its cell and the command's.
"""
import collections, datetime, html, html.parser, itertools, random, re, shlex, subprocess, sys, time, urllib.parse
sys.dont_write_bytecode = True
from viewer import Browse

CELLS = 500  # of all journals together
EACH = 3  # cells of a page at most
PAGES = 400
# The first heads of tables of links, and of what no command shows by itself.
OWN = [["Week"], ["What", "Summary"], ["Source", "Latest"], ["type", "count", "first"], ["element", "type"]]


class Page(html.parser.HTMLParser):
    """The links, the commands to copy, and the tables of a page: each its caption, its heads and its rows."""

    def __init__(self, text):
        super().__init__()
        self.links, self.calls, self.tables, self.into = [], [], [], None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        fields = dict(attributes)
        if tag == "a" and "href" in fields:
            self.links.append(fields["href"])
        elif tag == "code" and fields.get("class") == "call":
            self.into = self.calls
            self.calls.append("")
        elif tag == "table":
            self.tables.append({"caption": [""], "heads": [], "rows": []})
        elif tag == "caption":
            self.into = self.tables[-1]["caption"]
        elif tag == "tr" and self.tables[-1]["heads"]:
            self.tables[-1]["rows"].append([])
        elif tag in ("th", "td"):
            table = self.tables[-1]
            self.into = table["rows"][-1] if table["rows"] else table["heads"]
            self.into.append("")

    def handle_endtag(self, tag):
        if tag in ("code", "caption", "th", "td"):
            self.into = None

    def handle_data(self, text):
        if self.into is not None:
            self.into[-1] += text


def markdown(text):
    """The tables of a text, as pairs of heads and rows."""
    tables, inside = [], False
    for line in text.split("\n"):
        if not line.startswith("|"):
            inside = False
            continue
        cells = [re.sub(r"\\([^\w\s])", r"\1", html.unescape(cell.strip())) for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if not inside:
            tables.append((cells, []))
            inside = True
        elif not all(re.fullmatch(r":?-+:?", cell) for cell in cells):
            tables[-1][1].append(cells)
    return tables


def aligned(text):
    """The tables of a text in aligned columns, as pairs of heads and rows."""
    tables = []
    # Lists of rows are set in below them.
    lists = re.findall(r"(?:^    .*\n?)+", text, re.MULTILINE)
    for part in re.split(r"\n\s*\n", text) + lists:
        lines = part.rstrip("\n").split("\n")
        width = max(map(len, lines))
        blank = "".join(" " if all(line[at:at + 1] in ("", " ") for line in lines) else "x" for at in range(width))
        ends = [0] + [gap.end() for gap in re.finditer(r"  +", blank)] + [width]
        cells = [[line[start:end].strip() for start, end in itertools.pairwise(ends)] for line in lines]
        tables.append((cells[0], cells[1:]))
    return tables


class Cells:
    def __init__(self, program, journal, dice, most):
        self.program, self.dice, self.most = program, dice, most
        self.browse = Browse(program, journal)
        self.answers, self.wrong, self.kinds, self.unknown = {}, [], collections.Counter(), collections.Counter()

    def run(self):
        status, fields, _ = self.browse.get(self.browse.address)
        assert status == 303, status
        queue, seen, pages = [self.browse.start], {self.browse.start}, 0
        while queue and pages < PAGES and sum(self.kinds.values()) < self.most:
            # Kinds of pages take turns.
            kinds = sorted({self.kind(url) for url in queue})
            kind = min(self.dice.sample(kinds, len(kinds)), key=lambda kind: self.kinds[kind] + self.unknown[kind])
            url = self.dice.choice([url for url in queue if self.kind(url) == kind])
            queue.remove(url)
            pages += 1
            status, _, text = self.browse.get(url)
            while "are under way" in text:
                time.sleep(0.05)
                status, _, text = self.browse.get(url)
            if status != 200:
                self.wrong.append(f"{self.short(url)}: status {status}")
                continue
            page = Page(text)
            self.unknown[kind] += 1
            for link in page.links:
                link = urllib.parse.urljoin(url, link.split("#")[0])
                if link not in seen:
                    seen.add(link)
                    queue.append(link)
            self.look(url, kind, page)
        self.browse.end()
        return self

    def kind(self, url):
        words = url.removeprefix(self.browse.start).split("?")[0].split("/")
        return "/".join(words[:2]) if words[0] == "table" else words[0] or "start"

    def short(self, url):
        return "/" + urllib.parse.unquote(url.removeprefix(self.browse.start))

    def look(self, url, kind, page):
        """Compares some cells of a page with what its commands show."""
        cells = [(table, row, column) for table in page.tables
                 if not any(table["heads"][:len(heads)] == heads for heads in OWN)
                 # `show` writes these into its lists of facts.
                 and not table["caption"][0].endswith(": later")
                 for row, cells in enumerate(table["rows"]) for column, cell in enumerate(cells) if re.search(r"\d", cell)]
        first = int(dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query)).get("row", 1)) - 1
        for table, row, column in self.dice.sample(cells, min(EACH, len(cells))):
            shown = table["rows"][row][column]
            found = [other for call in page.calls for other in self.answer(call) if fits(table, other)]
            if not found:
                self.wrong.append(f"{self.short(url)}: no command of the page shows '{table['caption'][0]}':"
                                  f" {table['heads']}; {page.calls}")
                continue
            wanted = [other[at] for other in (columns(table, other) for other in found) for at in {first + row, row}
                      if at < len(other)]
            if not any(equal(cells[column], shown) for cells in wanted):
                self.wrong.append(f"{self.short(url)}: '{table['caption'][0]}', row {first + row + 1},"
                                  f" {table['heads'][column]}: the page has '{shown}', its command"
                                  f" {[cells[column] for cells in wanted]}; {page.calls}")
            self.kinds[kind] += 1

    def answer(self, call):
        """The tables that a command shows."""
        if call not in self.answers:
            def said(*more):
                words = [shlex.quote(self.program), call.removeprefix("health-journal "), *more]
                return subprocess.run(["sh", "-c", " ".join(words)], stdin=subprocess.DEVNULL, capture_output=True,
                                      text=True).stdout
            self.answers[call] = aligned(said()) + markdown(said("--format", "markdown"))
        return self.answers[call]


def equal(one, other):
    """True if texts are equal. A time of today, at which the commands ran, may differ by minutes; seconds are shown in a
    column that has some, and a page has fewer rows."""
    if other in (one, one.removesuffix(":00")):
        return True
    try:
        times = [datetime.datetime.fromisoformat(text) for text in (one, other)]
    except ValueError:
        return False
    return abs(times[0] - times[1]) < datetime.timedelta(minutes=10) and (
        abs(datetime.datetime.now() - times[0]) < datetime.timedelta(days=1))


def fits(table, other):
    """True if a table has the heads of a page's, among others."""
    rest = iter(other[0])
    return all(head in rest for head in table["heads"])


def columns(table, other):
    """The rows of a command's table, in the columns of a page's."""
    places, at = [], 0
    for head in table["heads"]:
        at = other[0].index(head, at)
        places.append(at)
        at += 1
    return [[row[place] for place in places] for row in other[1]]


def main():
    arguments, seed = sys.argv[1:], 42
    if arguments[0] == "--seed":
        seed, arguments = int(arguments[1]), arguments[2:]
    failed = False
    for journal in arguments[1:]:
        cells = Cells(arguments[0], journal, random.Random(seed), CELLS // len(arguments[1:])).run()
        failed = failed or bool(cells.wrong) or not cells.kinds
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(cells.kinds.items()))
        print(f"{journal}: {sum(cells.kinds.values())} cells of pages held to their commands ({kinds}):"
              f" {f'{len(cells.wrong)} differ' if cells.wrong else 'all equal'}; seed {seed}")
        for text in cells.wrong[:40]:
            print("  " + text)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
