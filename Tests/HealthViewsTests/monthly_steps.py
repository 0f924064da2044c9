"""Steps per month of one source of an Apple Health export, split pro rata over the months of a zone.

Usage: monthly_steps.py EXPORT.XML ZONE SOURCE. Prints `yyyy-mm<TAB>sum` for each month with samples.
"""

import math
import sys
import xml.etree.ElementTree as xml
from collections import defaultdict
from datetime import datetime, timezone
from zoneinfo import ZoneInfo


def next_month(moment, zone):
    """The first moment of the month after that in which a moment lies."""
    local = moment.astimezone(zone)
    year, month = divmod(local.year * 12 + local.month, 12)
    return datetime(year, month + 1, 1, tzinfo=zone).astimezone(timezone.utc)


def main(path, zone, source):
    sums = defaultdict(list)
    for record in xml.parse(path).getroot().iter("Record"):
        if record.get("type") != "HKQuantityTypeIdentifierStepCount":
            continue
        if record.get("sourceName") != source:
            continue
        start, end = (
            datetime.strptime(record.get(name), "%Y-%m-%d %H:%M:%S %z").astimezone(timezone.utc)
            for name in ("startDate", "endDate")
        )
        value = float(record.get("value"))
        total = (end - start).total_seconds()
        if total <= 0:
            sums[start.astimezone(zone).strftime("%Y-%m")].append(value)
        at = start
        while at < end:
            until = min(end, next_month(at, zone))
            share = (until - at).total_seconds() / total
            sums[at.astimezone(zone).strftime("%Y-%m")].append(value * share)
            at = until
    for month, parts in sorted(sums.items()):
        print(month, repr(math.fsum(parts)), sep="\t")


if __name__ == "__main__":
    main(sys.argv[1], ZoneInfo(sys.argv[2]), sys.argv[3])
