"""Places in Swift source that can be changed, found by text alone: statements of one line or a few.

A place is a condition, an expression or a statement; a mutant is one changed operator, number, word or
condition in it, or the statement left out. Rewritten, the place asks `mutant(n)` which form it has:

    guard seen.at >= at else { … }       guard (mutant(3) ? (seen.at > at) : (seen.at >= at)) else { … }
    head.offset = offset                 if !mutant(4) { head.offset = offset }
"""

import dataclasses
import re

SWAPS = {
    "<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="],
    "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"],
    "&+": ["&-"], "&-": ["&+"], "+=": ["-="], "-=": ["+="], "<<": [">>"], ">>": ["<<"],
}
OPERATOR = re.compile(r"(?<= )(%s)(?= )" % "|".join(
    re.escape(word) for word in sorted(SWAPS, key=len, reverse=True)))
CALL = re.compile(r"\b(max|min)(?=\()")
WORD = re.compile(r"\b(true|false)\b")
NUMBER = re.compile(r"(?<![\w.$])(\d+)(?![\w.])")
NEGATION = re.compile(r"(?<=[ (])!(?=[\w(])|^!(?=[\w(])")
DECLARES = re.compile(
    r"(?:(?:private|fileprivate|package|static|lazy)(?:\(set\))? )*(?:let|var) [^=]*?= ")
ONE_LINE_VALUE = re.compile(r"(static |private |fileprivate |package )*var ")
HEADER = re.compile(
    r"(@\S+ )*((public|package|private|fileprivate|static|mutating|final|indirect|consuming"
    r"|borrowing|nonmutating)(\(set\))? )*(func|init|struct|enum|extension|protocol|class"
    r"|subscript|import|typealias|case|deinit|associatedtype)\b")
CONTROL = re.compile(
    r"(where|else|for|switch|do|defer|repeat|break|continue|fallthrough|throw|catch|get|set"
    r"|return$|#|@|\.|\})")


@dataclasses.dataclass
class Mutant:
    """One change: from `start` to `end` of the file `text` stands in the place of what was there."""

    path: str
    start: int
    end: int
    form: str  # "expression" or "statement"
    text: str
    before: str

    @property
    def key(self):
        """The file and both forms, whatever the number of the line."""
        return (self.path, squeezed(self.before), squeezed(self.text))


def squeezed(text):
    return " ".join(text.split())


def masked(source):
    """The source with comments and strings blanked, as long as it was."""
    out = list(source)
    at = 0
    while at < len(source):
        end = at + 1
        if source.startswith("//", at):
            end = source.find("\n", at)
        elif source.startswith("/*", at):
            end = source.index("*/", at) + 2
        elif source[at] == '"':
            end = end_of_string(source, at)
        else:
            at += 1
            continue
        for place in range(at, end):
            if out[place] != "\n":
                out[place] = "_" if source[at] == '"' else " "
        at = end
    return "".join(out)


def end_of_string(source, at):
    quote = '"""' if source.startswith('"""', at) else '"'
    at += len(quote)
    while not source.startswith(quote, at):
        if source.startswith("\\(", at):
            depth, at = 1, at + 2
            while depth:
                if source[at] == '"':
                    at = end_of_string(source, at)
                    continue
                depth += {"(": 1, ")": -1}.get(source[at], 0)
                at += 1
        else:
            at += 2 if source[at] == "\\" else 1
    return at + len(quote)


def depth_change(text):
    return sum({"(": 1, "[": 1, ")": -1, "]": -1}.get(char, 0) for char in text)


def logical_lines(mask):
    """Where statements begin and end: lines, joined where a bracket or an operator holds them together."""
    offset, start, depth = 0, None, 0
    lines = mask.split("\n")
    for index, line in enumerate(lines):
        if start is None and line.strip():
            start, depth = offset + len(line) - len(line.lstrip()), 0
        if start is not None:
            depth += depth_change(line)
            after = next((other.strip() for other in lines[index + 1:] if other.strip()), "")
            here = line.rstrip()
            joined = depth > 0 or re.search(r"( (=|[-+*/%<>&|?:]{1,3}|==|in)|,)$", here) \
                or re.match(r"(\.\w|[-+*/%&|?:<>=!]{1,3} |else\b)", after)
            if not joined:
                yield start, offset + len(here)
                start = None
        offset += len(line) + 1


def at_top(text, find):
    """The first place outside of brackets of which `find(text, place)` is true; -1: there is none."""
    depth = 0
    for place, char in enumerate(text):
        if depth == 0 and find(text, place):
            return place
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(char, 0)
        if depth < 0:
            return -1
    return -1


def parts_at_commas(text):
    """The parts between commas outside of brackets, each with its place."""
    start = 0
    while True:
        comma = at_top(text[start:], lambda rest, place: rest[place] == ",")
        end = len(text) if comma < 0 else start + comma
        part = text[start:end]
        yield start + len(part) - len(part.lstrip()), part.strip()
        if comma < 0:
            return
        start = end + 1


