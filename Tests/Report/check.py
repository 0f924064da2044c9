#!/usr/bin/env python3
"""Opens reports as people do: check.py [--pictures FOLDER] [--drawn FILE] REPORT.html ...

In Debian's Chromium, at the width of a phone, a tablet and a screen, in light and dark, with the tables closed and
open: one request (the file itself), no violation of axe-core, nothing wider than the window, no script that ran; in
each drawing nothing outside its frame and no label over another one; on a screen no table that has to be scrolled;
and each mark is seen: hidden, some pixel inside its box is another one, in light and in dark.
As PDF: tagged, no table wider than its page, no number broken in two, and what comes before the first section on one
page of A4 and of Letter. Ends with 1 where anything is wrong, and says what.

With --drawn the first report must be drawn as the file says: titles, captions, labels, and of each kind of mark how
many there are and in which part of the drawing. RECORD_DRAWN=1 writes the file.

    apt-get install chromium
    pip install playwright==1.65.2 axe-playwright-python==0.1.8
"""
import base64, difflib, os, pathlib, shutil, sys

WIDTHS = [390, 768, 1280]
SCHEMES = ["light", "dark"]
PAPER = 182 / 25.4 * 96  # A4 without its margins, in pixels of CSS
SHEETS = {name: (width / 25.4 * 96, height / 25.4 * 96)  # without the margins of the style
          for name, width, height in (('A4', 182, 265), ('Letter', 187.9, 247.4))}
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
SCROLLED = """() => [...document.querySelectorAll('.wide')]
  .filter(w => w.offsetParent && w.scrollWidth > w.clientWidth + 1)
  .map(w => w.getAttribute('aria-label').slice(0, 60))"""
# A number without a space in it stands in one line.
BROKEN = """() => [...document.querySelectorAll('td.n')]
  .filter(c => c.offsetParent && !/\\s/.test(c.textContent)
    && c.getClientRects().length && (() => { const r = document.createRange(); r.selectNodeContents(c)
      return new Set([...r.getClientRects()].map(b => Math.round(b.top))).size > 1 })())
  .map(c => c.textContent + ' in ' + c.closest('table').caption.textContent.slice(0, 40))"""
# Marks and labels that leave their drawing, and labels that lie over one another, in units of the drawing.
MISDRAWN = """() => [...document.querySelectorAll('svg')].flatMap(svg => {
  const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number)
  const name = svg.getAttribute('aria-label').slice(0, 40)
  const boxes = [...svg.querySelectorAll('path, text')].map(e => [e, e.getBBox()])
  const outside = boxes.filter(([, b]) => b.x < -3 || b.y < -3 || b.x + b.width > width + 3
    || b.y + b.height > height + 3).map(([e]) => `${name}: outside: ${e.textContent || e.getAttribute('class')}`)
  const labels = boxes.filter(([e]) => e.tagName === 'text')
  const over = labels.flatMap(([e, a], i) => labels.slice(i + 1).filter(([, b]) =>
    Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 1
    && Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 4)
    .map(([f]) => `${name}: '${e.textContent}' over '${f.textContent}'`))
  return [...outside, ...over]
})"""
DRAWN = """() => [...document.querySelectorAll('section:not(#receipt)')].flatMap(section => [
  `# ${section.querySelector('h2').textContent}`,
  ...[...section.querySelectorAll('figure, table')].flatMap(part => {
    if (part.tagName === 'TABLE') return [
      `table: ${part.caption.textContent}`,
      `  ${[...part.tHead.rows[0].cells].map(c => c.textContent).join(' | ')}: ${part.tBodies[0].rows.length} rows`]
    const svg = part.querySelector('svg')
    const marks = [...svg.querySelectorAll('path')].map(path => {
      const b = path.getBBox()
      const box = [b.x, b.y, b.x + b.width, b.y + b.height].map(Math.round).join(' ')
      return `  ${path.getAttribute('class')}: ${path.getAttribute('d').split('M').length - 1} in ${box}`
    })
    const labels = [...svg.querySelectorAll('text')].map(t => t.textContent).join(' | ')
    return [`drawing: ${part.querySelector('figcaption').textContent}`, ...marks, `  labels: ${labels}`]
  })])"""
# Every drawing with its paths and, for each path, the boxes of its marks, in pixels from the drawing's corner.
MARKS = """() => [...document.querySelectorAll('svg')].map((svg, number) => {
  svg.id = `drawing-${number}`
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width
  const paths = [...svg.querySelectorAll('path')].map(path => {
    const marks = path.getAttribute('d').match(/M[^M]*/g)
    const boxes = marks.map(mark => {
      const part = path.cloneNode()
      part.setAttribute('d', mark)
      svg.append(part)
      const box = part.getBBox()
      part.remove()
      return [box.x - 2, box.y - 2, box.x + box.width + 2, box.y + box.height + 2].map(n => n * scale)
    })
    return { name: path.getAttribute('class'), boxes }
  })
  return { name: svg.getAttribute('aria-label').slice(0, 40), paths }
})"""
# Shows all paths of a drawing ("all"), all but one ("without"), one alone ("alone") or none.
SHOW = """([drawing, what, chosen]) =>
  document.querySelectorAll(`#drawing-${drawing} path`).forEach((path, number) => {
    const isSeen = { all: true, none: false, alone: number === chosen, without: number !== chosen }[what]
    path.style.visibility = isSeen ? '' : 'hidden'
  })"""
