ALTER TABLE `settlement_files` ADD `lines` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE settlement_files SET lines = (SELECT count(*) FROM settlement_lines l WHERE l.file_id = settlement_files.id);
