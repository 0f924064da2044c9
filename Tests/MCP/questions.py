#!/usr/bin/env python3
"""Ten plain questions, asked by tools alone: questions.py PROGRAM EXPORT, with $HEALTH_JOURNAL naming a journal of days of
Europe/Berlin into which EXPORT was imported, as Tests/Report/made_up.py writes it.

What is right is computed from EXPORT by the few lines here, which know nothing of the program. A call takes no argument
but those that the list of tools tells of. Prints each question, and ends with 1 where an answer is wrong, where it names
no line of the journal, or where all questions together take more than twelve calls.
"""
import asyncio, datetime as dt, os, sys, xml.etree.ElementTree as ET
from zoneinfo import ZoneInfo

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

PROGRAM, EXPORT = sys.argv[1:3]
ZONE = ZoneInfo("Europe/Berlin")
MOST_CALLS = 12


class Export:
    """What the export says, by type."""

    def __init__(self, path):
        self.records, self.workouts, self.rings, self.elements = {}, [], {}, 0
        for _, element in ET.iterparse(path):
            if element.tag == "Record":
                name = element.get("type").split("Identifier")[1]
                self.records.setdefault(name, []).append(
                    (time(element, "startDate"), time(element, "endDate"), element.get("value"), element.get("sourceName")))
            elif element.tag == "Workout":
                sums = {part.get("type"): float(part.get("sum")) for part in element.iter("WorkoutStatistics")}
                self.workouts.append((element.get("workoutActivityType"), time(element, "startDate"), sums))
            elif element.tag == "ActivitySummary":
                self.rings[element.get("dateComponents")] = element.attrib
            elif element.tag == "Me":
                self.born = dt.date.fromisoformat(element.get("HKCharacteristicTypeIdentifierDateOfBirth"))
                self.elements += len(element.attrib)
            if element.tag in ("Record", "Workout", "ActivitySummary", "WorkoutRoute"):
                self.elements += 1

    def between(self, name, first, end):
        """The numbers of a type on the days from one to the day before another."""
        return [float(value) for start, _, value, _ in self.records[name] if first <= start.date() < end]

    def steps(self, day):
        """The watch counts, and of the phone what lies beside all of the watch's samples."""
        of_day = [record for record in self.records["StepCount"] if record[0].date() == day == record[1].date()]
        watch = [(start, end) for start, end, _, source in of_day if "Watch" in source]
        total = 0
        for start, end, value, source in of_day:
            covered = dt.timedelta() if "Watch" in source else sum(
                (max(dt.timedelta(), min(end, last) - max(start, first)) for first, last in watch), dt.timedelta())
            total += float(value) * (1 - covered / (end - start))
        return total

    def asleep(self, day):
        """Seconds of the stages of sleep that began between two noons."""
        noon = dt.datetime.combine(day, dt.time(12), ZONE)
        return sum((end - start).total_seconds() for start, end, value, _ in self.records["SleepAnalysis"]
                   if noon - dt.timedelta(days=1) <= start < noon and "Asleep" in value)


def time(element, name):
    return dt.datetime.strptime(element.get(name), "%Y-%m-%d %H:%M:%S %z").astimezone(ZONE)


def mean(values):
    return sum(values) / len(values)


def day(text):
    return dt.date.fromisoformat(text)


def row(answer, **fields):
    """The row that says so."""
    return next(row for row in answer["rows"] if all(row.get(field) == value for field, value in fields.items()))


def sport(name):
    return "HKWorkoutActivityType" + name


