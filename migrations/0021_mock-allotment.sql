CREATE TABLE `mock_runs` (
	`round` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`begun_at` integer NOT NULL,
	`participants` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `mock_seats` (
	`round` integer NOT NULL,
	`candidate_id` integer NOT NULL,
	`choice_code` text,
	`seat_type` text,
	`preference` integer,
	PRIMARY KEY(`round`, `candidate_id`),
	FOREIGN KEY (`round`) REFERENCES `mock_runs`(`round`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
