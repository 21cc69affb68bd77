CREATE TABLE `job_lease` (
	`id` integer PRIMARY KEY NOT NULL,
	`process` text NOT NULL,
	`until` integer NOT NULL
) STRICT;
