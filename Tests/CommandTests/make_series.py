"""Makes three exports of one phone from one: make_series.py EXPORT.xml FOLDER

The first two hold what had started by two dates; the second and the third correct 20 records each, which is
40, remove 15 and 10, and two and one of equal ones. What each changes is printed as JSON.
"""

import json
import re
import sys

KEYS = ("type", "sourceName", "startDate", "endDate", "value", "unit")


def parts(text):
    """What stands before the first record, the top-level records and all else, in order."""
    body = text.index("<Me")
    body = text.index(">", body) + 1
    end = text.rindex("</HealthData>")
    pattern = re.compile(r"\n <(Record|Workout|Correlation|ActivitySummary)\b.*?(?=\n <[A-Z]|\Z)", re.S)
    return text[:body], [match.group(0) for match in pattern.finditer(text[body:end])]


def attribute(element, name):
    found = re.search(rf'\b{name}="([^"]*)"', element)
    return found.group(1) if found else None


def identity(element):
    return tuple(attribute(element, key) for key in KEYS)


def corrected(element, number):
    """The same record as a newer phone states it."""
    if number % 2:
        return re.sub(r'creationDate="\d\d\d\d', 'creationDate="2018', element, count=1)
    return element.replace(" sourceName=", f' device="&lt;&lt;HKDevice: 0x28{number:x}&gt;, name:New&gt;" sourceName=', 1)


def main():
    text = open(sys.argv[1], encoding="utf-8").read()
    head, elements = parts(text)
    dates = sorted(attribute(element, "startDate") or "" for element in elements)
    cuts = [dates[len(dates) * 2 // 4], dates[len(dates) * 3 // 4], "9999"]
    groups = {}
    for place, element in enumerate(elements):
        if element.startswith("\n <Record"):
            groups.setdefault(identity(element), []).append(place)
    early = [g for g in groups.values() if attribute(elements[g[0]], "startDate") <= cuts[0]]
    single = [g[0] for g in early if len(g) == 1 and " device=" not in elements[g[0]]]
    repeated = [g[-1] for g in early if len(g) > 1]
    step = len(single) // 80
    chosen = single[::step]
    corrections = [chosen[0:20], chosen[20:40]]
    removals = [chosen[40:55] + repeated[0:2], chosen[55:65] + repeated[2:3]]
    gone, changes = set(), []
    exported = ["2017-12-01", "2018-01-01", "2018-02-01"]
    before = set()
    for number in range(3):
        if number:
            for place in corrections[number - 1]:
                elements[place] = corrected(elements[place], place)
            gone.update(removals[number - 1])
        stated = [p for p, e in enumerate(elements)
                  if p not in gone and (attribute(e, "startDate") or "") <= cuts[number]]
        date = f'<ExportDate value="{exported[number]} 10:00:00 +0200"/>'
        with open(f"{sys.argv[2]}/{number + 1}.xml", "w", encoding="utf-8") as file:
            file.write(re.sub(r"<ExportDate value=[^>]*>", date, head))
            file.write("".join(elements[place] for place in stated) + "\n</HealthData>\n")
        count = len(corrections[number - 1]) if number else 0
        new = len(set(stated) - before)
        changes.append({"new": new, "corrected": count, "vanished": len(gone),
                        "identical": len(stated) - new - count})
        before |= set(stated)
    print(json.dumps(changes))


main()
