#!/usr/bin/env python3
"""Walks through the pages of `browse` as people do: walk.py [--pictures FOLDER] [--most N] PROGRAM JOURNAL ...

In Debian's Chromium, with the script and without it. Of each kind of page some are opened, found by links from the
start page alone: at the width of a phone and of a screen, in light and dark, no violation of axe-core, nothing wider
than the window, one request, one origin, no console message, 300 KB at most, a command that runs. The shortest way from the start page to a
line takes three links, and back leads through the same pages. The moment of the bar stays in all links. The script is
used by pointer and keys. Other pages and ports of the same browser get nothing. Ends with 1 where anything is wrong.
"""
import http.server, itertools, os, pathlib, shlex, shutil, subprocess, sys, tempfile, threading, time, urllib.parse
sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Report"))
from check import OPEN, OVERFLOW, axe_source, violations
from viewer import Browse

LINKS = "() => [...document.querySelectorAll('a[href]')].map(a => a.href.baseVal === undefined ? a.href" \
    " : new URL(a.href.baseVal, document.baseURI).href)"
WAY = 3  # links from the start page to a line
EACH = 2  # pages of a kind that are looked at closely


class Walk:
    def __init__(self, browser, viewer, name, pictures, most):
        self.viewer, self.name, self.pictures, self.most = viewer, name, pictures, most
        self.wrong, self.requests, self.axe = [], [], axe_source()
        self.context = browser.new_context(viewport={"width": 1280, "height": 900})
        self.page = self.context.new_page()
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.say(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.say(f"error: {error}"))
        self.pages, self.parents, self.slowest, self.largest = {}, {}, (0, ""), (0, "")

    def say(self, text):
        self.wrong.append(f"{self.name}: {self.short(self.page.url)}: {text}")

    def short(self, url):
        return urllib.parse.unquote(url.replace(self.viewer.start, "/").split("?token")[0])

    def kind(self, url):
        words = self.short(url).split("?")[0].split("/")
        return "/".join(words[1:3]) if words[1] == "table" else words[1]

    def open(self, url):
        self.requests.clear()
        begun = time.monotonic()
        answer = self.page.goto(url)
        self.slowest = max(self.slowest, (time.monotonic() - begun, self.short(url)))
        # By the field, not by the page, which the browser may ask for again at any time.
        while "refresh" in answer.headers:
            time.sleep(0.05)
            self.requests.clear()
            answer = self.page.goto(url)
        if answer.status != 200:
            self.say(f"status {answer.status}: {self.page.locator('main').inner_text()[:200]}")
        size = len(answer.body())
        self.largest = max(self.largest, (size, self.short(url)))
        if size > 300_000:
            self.say(f"{size} bytes")
        if self.requests != [url]:
            self.say(f"{len(self.requests)} requests: {self.requests[1:4]}")
        links = [link.split("#")[0] for link in self.page.evaluate(LINKS)]
        for link in links:
            if not link.startswith(self.viewer.start):
                self.say(f"a link leads out: {link}")
        return dict.fromkeys(links)

    def find(self):
        """Opens pages along links, those of kinds not seen yet first, and looks at some of each kind."""
        self.page.goto(self.viewer.address)
        if self.page.url != self.viewer.start:
            self.say("the address does not lead to the start page")
        queue, opened = [self.viewer.start], set()
        self.parents[self.viewer.start] = None
        while queue and len(opened) < self.most:
            # A new kind first; else the one that was found first.
            index = next((i for i, url in enumerate(queue) if self.kind(url) not in self.pages), 0)
            url = queue.pop(index)
            if len(self.pages.get(self.kind(url), [])) >= 25:
                continue
            opened.add(url)
            for link in self.open(url):
                if link not in self.parents and link.startswith(self.viewer.start):
                    self.parents[link] = url
                    queue.append(link)
            self.pages.setdefault(self.kind(url), []).append(url)
            if len(self.pages[self.kind(url)]) <= EACH:
                self.look(self.kind(url))
        return self

    def look(self, kind):
        number = len(self.pages[kind])
        is_table = kind.startswith("table/")
        for width in [390, 1280]:
            self.page.set_viewport_size({"width": width, "height": 900})
            for scheme in ["light", "dark"]:
                self.page.emulate_media(color_scheme=scheme)
                if self.pictures and number == 1 and (not is_table or kind == "table/daily"):
                    name = kind.replace("/", "-") or "start"
                    self.page.screenshot(path=str(self.pictures / f"{name}-{width}-{scheme}.png"), full_page=width == 390)
                if is_table and (width, scheme) not in [(390, "light"), (1280, "dark")]:
                    continue
                self.page.evaluate(OPEN)
                found = self.page.evaluate(OVERFLOW)
                if found["page"] > 0 or found["wide"]:
                    self.say(f"{width}: wider than the window: {found}")
                for text in violations(self.page, self.axe):
                    self.say(f"{width} {scheme}: axe: {text}")
        self.page.emulate_media(color_scheme="light")
        for call in self.page.locator("code.call").all_inner_texts():
            words = shlex.split(call)
            got = subprocess.run([self.viewer.child.args[0], *words[1:]], stdin=subprocess.DEVNULL, capture_output=True)
            # 1: nothing found, which the page says too.
            if words[0] != "health-journal" or got.returncode > 1:
                self.say(f"its command ends with {got.returncode}: {call}: {got.stderr.decode()[:200]}")

    def there_and_back(self):
        """The shortest way from the start page to a line, by clicks, and back by the browser's button."""
        lines = [url for url in self.parents if self.kind(url) == "line"]
        if not lines:
            return self.say("no link leads to a line")

        def way(url):
            return way(self.parents[url]) + [url] if url else []
        best = min((way(line) for line in lines), key=len)
        if len(best) - 1 > WAY:
            self.say(f"{len(best) - 1} links from the start page to a line: {[self.short(url) for url in best]}")
        self.open(best[0])
        for url in best[1:]:
            number = [link.split("#")[0] for link in self.page.evaluate(LINKS)].index(url)
            link = self.page.locator("a[href]").nth(number)
            link.focus()
            with self.page.expect_navigation():
                self.page.keyboard.press("Enter")
            if self.page.url.split("#")[0] != url:
                self.say(f"a link led to {self.page.url}")
        for url in reversed(best[:-1]):
            self.page.go_back()
            if self.page.url != url or self.page.locator("h1").count() != 1:
                self.say(f"back from a line led to {self.page.url}")

    def moment(self):
        """The bar leads to the same page as of a line, and all its links keep that."""
        for kind in ["", "type", "period"]:
            if kind not in self.pages:
                continue
            self.open(self.pages[kind][0])
            field = self.page.locator("form input[name=as-of]").first
            field.fill("2")
            with self.page.expect_navigation():
                field.press("Enter")
            lost = [link for link in self.page.evaluate(LINKS) if "as-of=2" not in link]
            if "as-of=2" not in self.page.url or lost:
                self.say(f"links lose the moment: {[self.short(link) for link in lost][:5]}")

    def unlocked(self, browser):
        """What others of the same browser and machine get."""
        def status(context, url):
            page = context.new_page()
            answer = page.goto(url)
            text = page.locator("main").inner_text()
            page.close()
            return answer.status, text
        other = browser.new_context()
        for url in [self.viewer.start, self.viewer.address]:
            got, text = status(other, url)
            if got != 403 or "health-journal browse" not in text:
                self.say(f"without the cookie: {got} {text[:100]}")
        other.close()
        for cookie in self.context.cookies():
            if not (cookie["httpOnly"] and cookie["sameSite"] == "Strict"
                    and cookie["path"] == urllib.parse.urlsplit(self.viewer.start).path):
                self.say(f"the cookie is {cookie}")
        got, _ = status(self.context, self.viewer.start.replace("127.0.0.1", "evil.example"))
        if got != 421:
            self.say(f"a name that leads to 127.0.0.1 gets {got}")
        self.neighbour()

    def neighbour(self):
        """A server of somebody else on another port, whose page asks for ours in every way that it has."""
        start, seen = self.viewer.start, []
        ways = f"""<!DOCTYPE html><iframe src="{start}"></iframe><img src="{start}"><script src="{start}"></script>
            <link rel=stylesheet href="{start}"><object data="{start}"></object><script>
            window.got = []
            for (const mode of ['cors', 'no-cors'])
              fetch('{start}', {{mode, credentials: 'include'}}).then(a => a.text()).then(t => got.push(t), e => got.push(''))
            </script>""".encode()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                seen.append((self.path, self.headers.get("Cookie")))
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(ways)

            def log_message(self, *_):
                pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = self.context.new_page()
        statuses = []
        page.on("response", lambda answer: statuses.append(answer.status) if answer.url.startswith(start) else None)
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.wait_for_function("() => window.got.length === 2")
        got = page.evaluate("() => window.got")
        if any("<h1" in text and "403" not in text for text in got) or any(status != 403 for status in statuses):
            self.say(f"a page of another port got {statuses} {got}")
        if [cookie for _, cookie in seen if cookie]:
            self.say(f"a server of another port got cookies: {seen}")
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.evaluate("url => { location.href = url }", start)
        page.wait_for_url(start)
        if "403" not in page.title():
            self.say("a link of a page of another port leads into the pages")
        page.close()
        server.shutdown()

    def hands(self):
        """The script, as hands use it."""
        found = (url for url in self.parents if self.kind(url) == "type")
        drawing = next((url for url in itertools.islice(found, 60) if self.drawn(url)), None)
        if not drawing:
            return self.say("no page of a type has a drawing")
        self.open(drawing)
        marks = self.page.locator("main svg").first.locator("a:has(> title)")
        titles = [mark.text_content() for mark in marks.locator("> title").all()]
        said = self.page.locator("main svg + output").first
        if marks.count() < 2 or not said.count():
            return self.say(f"the script shows nothing of {marks.count()} marks")
        box = [mark.bounding_box() for mark in (marks.first, marks.last)]
        middle = [(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2) for one in box]
        self.page.mouse.move(*middle[0])
        if said.inner_text() != titles[0]:
            self.say(f"the pointer shows '{said.inner_text()}', not '{titles[0]}'")
        marks.first.focus()
        self.page.keyboard.press("ArrowRight")
        if said.inner_text() != titles[1]:
            self.say(f"the arrow shows '{said.inner_text()}', not '{titles[1]}'")
        self.page.keyboard.press("Home")
        self.page.keyboard.press("Shift+End")
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")
        by_keys = self.page.url
        self.open(drawing)
        self.page.mouse.move(*middle[0])
        self.page.mouse.down()
        self.page.mouse.move(middle[1][0] - 2, middle[1][1], steps=5)
        self.page.mouse.move(*middle[1])
        with self.page.expect_navigation():
            self.page.mouse.up()
        if self.page.url != by_keys or "from=" not in by_keys or "to=" not in by_keys:
            self.say(f"a span by keys led to {by_keys}, by the pointer to {self.page.url}")
        if "status 4" in str(self.wrong) or self.page.locator("h1").count() != 1:
            self.say("a span leads to no page")
        period = next((url for url in self.pages.get("period", [])), None)
        if period:
            self.open(period)
            with self.page.expect_navigation():
                self.page.keyboard.press("ArrowLeft")
            with self.page.expect_navigation():
                self.page.keyboard.press("ArrowRight")
            if self.short(self.page.url) != self.short(period):
                self.say(f"left and right led from {period} to {self.page.url}")
            with self.page.expect_navigation():
                self.page.keyboard.press("/")
        if not self.page.evaluate("() => document.activeElement.matches('form[action*=search] input')"):
            self.say("/ does not lead to the search")

    def drawn(self, url):
        self.page.goto(url)
        return self.page.locator("main svg a > title").count() > 1


