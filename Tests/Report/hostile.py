#!/usr/bin/env python3
"""Writes commands for `append` whose names and metadata would run as a script, close a tag or turn text around, were
they not escaped. Each would set `window.ran`, which check.py looks for."""
import json

NAMES = [
    "<script>window.ran = 1</script>", '" onload="window.ran = 1', "' onfocus='window.ran = 1' autofocus='",
    "</style><script>window.ran = 1</script>", "</title><img src=x onerror='window.ran = 1'>",
    "<svg/onload=window.ran=1>", "<details open ontoggle=window.ran=1>", "&lt;b&gt;", "-->", "]]>",
    "\u202edrawkcab\u202c", "\u0007\u001b[31mred", "javascript:window.ran=1", "a" * 300, "漢字" * 60, "%1 %2",
]


def sample(day, kind, value, unit, name, minutes=0):
    start = f"2026-03-{day:02}T08:00:00+01:00"
    end = f"2026-03-{day:02}T08:{minutes:02}:00+01:00"
    return {"kind": "quantity", "type": "HKQuantityTypeIdentifier" + kind, "start": start, "end": end,
            "value": value, "unit": unit, "source": {"name": name, "bundle": name},
            "device": {"name": name, "model": name}, "metadata": {"note": name}}


for number, name in enumerate(NAMES):
    day = number + 1
    objects = [sample(day, "StepCount", 900 + number, "count", name, 30),
               sample(day, "StepCount", 800, "count", "Watch", 40),
               sample(day, "HeartRate", 60 + number, "count/min", name),
               sample(day, "BodyMass", 70, "kg", name)]
    print(json.dumps({"event": "save", "by": "owner", "objects": objects}))
    workout = {"kind": "workout", "activity": "HKWorkoutActivityTypeOther", "start": f"2026-03-{day:02}T10:00:00+01:00",
               "end": f"2026-03-{day:02}T11:00:00+01:00", "duration": 3600, "source": {"name": name}, "metadata": {"HKWorkoutBrandName": name}}
    print(json.dumps({"event": "save", "by": "owner", "objects": [workout]}))