def questions(export):
    """Each question, the calls that answer it, what they should say, and what they do."""
    summary = export.rings["2026-11-19"]
    closed = [float(summary[name]) >= float(summary[name + "Goal"])
              for name in ("activeEnergyBurned", "appleExerciseTime", "appleStandHours")]
    october = [workout for workout in export.workouts if workout[1].strftime("%Y-%m") == "2026-10"]
    runs = [sums["HKQuantityTypeIdentifierDistanceWalkingRunning"] for activity, start, sums in export.workouts
            if activity == sport("Running") and start.year == 2026]
    last28, before28 = [mean(export.between("HeartRateVariabilitySDNN", day(first), day(end)))
                        for first, end in (("2026-10-24", "2026-11-21"), ("2026-09-26", "2026-10-24"))]
    month = day("2026-10-01"), day("2026-11-01")
    weight = max((start, value) for start, _, value, _ in export.records["BodyMass"])[1]
    return [
        ("Did I close my rings on 19 November?",
         [("types", {}), ("rings", {"period": "2026-11-19"})], (len(export.rings), closed),
         lambda types, rings: (
             next(row["count"] for row in types["rows"] if row.get("view") == "rings"),
             [row(rings, ring=ring)["stated"] >= row(rings, ring=ring)["goal"] for ring in ("move", "exercise", "stand")])),
        ("How many steps did I walk on 18 November?",
         [("daily", {"type": "stepCount", "period": "2026-11-18"})], export.steps(day("2026-11-18")),
         lambda daily: daily["rows"][0]["sum"]),
        ("How long did I sleep last night?",
         [("sleep", {"limit": 1})], ("2026-11-20", export.asleep(day("2026-11-20"))),
         lambda sleep: (sleep["rows"][0]["date"], sleep["rows"][0]["asleep"])),
        ("Between what and what was my resting heart rate in October?",
         [("statistics", {"type": ["restingHeartRate"], "period": "2026-10"})],
         (min(export.between("RestingHeartRate", *month)), max(export.between("RestingHeartRate", *month))),
         lambda statistics: (statistics["rows"][0]["minimum"], statistics["rows"][0]["maximum"])),
        ("How many percent was my blood oxygen in October, and at least?",
         [("statistics", {"type": "oxygenSaturation", "period": "2026-10", "percentiles": [5, 50, 95]})],
         ("%", 100 * mean(export.between("OxygenSaturation", *month)), 100 * min(export.between("OxygenSaturation", *month))),
         lambda statistics: tuple(statistics["rows"][0][field] for field in ("unit", "average", "minimum"))),
        ("What did I do for sports in October, and how many kcal was it?",
         [("workouts", {"period": "2026-10", "total": "true"})],
         (len(october), sum(sums["HKQuantityTypeIdentifierActiveEnergyBurned"] for _, _, sums in october)),
         lambda workouts: (workouts["rows"][0]["workouts"], workouts["rows"][0]["energy"])),
        ("How far was my longest run this year?",
         [("runs", {"period": "2026", "sort": "-distance", "limit": 1})], ("m", max(runs)),
         lambda runs: (runs["rows"][0]["unit"], runs["rows"][0]["distance"])),
        ("Is my heart rate variability going up?",
         [("trends", {"type": "heartRateVariabilitySDNN", "on": "2026-11-20"})],
         (last28, before28, 100 * (last28 / before28 - 1)),
         lambda trends: tuple(trends["rows"][0][field] for field in ("last28", "before28", "change"))),
        ("How old am I, and what do I weigh?",
         [("profile", {"on": "2026-11-20"})], (2026 - export.born.year, float(weight), "kg"),
         lambda profile: tuple(profile["rows"][0][field] for field in ("age", "bodyMass", "bodyMassUnit"))),
        ("What came in with my last import?",
         [("imports", {"limit": 1})], export.elements, lambda imports: imports["rows"][0]["new"]),
    ]


def agree(found, wanted):
    if isinstance(wanted, (tuple, list)):
        return len(found) == len(wanted) and all(agree(*pair) for pair in zip(found, wanted))
    if isinstance(wanted, float):
        return abs(found - wanted) <= 1e-9 * max(1, abs(wanted))
    return found == wanted


async def ask():
    problems, calls, asked = [], 0, questions(Export(EXPORT))
    server = StdioServerParameters(command=PROGRAM, args=["mcp"], env=dict(os.environ))
    async with Client(stdio_client(server)) as client:
        tools = {tool.name: tool.input_schema["properties"] for tool in (await client.list_tools()).tools}
        for question, wanted_calls, wanted, found in asked:
            answers = []
            for name, arguments in wanted_calls:
                if set(arguments) - set(tools.get(name, {})):
                    problems.append(f"{question} {name} does not tell of {sorted(arguments)}")
                result = await client.call_tool(name, arguments)
                calls += 1
                if result.is_error:
                    problems.append(f"{question} {name}: {result.content[0].text}")
                    break
                answers.append(result.structured_content)
            if len(answers) < len(wanted_calls):
                continue
            got = found(*answers)
            print(f"  {question} {got}")
            if not agree(got, wanted):
                problems.append(f"{question} {got}, and it is {wanted}")
            if not all(answer["lines"] for answer in answers):
                problems.append(f"{question} no line is named")
    if calls > MOST_CALLS:
        problems.append(f"{calls} calls, more than {MOST_CALLS}")
    return len(asked), calls, problems


count, calls, problems = asyncio.run(ask())
for problem in problems:
    print("questions:", problem)
print(f"questions: {count} asked, {calls} calls, {len(problems)} problems")
sys.exit(1 if problems else 0)
