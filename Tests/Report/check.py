#!/usr/bin/env python3
"""Opens reports as people do: check.py [--pictures FOLDER] REPORT.html ...

In Debian's Chromium, at the width of a phone, a tablet and a screen, in light and dark, with the tables closed and
open: one request (the file itself), no violation of axe-core, nothing wider than the window, no script that ran. As
PDF: tagged, and no table wider than its page. Ends with 1 where anything is wrong, and says what.

    apt-get install chromium
    pip install playwright==1.65.2 axe-playwright-python==0.1.8
"""
import pathlib, shutil, sys

WIDTHS = [390, 820, 1280]
SCHEMES = ["light", "dark"]
PAPER = 182 / 25.4 * 96  # A4 without its margins, in pixels of CSS
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

OVERFLOW = """() => {
  const page = document.documentElement
  const wide = [...document.querySelectorAll('body *')].filter(e => {
    const box = e.getBoundingClientRect()
    return box.right > page.clientWidth + 1 && !e.closest('.wide') && !e.closest('svg')
  })
  return { page: page.scrollWidth - page.clientWidth,
           wide: wide.slice(0, 3).map(e => e.outerHTML.slice(0, 120)) }
}"""
CLIPPED = """(paper) => [...document.querySelectorAll('table')]
  .filter(t => t.offsetParent && t.getBoundingClientRect().width > paper + 1)
  .map(t => (t.caption?.textContent ?? '').slice(0, 60) + ': ' + t.getBoundingClientRect().width)"""
OPEN = "() => document.querySelectorAll('details').forEach(d => { d.open = true })"
RAN = "() => document.querySelectorAll('script').length + (window.ran ? 1 : 0)"


def axe_source():
    import axe_playwright_python
    return (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()


def violations(page, axe):
    # The policy of the page lets no script in: what asks it comes from outside, through the debugger.
    page.evaluate(axe)
    found = page.evaluate(
        "rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']})", RULES)
    return [f"{v['id']}: {v['nodes'][0]['html'][:140]} ({len(v['nodes'])})"
            for v in found["violations"]]


def look(page, axe, requests, report, wrong, pictures, name):
    if len(requests) != 1:
        wrong.append(f"{len(requests)} requests: {requests[:4]}")
    for state in ["closed", "open"]:
        if state == "open":
            page.evaluate(OPEN)
        found = page.evaluate(OVERFLOW)
        if found["page"] > 0 or found["wide"]:
            wrong.append(f"{name} {state}: wider than the window: {found}")
        if page.evaluate(RAN):
            wrong.append(f"{name} {state}: a script")
        if not name.startswith(str(WIDTHS[1])):
            wrong += [f"{name} {state}: {v}" for v in violations(page, axe)]
        if pictures and state == "closed":
            page.screenshot(path=str(pictures / f"{report.stem}-{name}.png"), full_page=True)


def printed(page, report, wrong, pictures):
    page.emulate_media(media="print")
    page.set_viewport_size({"width": int(PAPER), "height": 1000})
    for state in ["closed", "open"]:
        if state == "open":
            page.evaluate(OPEN)
        clipped = page.evaluate(CLIPPED, PAPER)
        if clipped:
            wrong.append(f"print {state}: tables wider than the page: {clipped[:3]}")
        pdf = page.pdf(format="A4", tagged=True, prefer_css_page_size=True)
        if b"/StructTreeRoot" not in pdf or b"/MarkInfo" not in pdf:
            wrong.append(f"print {state}: the PDF is not tagged")
        if pictures:
            (pictures / f"{report.stem}-{state}.pdf").write_bytes(pdf)


def check(browser, axe, report, pictures):
    wrong = []
    for width in WIDTHS:
        for scheme in SCHEMES:
            context = browser.new_context(
                viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=False)
            page = context.new_page()
            requests = []
            page.on("request", lambda request: requests.append(request.url))
            page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
            page.goto(report.resolve().as_uri())
            look(page, axe, requests, report, wrong, pictures, f"{width}-{scheme}")
            if (width, scheme) == (WIDTHS[-1], "light"):
                page.reload()
                printed(page, report, wrong, pictures)
            context.close()
    return wrong


def main():
    arguments = sys.argv[1:]
    pictures = None
    if arguments[:1] == ["--pictures"]:
        pictures = pathlib.Path(arguments[1])
        pictures.mkdir(parents=True, exist_ok=True)
        arguments = arguments[2:]
    from playwright.sync_api import sync_playwright
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        sys.exit("no chromium; apt-get install chromium")
    failed = False
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        axe = axe_source()
        for name in arguments:
            report = pathlib.Path(name)
            wrong = check(browser, axe, report, pictures)
            failed = failed or bool(wrong)
            print(f"{report.name}: {len(wrong)} faults" if wrong else f"{report.name}: good")
            for text in wrong:
                print("  " + text)
        browser.close()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
