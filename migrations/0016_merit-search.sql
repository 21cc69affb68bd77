-- Words by which a published merit list is searched: of the name, and the codes of type and category. Written by the
-- triggers alone. A row's number holds its edition, its list and its merit number, so that what is found comes in order.
CREATE VIRTUAL TABLE merit_search USING fts5(
  name, type, category, content='', contentless_delete=1, detail=column, prefix='2',
  tokenize="unicode61 categories 'L* N* Mc Mn'"
);
--> statement-breakpoint
CREATE TRIGGER merit_entries_added AFTER INSERT ON merit_entries BEGIN
  INSERT INTO merit_search (rowid, name, type, category) VALUES (
    (new.edition_id * 4 + CASE new.list WHEN 'state' THEN 0 WHEN 'all-india' THEN 1 ELSE 2 END) * 16777216 + new.merit_number,
    new.full_name, replace(new.type, '-', ''), replace(new.category, '-', '')
  );
END;
--> statement-breakpoint
CREATE TRIGGER merit_entries_removed AFTER DELETE ON merit_entries BEGIN
  DELETE FROM merit_search WHERE rowid =
    (old.edition_id * 4 + CASE old.list WHEN 'state' THEN 0 WHEN 'all-india' THEN 1 ELSE 2 END) * 16777216 + old.merit_number;
END;
