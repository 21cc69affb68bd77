CREATE TABLE `check_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`results` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `job_runs` (
	`job` text NOT NULL,
	`due_at` integer NOT NULL,
	`state` text NOT NULL,
	`started_at` integer NOT NULL,
	`lease_until` integer NOT NULL,
	`finished_at` integer,
	`failure` text,
	PRIMARY KEY(`job`, `due_at`)
) STRICT;
