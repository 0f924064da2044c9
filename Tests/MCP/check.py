#!/usr/bin/env python3
"""Talks to `health-journal mcp` as assistants do: check.py PROGRAM, with $HEALTH_JOURNAL naming a journal with samples.

With PyPI's `mcp` client in each of its modes, and with plain lines whose answers are held to the schemas of the protocol.
Rows are compared with those of the commands: the newest come first here where no order is asked for, and percent are as
people say them. Prints what it found, and ends with 1 where something is wrong.
"""
import asyncio, datetime, json, math, os, pathlib, subprocess, sys

from jsonschema import Draft202012Validator
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

PROGRAM = sys.argv[1]
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
# A tool, its arguments, and the command that has the same rows; every other tool of a view is called without any.
CALLS = [
    ("daily", {"type": "stepCount", "last": "4w", "limit": 500}, "daily stepCount --last 4w"),
    ("statistics", {"type": ["stepCount", "heartRate"], "every": "month"},
     "statistics --type stepCount,heartRate --every month"),
    ("compare", {"period": "MONTH"}, "compare --period MONTH"),
    ("summary", {"period": "MONTH"}, "summary MONTH"),
    ("trends", {"on": "DAY"}, "trends --on DAY"),
    ("sleep", {"limit": 7, "sort": "-date"}, "sleep --sort -date"),
    ("workouts", {"limit": 3}, "workouts"),
    ("energy", {"last": "3d"}, "energy --last 3d"),
    ("find", {"text": "Watch"}, "find Watch"),
]
# Tools that are no views give rows in an order of their own.
ORDERED = [
    ("explain_day", {"type": "stepCount", "on": "DAY"}, "daily stepCount --day DAY --explain"),
    ("check", {}, "check"),
    ("changes", {"limit": 5}, "changes --limit 5"),
]
OTHERS = {"types", "diff"} | {call[0] for call in ORDERED}
PARTS = {"change", "yearChange", "share"}
problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)


def command(words):
    call = [PROGRAM] + words.split() + ["--format", "json"]
    text = subprocess.run(call, capture_output=True, text=True).stdout
    return json.loads(text) if text.strip() else []


def newest_first(rows):
    """The rows as an assistant gets them who asks for no order."""
    field = next((field for field in ("day", "date", "start", "at") if any(field in row for row in rows)), None)
    if not field:
        return rows
    when = lambda row: row[field] if len(row[field]) == 10 else datetime.datetime.fromisoformat(row[field])
    return sorted((row for row in rows if field in row), key=when, reverse=True) + [row for row in rows if field not in row]


def same(told, row):
    """Whether a row is the command's, with its percent as people say them."""
    def is_same(field):
        here, there = told[field], row[field]
        is_percent = row.get("unit") == "%" or field in PARTS
        return here == there or is_percent and isinstance(there, (int, float)) and math.isclose(here, 100 * there)
    # Notes are in words for an assistant.
    return told.keys() == row.keys() and all(is_same(field) for field in row if field != "note")


def answers(lines, *options):
    done = subprocess.run([PROGRAM, "mcp", *options], input="".join(json.dumps(line) + "\n" for line in lines),
                          capture_output=True, text=True)
    expect(done.returncode == 0, f"ended with {done.returncode}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def schema(revision):
    path = pathlib.Path(__file__).parent / f"schema-{revision}.json"
    whole = json.loads(path.read_text())
    return lambda name: Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]})


