"""Writes COUNT made-up commands for `append`, the same for the same seed: made_up.py COUNT SEED"""
import json, random, sys, uuid
from datetime import datetime, timedelta, timezone

count, seed = int(sys.argv[1]), int(sys.argv[2])
dice = random.Random(seed)
BEGIN = datetime(2024, 1, 1, tzinfo=timezone.utc)
WATCH, PHONE, SCALE = "Anna’s\u00a0Watch", "Phone", "Scale"
# type, unit, least, most, minutes, source
QUANTITIES = [
    ("StepCount", "count", 1, 900, 10, WATCH), ("StepCount", "count", 1, 900, 12, PHONE),
    ("HeartRate", "count/min", 45, 180, 0, WATCH), ("RestingHeartRate", "count/min", 45, 70, 1440, WATCH),
    ("ActiveEnergyBurned", "kcal", 0.1, 60, 10, WATCH), ("BasalEnergyBurned", "kcal", 10, 90, 60, WATCH),
    ("DietaryEnergyConsumed", "kcal", 50, 900, 0, PHONE), ("BodyMass", "kg", 60, 80, 0, SCALE),
    ("DistanceWalkingRunning", "km", 0.01, 1.2, 10, PHONE), ("OxygenSaturation", "%", 0.9, 1, 0, WATCH),
    ("EnvironmentalAudioExposure", "dBASPL", 40, 95, 30, WATCH),
]
STAGES = ["InBed", "AsleepCore", "AsleepDeep", "AsleepREM", "Awake"]
ACTIVITIES = ["Running", "Swimming", "Walking", "Yoga"]
uuids = []


def text(time):
    return time.strftime("%Y-%m-%dT%H:%M:%S+00:00")


def drawn():
    uuids.append(str(uuid.UUID(int=dice.getrandbits(128), version=4)).upper())
    return uuids[-1]


def span(minutes):
    start = BEGIN + timedelta(minutes=dice.randrange(2 * 365 * 1440))
    return {"start": text(start), "end": text(start + timedelta(minutes=minutes))}


def save(source, thing):
    return {"event": "save", "by": "owner", "objects": [{**thing, "source": {"name": source}}]}


def quantity():
    name, unit, least, most, minutes, source = dice.choice(QUANTITIES)
    value = dice.uniform(least, most)
    value = int(value) if unit.startswith("count") else round(value, 3)
    thing = {"kind": "quantity", "uuid": drawn(), "type": "HKQuantityTypeIdentifier" + name, **span(minutes),
             "value": value, "unit": unit}
    if dice.random() < 0.02:
        thing["metadata"] = {"HKWasUserEntered": True}
    return save(source, thing)


def sleep():
    value = "HKCategoryValueSleepAnalysis" + dice.choice(STAGES)
    return save(WATCH, {"kind": "category", "uuid": drawn(), "type": "HKCategoryTypeIdentifierSleepAnalysis",
                        **span(dice.randrange(5, 90)), "value": value})


def workout():
    minutes = dice.randrange(10, 90)
    thing = {"kind": "workout", "uuid": drawn(), "activity": "HKWorkoutActivityType" + dice.choice(ACTIVITIES),
             **span(minutes), "duration": minutes * 60,
             "totalEnergyBurned": {"value": dice.randrange(50, 900), "unit": "kcal"},
             "totalDistance": {"value": round(dice.uniform(0.5, 15), 2), "unit": "km"}}
    return save(WATCH, thing)


def delete():
    return {"event": "delete", "by": "owner", "objects": [dice.choice(uuids)]}


def authorize():
    read = {"HKQuantityTypeIdentifier" + name: dice.choice(["authorized", "denied"])
            for name in dice.sample(["StepCount", "HeartRate", "BodyMass", "ActiveEnergyBurned"], 2)}
    share = {"HKQuantityTypeIdentifierStepCount": "authorized"}
    return {"event": "authorize", "by": "owner", "source": "com.example.reader", "read": read, "share": share}


print(json.dumps(authorize()))
for number in range(count - 1):
    make = dice.choices([quantity, sleep, workout, delete, authorize], [900, 60, 20, 20, 1])[0]
    print(json.dumps((make if uuids else quantity)(), ensure_ascii=False))
