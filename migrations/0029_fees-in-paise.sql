-- The fees that the cell has set were written in rupees; every amount in the database is paise.
UPDATE `settings` SET `value` = json_set(`value`, '$.open', CAST(round(json_extract(`value`, '$.open') * 100) AS INTEGER), '$.reserved', CAST(round(json_extract(`value`, '$.reserved') * 100) AS INTEGER)) WHERE `key` = 'fees';
