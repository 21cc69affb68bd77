CREATE TABLE `cell_alarms` (
	`alarm` text PRIMARY KEY NOT NULL,
	`told_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `desk_views` (
	`staff_id` integer NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`search` text NOT NULL,
	PRIMARY KEY(`staff_id`, `list`, `name`),
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
