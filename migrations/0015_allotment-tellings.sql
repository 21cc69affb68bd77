CREATE TABLE `allotment_tellings` (
	`run_id` integer PRIMARY KEY NOT NULL,
	`told_up_to` integer DEFAULT 0 NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`run_id`) REFERENCES `allotment_runs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
