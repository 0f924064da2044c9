#!/usr/bin/env python3
"""Writes a made-up export to standard output: made_up.py [YEARS]

The years that end with 2026-11-20, with something for each section of a report: a watch and a phone that overlap,
nights by stage, readings of a cuff, a scale and a glucose sensor, runs, rides, swims by length with their heart
rates, a route, rings, a few days without anything, and a few samples that `check` finds fault with. The same years
give the same bytes with every Python."""
import datetime as dt
import math
import sys

END = dt.date(2026, 11, 20)
WATCH = ('sourceName="Ana’s Apple Watch" sourceVersion="11" device="&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, '
         'manufacturer:Apple Inc., model:Watch, hardware:Watch7,1&gt;"')
PHONE = 'sourceName="Ana’s iPhone" sourceVersion="18"'
CUFF = 'sourceName="Withings" sourceVersion="6"'
SENSOR = 'sourceName="Dexcom G7" sourceVersion="2"'
Minutes = lambda minutes: dt.timedelta(minutes=minutes)


class Dice:
    """Numbers that look random; a generator of our own, as Python's may change."""

    def __init__(self, seed):
        self.state = seed

    def random(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 11) / 2**53

    def between(self, low, high):
        return low + self.random() * (high - low)

    def whole(self, low, high):
        return int(self.between(low, high + 1))

    def near(self, mean, spread):
        return mean + spread * (sum(self.random() for _ in range(12)) - 6)


def text(time):
    return time.strftime("%Y-%m-%d %H:%M:%S +0100")


def times(start, end):
    return f'creationDate="{text(end)}" startDate="{text(start)}" endDate="{text(end)}"'


def quantity(source, kind, unit, value, start, end=None):
    print(f'<Record type="HKQuantityTypeIdentifier{kind}" {source} unit="{unit}" {times(start, end or start)} '
          f'value="{value}"/>')


def stage(name, start, minutes):
    end = start + Minutes(minutes)
    print(f'<Record type="HKCategoryTypeIdentifierSleepAnalysis" {WATCH} {times(start, end)} '
          f'value="HKCategoryValueSleepAnalysis{name}"/>')
    return end


