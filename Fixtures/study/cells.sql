-- What a study publishes: a row for each type and unit, of people and not of days. Every person weighs the same,
-- however many days they have. The same text runs in Spark and in DuckDB; {least} is the size of the smallest cell.
WITH people AS (
  SELECT type, value, unit, person, count(*) AS days, avg(coalesce(sum, average, duration)) AS mean
  FROM rows GROUP BY type, value, unit, person
), cells AS (
  SELECT type, value, unit, count(*) AS people, sum(days) AS days, avg(mean) AS mean,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY mean) AS median
  FROM people GROUP BY type, value, unit
)
SELECT type, value, unit,
       CASE WHEN people >= {least} THEN people END AS people,
       CASE WHEN people >= {least} THEN days END AS days,
       CASE WHEN people >= {least} THEN mean END AS mean,
       CASE WHEN people >= {least} THEN median END AS median
FROM cells ORDER BY type, value, unit
