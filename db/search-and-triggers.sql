-- The objects of the database that Drizzle's schema cannot describe. `npm run migration -- --initial` appends them to the
-- initial migration. Empty lines separate the statements.

CREATE TRIGGER audit_log_never_changed BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is never changed');
END;

CREATE TRIGGER audit_log_never_shortened BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is never shortened');
END;

CREATE TRIGGER public_log_never_changed BEFORE UPDATE ON public_log_leaves BEGIN
  SELECT RAISE(ABORT, 'the public log is never changed');
END;

CREATE TRIGGER public_log_never_shortened BEFORE DELETE ON public_log_leaves BEGIN
  SELECT RAISE(ABORT, 'the public log is never shortened');
END;

CREATE VIRTUAL TABLE merit_search USING fts5(
  name, type, category, content='', contentless_delete=1, detail=column, prefix='2',
  tokenize="unicode61 categories 'L* N* Mc Mn'"
);

CREATE TRIGGER merit_entries_added AFTER INSERT ON merit_entries BEGIN
  INSERT INTO merit_search (rowid, name, type, category) VALUES (
    (new.edition_id * 4 + CASE new.list WHEN 'state' THEN 0 WHEN 'all-india' THEN 1 ELSE 2 END) * 16777216 + new.merit_number,
    indexed_name(new.full_name), replace(new.type, '-', ''), replace(new.category, '-', '')
  );
END;

CREATE TRIGGER merit_entries_removed AFTER DELETE ON merit_entries BEGIN
  DELETE FROM merit_search WHERE rowid =
    (old.edition_id * 4 + CASE old.list WHEN 'state' THEN 0 WHEN 'all-india' THEN 1 ELSE 2 END) * 16777216 + old.merit_number;
END;

CREATE TRIGGER merit_entries_renamed AFTER UPDATE OF full_name ON merit_entries BEGIN
  DELETE FROM merit_search WHERE rowid =
    (old.edition_id * 4 + CASE old.list WHEN 'state' THEN 0 WHEN 'all-india' THEN 1 ELSE 2 END) * 16777216 + old.merit_number;
  INSERT INTO merit_search (rowid, name, type, category) VALUES (
    (new.edition_id * 4 + CASE new.list WHEN 'state' THEN 0 WHEN 'all-india' THEN 1 ELSE 2 END) * 16777216 + new.merit_number,
    indexed_name(new.full_name), replace(new.type, '-', ''), replace(new.category, '-', '')
  );
END;

CREATE VIRTUAL TABLE candidate_names USING fts5(
  name, content='', contentless_delete=1, detail=none, prefix='2',
  tokenize="unicode61 categories 'L* N* Mc Mn'"
);

CREATE TRIGGER candidates_named AFTER INSERT ON candidates BEGIN
  INSERT INTO candidate_names (rowid, name) VALUES (new.id, indexed_name(new.full_name));
END;

CREATE TRIGGER candidates_renamed AFTER UPDATE OF full_name ON candidates WHEN old.full_name <> new.full_name BEGIN
  DELETE FROM candidate_names WHERE rowid = old.id;
  INSERT INTO candidate_names (rowid, name) VALUES (new.id, indexed_name(new.full_name));
END;

CREATE TRIGGER candidates_unnamed AFTER DELETE ON candidates BEGIN
  DELETE FROM candidate_names WHERE rowid = old.id;
END;
