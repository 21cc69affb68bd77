CREATE TABLE `duplicate_scan` (
	`id` integer PRIMARY KEY NOT NULL,
	`last_version` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `person_marks` (
	`candidate_id` integer NOT NULL,
	`kind` text NOT NULL,
	`mark` text NOT NULL,
	PRIMARY KEY(`candidate_id`, `kind`, `mark`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `person_marks_mark` ON `person_marks` (`kind`,`mark`,`candidate_id`);--> statement-breakpoint
CREATE TABLE `shared_marks` (
	`kind` text NOT NULL,
	`mark` text NOT NULL,
	`found_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `mark`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `shared_marks_found` ON `shared_marks` (`found_at`);