-- How many journals, people and rows of a study there are, by its receipts. The same text runs in Spark and in DuckDB.
SELECT count(*) AS receipts,
       count(CASE WHEN outcome = 'read' THEN 1 END) AS read,
       count(CASE WHEN outcome = 'refused' THEN 1 END) AS refused,
       count(CASE WHEN outcome = 'damaged' THEN 1 END) AS damaged,
       count(CASE WHEN outcome = 'twice' THEN 1 END) AS twice,
       count(DISTINCT person) AS people,
       count(DISTINCT CASE WHEN outcome <> 'twice' THEN person END) AS counted,
       coalesce(sum(receipts.rows), 0) AS given
FROM receipts
