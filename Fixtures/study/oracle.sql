-- What `latest` and `daily --sources all --attribute split` say of quantities, from the raw lines alone, in Spark SQL.
-- Knows nothing of units (each is taken as it stands), of aggregation styles (averages are not here), of sources' order,
-- of readers. `lines` is declared in oracle.py: person, seq, event, timeZone, objects (array<string>: objects in `save`,
-- uuids in `delete`), replaces.
CREATE TEMP VIEW dead AS
  SELECT person, explode(objects) AS uuid FROM lines WHERE event = 'delete'
  UNION SELECT person, explode(replaces) AS uuid FROM lines WHERE replaces IS NOT NULL;

CREATE TEMP VIEW zones AS
  SELECT person, max_by(timeZone, seq) AS zone FROM lines WHERE timeZone IS NOT NULL GROUP BY person;

CREATE TEMP VIEW samples AS
  SELECT saved.person, seq, object.uuid, object.type, object.unit, object.value,
         timestamp(object.start) AS start, timestamp(object.end) AS end, coalesce(object.metadata['HKTimeZone'], zone) AS zone
  FROM (SELECT person, seq,
               from_json(text, 'kind string, uuid string, type string, start string, end string, value double, unit string,
                                metadata map<string, string>', map('mode', 'PERMISSIVE')) AS object
        FROM (SELECT person, seq, explode(objects) AS text FROM lines WHERE event = 'save')) AS saved
  JOIN zones ON zones.person = saved.person
  LEFT ANTI JOIN dead ON dead.person = saved.person AND dead.uuid = object.uuid
  WHERE object.kind = 'quantity';

CREATE TEMP VIEW latest AS
  SELECT person, type, unit, value, seq FROM (
    SELECT *, row_number() OVER (PARTITION BY person, type ORDER BY end DESC, start DESC, seq DESC) AS place FROM samples)
  WHERE place = 1;

-- A sample has a share of each day that it spans; days are those of its zone, and 23 or 25 hours long when clocks change.
CREATE TEMP VIEW daily AS
  SELECT person, type, day, count(*) AS count, sum(value * share) AS sum, min(value) AS minimum, max(value) AS maximum
  FROM (
    SELECT *, CASE WHEN end = start THEN 1 ELSE
        (least(unix_micros(end), unix_micros(to_utc_timestamp(date_add(day, 1), zone)))
         - greatest(unix_micros(start), unix_micros(to_utc_timestamp(day, zone)))) / (unix_micros(end) - unix_micros(start))
      END AS share
    FROM (
      SELECT *, explode(sequence(to_date(from_utc_timestamp(start, zone)), to_date(from_utc_timestamp(
                  CASE WHEN end > start THEN end - INTERVAL 1 MICROSECOND ELSE end END, zone)))) AS day
      FROM samples))
  GROUP BY person, type, day;
