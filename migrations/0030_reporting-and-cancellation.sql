CREATE TABLE `admission_corrections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`choice_code` text NOT NULL,
	`institute_code` text NOT NULL,
	`reason` text NOT NULL,
	`seen` text DEFAULT '[]' NOT NULL,
	`awaited` text DEFAULT '[]' NOT NULL,
	`state` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `admission_corrections_open` ON `admission_corrections` (`candidate_id`) WHERE state = 'prepared';--> statement-breakpoint
CREATE INDEX `admission_corrections_institute` ON `admission_corrections` (`institute_code`,`state`);--> statement-breakpoint
DROP INDEX `cancellations_institute`;--> statement-breakpoint
ALTER TABLE `cancellations` ADD `case_number` integer NOT NULL;--> statement-breakpoint
ALTER TABLE `cancellations` ADD `late_told_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `cancellations_case` ON `cancellations` (`case_number`);--> statement-breakpoint
CREATE INDEX `cancellations_requested` ON `cancellations` (`requested_at`);--> statement-breakpoint
CREATE INDEX `cancellations_institute` ON `cancellations` (`institute_code`,`requested_at`);--> statement-breakpoint
DROP INDEX `admissions_candidate`;--> statement-breakpoint
ALTER TABLE `admissions` ADD `undone_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `admissions_candidate` ON `admissions` (`candidate_id`,`round`) WHERE undone_at IS NULL;--> statement-breakpoint
ALTER TABLE `institute_days` ADD `admitted` integer NOT NULL;--> statement-breakpoint
ALTER TABLE `institute_days` ADD `not_recorded` integer NOT NULL;