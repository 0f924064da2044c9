-- The receipts of a study, from what was found of each journal: a person whose journal is there twice counts once. Where
-- the copies have the same lines up to the moment, the first that could be read is taken; where they have not, none is.
-- The same text runs in Spark and in DuckDB.
WITH numbered AS (
  SELECT *, count(*) OVER (PARTITION BY person) AS copies,
         row_number() OVER (PARTITION BY person ORDER BY CASE WHEN outcome = 'damaged' THEN 1 ELSE 0 END, place) AS number,
         min(coalesce(chain, '')) OVER (PARTITION BY person) = max(coalesce(chain, '')) OVER (PARTITION BY person) AS alike
  FROM found
), judged AS (
  SELECT *, number > 1 OR NOT alike AS twice FROM numbered
)
SELECT person, asked, CASE WHEN twice THEN 'twice' ELSE outcome END AS outcome, judged.exit, seq, chain,
       CASE WHEN twice THEN 0 ELSE judged.rows END AS rows, given, refusals, since, complaint, place, copies
FROM judged
