CREATE TABLE `cell_pictures` (
	`mark` text PRIMARY KEY NOT NULL,
	`part` text NOT NULL,
	`media_type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` blob NOT NULL,
	`added_at` integer NOT NULL
) STRICT;
