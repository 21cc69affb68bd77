CREATE TABLE `seat_calls` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`act` text NOT NULL,
	`called_by` integer NOT NULL,
	`called_at` integer NOT NULL,
	`note` text,
	`noted_at` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`called_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `seat_calls_candidate` ON `seat_calls` (`candidate_id`,`id`);