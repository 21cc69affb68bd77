CREATE TABLE `jk_allotments` (
	`seating_id` integer NOT NULL,
	`candidate_id` integer NOT NULL,
	`merit_number` integer NOT NULL,
	`choice_code` text NOT NULL,
	`institute` text NOT NULL,
	`course` text NOT NULL,
	`preference` integer NOT NULL,
	PRIMARY KEY(`seating_id`, `candidate_id`),
	FOREIGN KEY (`seating_id`) REFERENCES `jk_seatings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `jk_allotments_candidate` ON `jk_allotments` (`candidate_id`,`seating_id`);--> statement-breakpoint
CREATE TABLE `jk_choices` (
	`candidate_id` integer PRIMARY KEY NOT NULL,
	`choices` text NOT NULL,
	`recorded_at` integer NOT NULL,
	`recorded_by` integer NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recorded_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `jk_seatings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`state` text NOT NULL,
	`merit_edition_id` integer NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`released_at` integer,
	`released_by` integer,
	FOREIGN KEY (`merit_edition_id`) REFERENCES `merit_editions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`released_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `jk_seatings_state` ON `jk_seatings` (`state`);--> statement-breakpoint
CREATE TABLE `jk_seats` (
	`choice_code` text PRIMARY KEY NOT NULL,
	`institute` text NOT NULL,
	`course` text NOT NULL,
	`count` integer NOT NULL
) STRICT;