def by_file(browser, program, journal):
    """The file of --open leads a new window into the pages."""
    with tempfile.TemporaryDirectory() as folder:
        opener, word = pathlib.Path(folder, "xdg-open"), pathlib.Path(folder, "word")
        opener.write_text(f"#!/bin/sh\necho \"$1\" > {word}.part && mv {word}.part {word}\n")
        opener.chmod(0o755)
        viewer = Browse(program, journal, "--open", environment={
            **os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "TMPDIR": folder})
        while not word.exists():
            time.sleep(0.02)
        page = browser.new_page()
        page.goto("file://" + word.read_text().strip())
        page.wait_for_url(viewer.start)
        found = page.locator("main a").count()
        page.close()
        code, said = viewer.end()
    return [] if found and code == 0 else [f"--open: {found} links, ended with {code}: {said}"]


def walk(browser, program, journal, pictures, most):
    wrong = by_file(browser, program, journal)
    for name, options in [("script", []), ("no script", ["--no-script"])]:
        viewer = Browse(program, journal, *options)
        try:
            walk = Walk(browser, viewer, name, pictures if not options else None, most).find()
            walk.there_and_back()
            walk.moment()
            if options:
                if walk.page.locator("script").count():
                    walk.say("there is a script")
            else:
                walk.hands()
                walk.unlocked(browser)
            wrong += walk.wrong
            kinds = sorted({kind.split("/")[0] or "start" for kind in walk.pages})
            print(f"{pathlib.Path(journal).name}, {name}: {sum(map(len, walk.pages.values()))} pages of "
                  f"{len(walk.pages)} kinds ({', '.join(kinds)}); slowest {walk.slowest[0] * 1000:.0f} ms "
                  f"{walk.slowest[1]}; largest {walk.largest[0]} bytes {walk.largest[1]}", flush=True)
            walk.context.close()
        finally:
            code, said = viewer.end()
        if code != 0:
            wrong.append(f"{name}: ended with {code}: {said}")
    return wrong


def main():
    arguments, pictures, most = sys.argv[1:], None, 120
    while arguments[:1] in (["--pictures"], ["--most"]):
        if arguments[0] == "--pictures":
            pictures = pathlib.Path(arguments[1])
            pictures.mkdir(parents=True, exist_ok=True)
        else:
            most = int(arguments[1])
        arguments = arguments[2:]
    from playwright.sync_api import sync_playwright
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        sys.exit("no chromium; apt-get install chromium")
    failed = False
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--host-resolver-rules=MAP evil.example 127.0.0.1"])
        for journal in arguments[1:]:
            wrong = walk(browser, arguments[0], journal, pictures, most)
            failed = failed or bool(wrong)
            print(f"{pathlib.Path(journal).name}: {f'{len(wrong)} faults' if wrong else 'good'}")
            for text in wrong[:60]:
                print("  " + text)
        browser.close()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