# Which boxes hold no pixel in which two pictures differ.
UNCHANGED = """async ([one, other, boxes]) => {
  const [a, b] = await Promise.all([one, other].map(async text => {
    const image = new Image()
    image.src = `data:image/png;base64,${text}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
    canvas.drawImage(image, 0, 0)
    return canvas.getImageData(0, 0, image.width, image.height)
  }))
  const differ = (x, y) => [0, 1, 2].some(i => a.data[(y * a.width + x) * 4 + i] !== b.data[(y * a.width + x) * 4 + i])
  return boxes.flatMap(([left, top, right, bottom], index) => {
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(a.height, Math.ceil(bottom)); y++)
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(a.width, Math.ceil(right)); x++)
        if (differ(x, y)) return []
    return [index]
  })
}"""
# Where the first page ends, and whether the next section begins another one.
FIRST = """() => {
  const first = document.querySelector('#overview')
  return first ? [first.getBoundingClientRect().bottom, getComputedStyle(first).breakAfter] : [0, 'page']
}"""
COLOURS = {"heart", "move", "sleep", "body", "swim"}
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
        if name.startswith(str(WIDTHS[-1])) and (scrolled := page.evaluate(SCROLLED)):
            wrong.append(f"{name} {state}: tables to be scrolled: {scrolled[:3]}")
        if pictures and state == "closed":
            page.screenshot(path=str(pictures / f"{report.stem}-{name}.png"), full_page=True)


def unpainted(page, lens, wrong, scheme):
    """Finds marks that nobody sees: each one alone must change its place, and each path the whole drawing."""
    def picture(drawing, what, chosen=-1):
        page.evaluate(SHOW, [drawing, what, chosen])
        return base64.b64encode(page.locator(f"#drawing-{drawing}").screenshot()).decode()
    for drawing, svg in enumerate(page.evaluate(MARKS)):
        whole, empty = picture(drawing, "all"), picture(drawing, "none")
        for number, path in enumerate(svg["paths"]):
            mark = f"{scheme}: {svg['name']}: {path['name']}"
            alone = picture(drawing, "alone", number)
            if unseen := lens.evaluate(UNCHANGED, [alone, empty, path["boxes"]]):
                wrong.append(f"{mark}: {len(unseen)} of {len(path['boxes'])} marks paint nothing")
            # A short line may lie below its own dots, and a thin band below its own line.
            colours = [set(one["name"].replace("f-", "").split()) & COLOURS for one in svg["paths"][number:]]
            if colours[0] and colours[0] in colours[1:]:
                continue
            without = picture(drawing, "without", number)
            if len(lens.evaluate(UNCHANGED, [whole, without, path["boxes"]])) == len(path["boxes"]):
                wrong.append(f"{mark}: hidden behind others")
        page.evaluate(SHOW, [drawing, "all", -1])


def drawn(page, wrong, reference):
    """Compares what is drawn with the reference; None: there is none."""
    wrong += [f"misdrawn: {text}" for text in page.evaluate(MISDRAWN)]
    if reference is None:
        return
    lines = [line.replace("\u00a0", " ") for line in page.evaluate(DRAWN)]
    if os.environ.get("RECORD_DRAWN"):
        reference.write_text("\n".join(lines) + "\n")
    known = reference.read_text().splitlines() if reference.exists() else []
    wrong += [f"drawn otherwise: {line}" for line in difflib.unified_diff(known, lines, lineterm="", n=0)][:40]


def printed(page, report, wrong, pictures):
    page.emulate_media(media="print")
    for sheet, (width, height) in SHEETS.items():
        page.set_viewport_size({"width": int(width), "height": int(height)})
        bottom, after = page.evaluate(FIRST)
        if bottom > height or after != "page":
            wrong.append(f"print: the first page is no page of {sheet}: {bottom:.0f} of {height:.0f}, {after}")
    page.set_viewport_size({"width": int(PAPER), "height": 1000})
    for state in ["closed", "open"]:
        if state == "open":
            page.evaluate(OPEN)
        clipped = page.evaluate(CLIPPED, PAPER)
        if clipped:
            wrong.append(f"print {state}: tables wider than the page: {clipped[:3]}")
        if broken := page.evaluate(BROKEN):
            wrong.append(f"print {state}: numbers broken in two: {broken[:3]}")
        pdf = page.pdf(format="A4", tagged=True, prefer_css_page_size=True)
        if b"/StructTreeRoot" not in pdf or b"/MarkInfo" not in pdf:
            wrong.append(f"print {state}: the PDF is not tagged")
        if pictures:
            (pictures / f"{report.stem}-{state}.pdf").write_bytes(pdf)


def check(browser, axe, report, pictures, reference):
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
            if width == WIDTHS[-1]:
                # The policy of the report lets no picture in, so a page of its own compares them.
                unpainted(page, context.new_page(), wrong, scheme)
            if (width, scheme) == (WIDTHS[-1], "light"):
                page.reload()
                drawn(page, wrong, reference)
                printed(page, report, wrong, pictures)
            context.close()
    return wrong


def main():
    arguments = sys.argv[1:]
    pictures = reference = None
    while arguments[:1] in (["--pictures"], ["--drawn"]):
        named = pathlib.Path(arguments[1])
        if arguments[0] == "--drawn":
            reference = named
        else:
            pictures = named
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
            wrong = check(browser, axe, report, pictures, reference)
            reference = None
            failed = failed or bool(wrong)
            print(f"{report.name}: {len(wrong)} faults" if wrong else f"{report.name}: good")
            for text in wrong:
                print("  " + text)
        browser.close()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
