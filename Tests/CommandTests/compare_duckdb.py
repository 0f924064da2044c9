"""Answers `latest`, `daily --sources separate` and `statistics --percentiles 5,50,95` from a journal's
lines in DuckDB, and says where the program's rows differ:
compare_duckdb.py events.ndjson ZONE latest.ndjson daily.ndjson statistics.ndjson"""
import json, math, sys

import duckdb

events, zone, latest_file, daily_file, statistics_file = sys.argv[1:]
db = duckdb.connect()
db.execute("set TimeZone = 'UTC'")
columns = {"seq": "UBIGINT", "by": "VARCHAR", "event": "VARCHAR", "objects": "JSON", "replaces": "JSON",
           "source": "JSON"}
db.execute(f"""
    create temp table lines as from read_json(
        $events, format = 'newline_delimited', maximum_object_size = 16777216, columns = {columns})
    """, {"events": events})
db.execute("""
    create temp table gone as
        select unnest(from_json(objects, '["VARCHAR"]')) as uuid from lines where event = 'delete'
        union
        select unnest(from_json(replaces, '["VARCHAR"]')) as uuid from lines where event = 'save'
    """)
db.execute("""
    create temp table samples as
    with saved as (
        select seq, "by" as asker, generate_subscripts(from_json(objects, '["JSON"]'), 1) as place,
            unnest(from_json(objects, '["JSON"]')) as object
        from lines where event = 'save'),
    known as (
        select seq, place, asker, object->>'$.kind' as kind, object->>'$.uuid' as uuid,
            object->>'$.type' as type, object->>'$.unit' as unit, object->>'$.value' as value,
            (object->>'$.origin')::UBIGINT as origin,
            epoch_us((object->>'$.start')::TIMESTAMPTZ) as starts,
            epoch_us((object->>'$.end')::TIMESTAMPTZ) as ends,
            coalesce(object->'$.metadata'->>'HKTimeZone', $zone) as zone
        from saved where object->>'$.kind' in ('quantity', 'category'))
    select known.* exclude (asker), coalesce(lines.source->>'$.name', asker) as source
    from known left join lines on lines.seq = known.origin
    where uuid not in (from gone)
    """, {"zone": zone})

# Each sample on each day that it touches, with the share of it that lies there.
db.execute("""
    create temp table parts as
    with days as (
        select *, unnest(generate_series(
            date_trunc('day', timezone(zone, make_timestamptz(starts))),
            date_trunc('day', timezone(zone, make_timestamptz(greatest(starts, ends - 1)))),
            interval 1 day)) as day
        from samples where kind = 'quantity'),
    bounds as (
        select *, epoch_us(timezone(zone, day::TIMESTAMP)) as first,
            epoch_us(timezone(zone, day::TIMESTAMP + interval 1 day)) as next
        from days)
    select type, source, day::DATE::VARCHAR as day, unit, value::DOUBLE as value,
        case when ends = starts then 1
            else (least(ends, next) - greatest(starts, first)) / (ends - starts) end as share
    from bounds where ends = starts or least(ends, next) > greatest(starts, first)
    """)


def rows(file):
    with open(file, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


faults = []


def compare(what, expected, found):
    for key in sorted(expected.keys() | found.keys(), key=str):
        one, other = expected.get(key), found.get(key)
        if one is None or other is None or not all(map(near, one, other)):
            faults.append(f"{what} {key}: {one} in DuckDB, {other} in the program")


def near(one, other):
    if isinstance(one, float) or isinstance(other, float):
        return other is not None and math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-12)
    return one == other


latest = {type: (uuid, seq) for type, uuid, seq in db.execute("""
    select type, arg_max(uuid, (ends, starts, seq, place)), arg_max(seq, (ends, starts, seq, place))
    from samples group by type""").fetchall()}
compare("latest", latest, {row["type"]: (row["uuid"], row["seq"]) for row in rows(latest_file)})

# Of types whose samples all have one unit: others are shown in one, which is no question of SQL's.
one_unit = {type for type, in db.execute(
    "select type from parts group by type having count(distinct unit) = 1").fetchall()}
sums, extremes = {}, {}
for row in rows(daily_file):
    key = (row["type"], row["day"], row["source"])
    if row["type"] in one_unit and "sum" in row:
        sums[key] = (row["sum"], row["count"])
    elif row["type"] in one_unit and "minimum" in row:
        extremes[key] = (row["minimum"], row["maximum"], row["count"])
adding = {type for type, _, _ in sums}
own_sums, own_extremes = {}, {}
for type, day, source, total, least, most, count in db.execute("""
        select type, day, source, fsum(value * share), min(value), max(value), count(*)
        from parts group by all""").fetchall():
    if type not in one_unit:
        continue
    if type in adding:
        own_sums[type, day, source] = (total, count)
    else:
        own_extremes[type, day, source] = (least, most, count)
compare("daily sum", own_sums, sums)
compare("daily extremes", own_extremes, extremes)

percentiles = {row["type"]: (row["p5"], row["p50"], row["p95"]) for row in rows(statistics_file)
               if row["type"] in one_unit and "p50" in row}
own_percentiles = {type: tuple(found) for type, found in db.execute("""
        select type, quantile_cont(value::DOUBLE, [0.05, 0.5, 0.95])
        from samples where kind = 'quantity' group by type""").fetchall() if type in percentiles}
compare("percentiles", own_percentiles, percentiles)

print("\n".join(faults[:20]) or
      f"equal: {len(latest)} latest, {len(sums)} sums, {len(extremes)} extremes, "
      f"{len(percentiles)} times three percentiles")
sys.exit(1 if faults else 0)
