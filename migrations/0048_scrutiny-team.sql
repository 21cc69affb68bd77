CREATE TABLE `officer_leaves` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`staff_id` integer NOT NULL,
	`first_day` text NOT NULL,
	`last_day` text NOT NULL,
	`noted_by` integer NOT NULL,
	`noted_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`noted_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `officer_leaves_staff` ON `officer_leaves` (`staff_id`);--> statement-breakpoint
CREATE TABLE `scrutiny_judgements` (
	`candidate_id` integer NOT NULL,
	`version` integer NOT NULL,
	`officer_id` integer NOT NULL,
	`begun_at` integer NOT NULL,
	`finished_at` integer NOT NULL,
	`is_returned` integer NOT NULL,
	PRIMARY KEY(`candidate_id`, `version`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`officer_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `scrutiny_judgements_officer` ON `scrutiny_judgements` (`officer_id`,`finished_at`);--> statement-breakpoint
ALTER TABLE `scrutinies` ADD `held_since` integer;