class Day:
    def __init__(self, number, date, years, dice):
        self.date, self.dice = date, dice
        self.start = dt.datetime(date.year, date.month, date.day)
        self.number = number
        self.grown = number / (3650 if years > 3 else 365 * years)
        self.season = math.sin((date.timetuple().tm_yday - 80) / 365 * 2 * math.pi)
        self.isSick = dice.random() < 0.01
        self.isFree = date.weekday() > 4

    def at(self, hour, minute=0, second=0):
        return self.start + dt.timedelta(hours=hour, minutes=minute, seconds=second)

    def moves(self):
        dice = self.dice
        for hour in range(7, 23):
            busy = 400 if hour in (8, 13, 18) else 0
            steps = (180 + 80 * self.season + busy) * dice.between(.3, 1.7)
            steps *= (0.3 if self.isSick else 1) * (0.8 if self.isFree else 1)
            start = self.at(hour, dice.whole(0, 20))
            end = start + Minutes(30)
            quantity(WATCH, "StepCount", "count", int(steps), start, end)
            if dice.random() < .5:
                late = Minutes(5)
                quantity(PHONE, "StepCount", "count", int(steps * .8), start + late, end + late)
            quantity(WATCH, "DistanceWalkingRunning", "km", f"{steps * .00075:.4f}", start, end)
            quantity(WATCH, "ActiveEnergyBurned", "kcal", f"{steps * .04 + dice.between(2, 9):.2f}", start, end)
        minutes = dice.whole(5, 70)
        quantity(WATCH, "AppleExerciseTime", "min", minutes, self.at(16), self.at(16, minutes))
        if dice.random() < .3:
            quantity(PHONE, "FlightsClimbed", "count", dice.whole(1, 9), self.at(9), self.at(9, 10))

    def heart(self):
        dice, fever = self.dice, 12 if self.isSick else 0
        for minute in range(0, 1440, 60):
            rate = (52 if minute < 390 else 74) + dice.near(0, 5) + fever - 2 * self.grown
            quantity(WATCH, "HeartRate", "count/min", round(rate), self.at(0, minute, dice.whole(0, 200)))
        quantity(WATCH, "RestingHeartRate", "count/min",
                 round(58 - 3 * self.grown + dice.near(0, 1.6) + fever / 2), self.at(9))
        for hour in (2, 5):
            quantity(WATCH, "HeartRateVariabilitySDNN", "ms",
                     f"{max(12, 46 + 6 * self.season + dice.near(0, 9) - fever):.1f}", self.at(hour),
                     self.at(hour, 1))
        quantity(WATCH, "OxygenSaturation", "%", f"{dice.between(.94, .99):.2f}", self.at(3))
        quantity(WATCH, "RespiratoryRate", "count/min", f"{dice.near(14.5, .6):.1f}", self.at(4))
        if self.number % 10 == 0:
            quantity(WATCH, "VO2Max", "mL/min·kg", f"{33 + 4 * self.grown + dice.near(0, .5):.1f}", self.at(19))

    def sleeps(self):
        dice = self.dice
        time = self.start - Minutes(round(dice.near(20 if self.isFree else 70, 35)))
        for cycle in range(dice.whole(4, 5)):
            time = stage("AsleepCore", time, dice.whole(35, 60))
            if cycle < 3:
                time = stage("AsleepDeep", time, dice.whole(10, 28))
            time = stage("AsleepREM", time, dice.whole(12, 28))
            time = stage("Awake", time, dice.whole(1, 8))

    def measures(self):
        dice = self.dice
        if self.number % 4 == 0:
            quantity(CUFF, "BodyMass", "kg", f"{74 - 5 * self.grown + 1.2 * self.season + dice.near(0, .4):.1f}",
                     self.at(7, 10))
            quantity(CUFF, "BodyFatPercentage", "%", f"{.31 - .03 * self.grown + dice.near(0, .004):.3f}",
                     self.at(7, 10))
        if self.number % 3 == 0:
            for hour, lower in ((7, 0), (21, 6)):
                for kind, mean, spread in (("Systolic", 134 - lower, 7), ("Diastolic", 84 - lower / 2, 5)):
                    quantity(CUFF, "BloodPressure" + kind, "mmHg",
                             round(dice.near(mean - 6 * self.grown, spread)), self.at(hour, 30))
        if (END - self.date).days < 75:
            for minute in range(0, 1440, 15):
                meals = sum(55 * math.exp(-((minute - meal) / 70) ** 2) for meal in (500, 800, 1190))
                value = 112 + meals + 22 * math.sin(minute / 1440 * 6.28 - 1) + dice.near(0, 16)
                quantity(SENSOR, "BloodGlucose", "mg/dL", round(value), self.at(0, minute))

    def rings(self):
        dice = self.dice
        print(f'<ActivitySummary dateComponents="{self.date}" activeEnergyBurned="{dice.whole(280, 620)}" '
              f'activeEnergyBurnedGoal="450" activeEnergyBurnedUnit="kcal" appleExerciseTime="{dice.whole(5, 70)}" '
              f'appleExerciseTimeGoal="30" appleStandHours="{dice.whole(6, 15)}" appleStandHoursGoal="12"/>')

    def trains(self):
        activity = {1: "Running", 3: "Swimming", 5: "Cycling"}.get(self.date.weekday())
        if not activity or self.dice.random() > .8:
            return
        start, minutes = self.at(18), self.dice.whole(25, 60)
        if activity != "Swimming":
            for half in range(minutes * 2):
                rate = min(178, 105 + half / minutes * 20 + self.dice.near(0, 4))
                quantity(WATCH, "HeartRate", "count/min", round(rate), start + dt.timedelta(seconds=30 * half))
        workout(activity, start, minutes, self.dice)


