CREATE TABLE `merit_announcements` (
	`edition_id` integer PRIMARY KEY NOT NULL,
	`against` integer,
	`told_up_to` integer DEFAULT 0 NOT NULL,
	`told` integer DEFAULT 0 NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`edition_id`) REFERENCES `merit_editions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`against`) REFERENCES `merit_editions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
