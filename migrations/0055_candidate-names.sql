-- Words of candidates' names, by which the desk finds them. Written by the triggers alone; a row's number is the
-- candidate's.
CREATE VIRTUAL TABLE candidate_names USING fts5(
  name, content='', contentless_delete=1, detail=none, prefix='2',
  tokenize="unicode61 categories 'L* N* Mc Mn'"
);
--> statement-breakpoint
INSERT INTO candidate_names (rowid, name) SELECT id, full_name FROM candidates;
--> statement-breakpoint
CREATE TRIGGER candidates_named AFTER INSERT ON candidates BEGIN
  INSERT INTO candidate_names (rowid, name) VALUES (new.id, new.full_name);
END;
--> statement-breakpoint
CREATE TRIGGER candidates_renamed AFTER UPDATE OF full_name ON candidates WHEN old.full_name <> new.full_name BEGIN
  DELETE FROM candidate_names WHERE rowid = old.id;
  INSERT INTO candidate_names (rowid, name) VALUES (new.id, new.full_name);
END;
--> statement-breakpoint
CREATE TRIGGER candidates_unnamed AFTER DELETE ON candidates BEGIN
  DELETE FROM candidate_names WHERE rowid = old.id;
END;