def workout(activity, start, minutes, dice):
    end = start + Minutes(minutes)
    print(f'<Workout workoutActivityType="HKWorkoutActivityType{activity}" duration="{minutes}" durationUnit="min" '
          f'{WATCH} {times(start, end)}>')
    metres = {"Running": minutes * 172, "Cycling": minutes * 350, "Swimming": minutes * 25}[activity]
    way = {"Running": "WalkingRunning", "Cycling": "Cycling", "Swimming": "Swimming"}[activity]
    if activity == "Swimming":
        print('<MetadataEntry key="HKLapLength" value="25 m"/>\n'
              '<MetadataEntry key="HKSwimmingLocationType" value="1"/>')
        lap = start
        for number in range(minutes):
            seconds = dice.whole(30, 42) + number // 10
            if lap + dt.timedelta(seconds=seconds) > end:
                break
            style = 2 if number % 8 < 5 else 4
            print(f'<WorkoutEvent type="HKWorkoutEventTypeLap" date="{text(lap)}" duration="{seconds / 60:.4f}" '
                  f'durationUnit="min"><MetadataEntry key="HKSwimmingStrokeStyle" value="{style}"/></WorkoutEvent>')
            lap += dt.timedelta(seconds=seconds + (20 if number % 8 == 7 else 1))
    if activity == "Running":
        route(start, minutes, dice)
    for kind, amount, unit in (("ActiveEnergyBurned", minutes * 9, "kcal"), ("Distance" + way, metres, "m")):
        print(f'<WorkoutStatistics type="HKQuantityTypeIdentifier{kind}" startDate="{text(start)}" '
              f'endDate="{text(end)}" sum="{amount}" unit="{unit}"/>')
    print("</Workout>")


def route(start, minutes, dice):
    end = start + Minutes(minutes)
    print(f'<WorkoutRoute {WATCH} {times(start, end)}>')
    turn, place = dice.between(0, 6.28), [52.5, 13.4]
    for minute in range(minutes + 1):
        angle = turn + minute / minutes * 6.28 + dice.near(0, .3)
        place = [place[0] + math.sin(angle) * .0012, place[1] + math.cos(angle) * .002]
        print(f'<Location date="{text(start + Minutes(minute))}" latitude="{place[0]:.5f}" longitude="{place[1]:.5f}" '
              'altitude="40" horizontalAccuracy="5" verticalAccuracy="5" course="0" speed="2.9"/>')
    print("</WorkoutRoute>")


def warnings():
    """What a person noted and a watch warned of."""
    for kind, value, source, days in (
            ("HighHeartRateEvent", "HKCategoryValueNotApplicable", WATCH, (40, 200)),
            ("Headache", "HKCategoryValueSeverityModerate", PHONE, (3, 31, 90)),
            ("Headache", "HKCategoryValueSeverityMild", PHONE, (5,)),
            ("Dizziness", "HKCategoryValueSeverityNotPresent", PHONE, (4,))):
        for day in days:
            start = dt.datetime(END.year, END.month, END.day, 15) - dt.timedelta(days=day)
            print(f'<Record type="HKCategoryTypeIdentifier{kind}" {source} {times(start, start + Minutes(10))} '
                  f'value="{value}"/>')


def faults():
    """What `check` finds: a copy, a heart rate that nobody has, a sample that lasts two days, another unit."""
    day = dt.datetime(2026, 10, 5)
    for _ in range(2):
        quantity(CUFF, "BodyMass", "kg", "69.9", day + dt.timedelta(hours=12))
    quantity(PHONE, "HeartRate", "count/min", 900, day + dt.timedelta(hours=13))
    quantity(PHONE, "StepCount", "count", 5, day, day + dt.timedelta(days=2))
    quantity(CUFF, "BodyMass", "lb", "154", day + dt.timedelta(days=1, hours=12))


def main():
    years = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    print('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_GB">\n'
          '<ExportDate value="2026-11-20 23:50:00 +0100"/>\n'
          '<Me HKCharacteristicTypeIdentifierDateOfBirth="1975-05-17" '
          'HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale" '
          'HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet" '
          'HKCharacteristicTypeIdentifierFitzpatrickSkinType="HKFitzpatrickSkinTypeNotSet" '
          'HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse="None"/>')
    dice = Dice(7)
    first = END.replace(year=END.year - years) + dt.timedelta(days=1)
    quantity(PHONE, "Height", "cm", 168, dt.datetime(first.year, first.month, first.day, 9))
    for number in range((END - first).days + 1):
        day = Day(number, first + dt.timedelta(days=number), years, dice)
        if dice.random() > .02:
            day.moves()
            day.heart()
            day.sleeps()
        day.measures()
        day.trains()
        day.rings()
    faults()
    warnings()
    print("</HealthData>")


if __name__ == "__main__":
    main()