class Finder:
    """Finds the mutants of one file."""

    def __init__(self, path, source):
        self.path, self.source, self.mask = path, source, masked(source)
        self.found = []

    def all(self):
        for start, end in logical_lines(self.mask):
            self.statement(start, end)
        return self.found

    def add(self, start, end, form, text):
        self.found.append(Mutant(self.path, start, end, form, text, self.source[start:end]))

    def statement(self, start, end):
        mask = self.mask[start:end]
        if re.match(r"(case\b.*|default)(?=:)", mask) and not HEADER.match(mask[5:]):
            colon = at_top(mask, lambda text, place: text.startswith(": ", place))
            if colon > 0:
                self.statement(start + colon + 2, end)
            return
        header = re.match(r"(\} else )?(if|guard|while) ", mask)
        if header:
            return self.condition(start + header.end(), end, header.group(2))
        if mask.endswith("}") and (HEADER.match(mask) or ONE_LINE_VALUE.match(mask)):
            return self.body(start, end)
        if HEADER.match(mask) or CONTROL.match(mask) or mask.endswith("{") or mask in "})":
            return
        declared = DECLARES.match(mask)
        if declared or mask.startswith("return "):
            return self.expression(start + (declared.end() if declared else 7), end)
        if re.match(r"(let|var|private|fileprivate|package|static|public)\b", mask):
            return
        is_value = at_top(
            mask, lambda text, place: re.match(r" (==|!=|[<>]=?|&&|\|\|) ", text[place:]))
        if is_value >= 0 or re.match(r"[!\d(]", mask) or not re.search(r"[)=]", mask) \
                or self.is_answer(start, end):
            return self.expression(start, end)
        for changed in changes(self.source[start:end], mask):
            self.add(start, end, "statement", changed)
        self.add(start, end, "statement", "")

    def is_answer(self, start, end):
        """Whether a statement is all that a function or closure has, which may be what it returns."""
        before, after = self.mask[:start].rstrip(), self.mask[end:].lstrip()
        if not after.startswith("}"):
            return False
        if before.endswith(" in"):
            return True
        header = re.search(r"\b(func|init|var|get|subscript)\b[^{}]*\{$", before)
        returns_nothing = header and header.group(1) in ("func", "init") and "->" not in header.group()
        return bool(header) and not returns_nothing

    def body(self, start, end):
        """The one statement of a function that stands in one line."""
        mask = self.mask[start:end]
        opening = at_top(mask, lambda text, place: text[place] == "{")
        if opening > 0 and not mask[opening:].startswith("{ get"):
            self.expression(start + opening + 2, end - 2)

    def condition(self, start, end, keyword):
        mask = self.mask[start:end]
        stop = at_top(mask, lambda text, place: text.startswith(
            "else " if keyword == "guard" else "{", place) or text[place:] == "else")
        conditions = mask[:stop] if stop >= 0 else mask
        for place, part in parts_at_commas(conditions):
            if re.match(r"(let|var|case|#available)\b", part) or not part:
                continue
            self.expression(start + place, start + place + len(part))
            for word in {"guard": ["true"], "while": ["false"]}.get(keyword, ["true", "false"]):
                self.add(start + place, start + place + len(part), "expression", word)
        opening = mask.find("{", max(stop, 0))
        if stop >= 0 and keyword == "if" and mask.endswith(" }") and opening >= 0:
            self.statement(start + opening + 2, end - 2)

    def expression(self, start, end):
        for changed in changes(self.source[start:end], self.mask[start:end]):
            self.add(start, end, "expression", changed)


def changes(source, mask):
    """Each form that an expression has with one word of it changed."""
    for match in OPERATOR.finditer(mask):
        for operator in SWAPS[match.group()]:
            yield source[:match.start()] + operator + source[match.end():]
    other = {"max": "min", "min": "max", "true": "false", "false": "true"}
    for pattern in (CALL, WORD):
        for match in pattern.finditer(mask):
            yield source[:match.start()] + other[match.group()] + source[match.end():]
    for match in NUMBER.finditer(mask):
        yield source[:match.start()] + str(int(match.group()) + 1) + source[match.end():]
    for match in NEGATION.finditer(mask):
        yield source[:match.start()] + source[match.end():]


def rewritten(source, places):
    """The source with the numbered mutants of it, and for each line of the new source the numbers on it."""
    out, at, lines = [], 0, {}
    by_place = {}
    for number, mutant in places:
        place = (mutant.start, mutant.end, mutant.form)
        by_place.setdefault(place, []).append((number, mutant.text))
    for (start, end, form), forms in sorted(by_place.items()):
        assert start >= at, "places that hold each other"
        out.append(source[at:start])
        first = "".join(out).count("\n")
        out.append(chosen(source[start:end], form, forms))
        for line in range(first, "".join(out).count("\n") + 1):
            lines.setdefault(line + 1, []).extend(number for number, _ in forms)
        at = end
    return "".join(out) + source[at:], lines


def chosen(original, form, forms):
    if form == "statement":
        return "".join(f"if mutant({number}) {{ {text} }} else " for number, text in forms) \
            + "{ " + original + " }"
    attempt = re.match(r"try[?]? ", original)
    head = attempt.group() if attempt else ""
    rest = "".join(
        f"mutant({number}) ? ({text.removeprefix(head)}) : " for number, text in forms)
    return f"{head}({rest}({original.removeprefix(head)}))"


def without_overlaps(mutants):
    """Those of places that hold no other place: the inner ones stay."""
    places = sorted({(mutant.path, mutant.start, mutant.end, mutant.form) for mutant in mutants})
    holding = set()
    for one, other in zip(places, places[1:]):
        if one[0] == other[0] and other[1] < one[2]:
            holding.add(one)
    return [mutant for mutant in mutants
            if (mutant.path, mutant.start, mutant.end, mutant.form) not in holding]