def against_schemas():
    """Each answer of both eras is as the protocol's own schema has it."""
    requests = [
        ("tools/list", {}, "ListToolsResult"), ("resources/list", {}, "ListResourcesResult"),
        ("resources/templates/list", {}, "ListResourceTemplatesResult"),
        ("resources/read", {"uri": "journal://line/1"}, "ReadResourceResult"),
        ("tools/call", {"name": "latest", "arguments": {"limit": 3}}, "CallToolResult"),
        ("tools/call", {"name": "latest", "arguments": {"limit": 0}}, "CallToolResult"),
        ("tools/call", {"name": "none"}, None), ("resources/read", {"uri": "journal://line/0"}, None),
        ("prompts/list", {}, None),
    ]
    start = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "check", "version": "1"}}
    eras = {"2026-07-28": [("server/discover", {}, "DiscoverResult")],
            "2025-11-25": [("initialize", start, "InitializeResult"), ("ping", {}, "EmptyResult")]}
    count = 0
    for revision, first in eras.items():
        calls, of = first + requests, schema(revision)
        extra = {"_meta": META} if revision == "2026-07-28" else {}
        got = answers([{"jsonrpc": "2.0", "id": number, "method": method, "params": {**params, **extra}}
                       for number, (method, params, _) in enumerate(calls)])
        expect(len(got) == len(calls), f"{revision}: {len(got)} answers to {len(calls)} requests")
        for (method, _, name), answer in zip(calls, got):
            kind = "JSONRPCResultResponse" if name else "JSONRPCErrorResponse"
            for validator, value in [(of(kind), answer), (of(name), answer.get("result"))] if name else [(of(kind), answer)]:
                for error in validator.iter_errors(value):
                    expect(False, f"{revision} {method}: {error.message}")
                count += 1
    unknown = dict(META, **{"io.modelcontextprotocol/protocolVersion": "1900-01-01"})
    got = answers([{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": unknown}},
                   {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}])
    for error in schema("2026-07-28")("UnsupportedProtocolVersionError").iter_errors(got[0]):
        expect(False, f"unknown revision: {error.message}")
    expect(got[1]["error"]["code"] == -32602, f"no _meta: {got[1]}")
    return count


async def as_client(mode):
    """The client of PyPI lists tools, calls them, reads a line; rows are the command's."""
    server = StdioServerParameters(command=PROGRAM, args=["mcp"], env=dict(os.environ))
    day = command("daily stepCount --limit 1")[0]["day"]
    words_for = {"DAY": day, "MONTH": day[:7]}
    async with Client(stdio_client(server), mode=mode) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        plain = [(name, {}, name) for name in names if name not in OTHERS | {call[0] for call in CALLS}]
        for name, arguments, words in CALLS + plain + ORDERED:
            arguments = {key: words_for.get(value, value) if isinstance(value, str) else value
                         for key, value in arguments.items()}
            result = await client.call_tool(name, arguments)
            expect(not result.is_error, f"{mode} {name}: {result.content[0].text}")
            if result.is_error:
                continue
            answer, rows = result.structured_content, command(words.replace("DAY", day).replace("MONTH", day[:7]))
            if name not in OTHERS and "sort" not in arguments:
                rows = newest_first(rows)
            rows = rows[:arguments.get("limit", 100)]
            expect(json.loads(result.content[0].text) == answer, f"{mode} {name}: the text is another")
            shown = answer["rows"]
            expect(all(map(same, shown, rows)), f"{mode} {name}: not the command's rows")
            expect(len(shown) == len(rows) or answer["truncated"], f"{mode} {name}: {len(shown)} of {len(rows)} rows")
            # Names and days of odd length are made of everything.
            expect(answer["lines"] or not rows or name in ("find", "clocks"), f"{mode} {name}: no lines")
        types = (await client.call_tool("types", {})).structured_content
        steps = [row for row in types["rows"] if row["type"].endswith("StepCount")][0]
        whole = command("statistics --type stepCount --sources all")
        expect(steps["count"] == sum(row["count"] for row in whole), f"{mode}: types counts {steps}")
        diff = (await client.call_tool("diff", {"earlier": "1", "views": "latest"})).structured_content
        expect(diff["count"] > 0, f"{mode}: no difference since the first line")
        line = await client.read_resource("journal://line/2")
        expect(json.loads(line.contents[0].text)["seq"] == 2, f"{mode}: another line")
        wrong = await client.call_tool("latest", {"limits": 2})
        expect(wrong.is_error and "takes no 'limits'" in wrong.content[0].text, f"{mode}: {wrong}")
        try:
            await client.read_resource("journal://line/99999999")
            expect(False, f"{mode}: a line that is not there")
        except Exception as error:
            expect("no line 99999999" in str(error), f"{mode}: {error}")
    return len(names)


def as_stranger():
    """A source that never asked gets the sentence that says so, and no line."""
    calls = [("tools/call", {"name": "latest", "arguments": {"type": "stepCount"}}),
             ("resources/read", {"uri": "journal://line/3"})]
    got = answers([{"jsonrpc": "2.0", "id": number, "method": method, "params": {**params, "_meta": META}}
                   for number, (method, params) in enumerate(calls)], "--as", "org.example.stranger")
    text = got[0]["result"]["content"][0]["text"]
    expect(got[0]["result"]["isError"] and "does not know" in text, f"stranger: {got[0]}")
    expect("error" in got[1], f"stranger: {got[1]}")


modes = ("auto", "legacy", "2026-07-28")
tools = [asyncio.run(as_client(mode)) for mode in modes][0]
checked = against_schemas()
as_stranger()
for problem in problems:
    print("mcp:", problem)
print(f"mcp: {tools} tools in modes {', '.join(modes)}; {checked} answers held to the schemas; {len(problems)} problems")
sys.exit(1 if problems else 0)
