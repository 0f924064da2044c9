"""Steps per day and source of an Apple Health export, split pro rata over local days.

Usage: daily_steps.py EXPORT.XML ZONE. Prints `day<TAB>source<TAB>sum` for each day and source.
"""

import math
import sys
import xml.etree.ElementTree as xml
from collections import defaultdict
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo


def stretches(start, end, zone):
    """The parts of a span by local day: (day, share of the whole)."""
    if end <= start:
        yield start.astimezone(zone).date(), 1.0
        return
    total = (end - start).total_seconds()
    at = start
    while at < end:
        day = at.astimezone(zone).date()
        midnight = datetime(day.year, day.month, day.day, tzinfo=zone) + timedelta(days=1)
        until = min(end, midnight.astimezone(timezone.utc))
        yield day, (until - at).total_seconds() / total
        at = until


def own_zone(record, zone):
    """The zone that the record's metadata names, else the journal's."""
    for entry in record.findall("MetadataEntry"):
        if entry.get("key") == "HKTimeZone":
            return ZoneInfo(entry.get("value"))
    return zone


def main(path, zone):
    sums = defaultdict(list)
    for record in xml.parse(path).getroot().iter("Record"):
        if record.get("type") != "HKQuantityTypeIdentifierStepCount":
            continue
        start, end = (
            datetime.strptime(record.get(name), "%Y-%m-%d %H:%M:%S %z").astimezone(timezone.utc)
            for name in ("startDate", "endDate")
        )
        for day, share in stretches(start, end, own_zone(record, zone)):
            sums[day, record.get("sourceName")].append(float(record.get("value")) * share)
    for key, parts in sorted(sums.items()):
        print(*key, repr(math.fsum(parts)), sep="\t")


if __name__ == "__main__":
    main(sys.argv[1], ZoneInfo(sys.argv[2]))
