CREATE TABLE `breaches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`noticed_at` integer NOT NULL,
	`what_en` text NOT NULL,
	`what_mr` text NOT NULL,
	`people` integer NOT NULL,
	`data_en` text NOT NULL,
	`data_mr` text NOT NULL,
	`consequences_en` text NOT NULL,
	`consequences_mr` text NOT NULL,
	`measures_en` text NOT NULL,
	`measures_mr` text NOT NULL,
	`steps_en` text NOT NULL,
	`steps_mr` text NOT NULL,
	`recorded_at` integer NOT NULL,
	`recorded_by` integer NOT NULL,
	`cert_in_at` integer,
	`board_at` integer,
	`people_at` integer,
	`report_at` integer,
	FOREIGN KEY (`recorded_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`subject` text NOT NULL,
	`act` text NOT NULL,
	`version` integer NOT NULL,
	`language` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `consents_candidate` ON `consents` (`candidate_id`,`id`);--> statement-breakpoint
CREATE TABLE `data_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`state` text NOT NULL,
	`filed_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`answer` text,
	`outcome` text,
	`decided_at` integer,
	`decided_by` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `data_requests_one_open` ON `data_requests` (`candidate_id`,`kind`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `data_requests_candidate` ON `data_requests` (`candidate_id`,`id`);--> statement-breakpoint
CREATE INDEX `data_requests_state` ON `data_requests` (`state`,`due_at`,`id`);--> statement-breakpoint
CREATE TABLE `data_states` (
	`candidate_id` integer PRIMARY KEY NOT NULL,
	`restricted_at` integer,
	`erased_at` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `outbox_stranger` ON `outbox` (`recipient`) WHERE candidate_id IS NULL;--> statement-breakpoint
-- Those who registered before notices had versions agreed to the one that was shown then: version 0.
INSERT INTO `consents` (`candidate_id`, `subject`, `act`, `version`, `language`, `at`)
  SELECT `id`, 'notice', 'given', 0, `language`, `consented_at` FROM `candidates`;
--> statement-breakpoint
INSERT INTO `consents` (`candidate_id`, `subject`, `act`, `version`, `language`, `at`)
  SELECT `id`, 'whatsapp', 'given', 0, `language`, `whatsapp_opted_in_at` FROM `candidates` WHERE `whatsapp_opted_in_at` IS NOT NULL;
--> statement-breakpoint
-- A name that is erased leaves the search of the lists, too.
CREATE TRIGGER merit_entries_renamed AFTER UPDATE OF full_name ON merit_entries BEGIN
  DELETE FROM merit_search WHERE rowid =
    (old.edition_id * 4 + CASE old.list WHEN 'state' THEN 0 WHEN 'all-india' THEN 1 ELSE 2 END) * 16777216 + old.merit_number;
  INSERT INTO merit_search (rowid, name, type, category) VALUES (
    (new.edition_id * 4 + CASE new.list WHEN 'state' THEN 0 WHEN 'all-india' THEN 1 ELSE 2 END) * 16777216 + new.merit_number,
    new.full_name, replace(new.type, '-', ''), replace(new.category, '-', '')
  );
END;
