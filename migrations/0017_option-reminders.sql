CREATE TABLE `option_reminders` (
	`round` integer NOT NULL,
	`closes_at` integer NOT NULL,
	`hours_before` integer NOT NULL,
	`candidate_id` integer NOT NULL,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`round`, `closes_at`, `hours_before`, `candidate_id`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
