CREATE TABLE `portal_epochs` (
	`number` integer PRIMARY KEY NOT NULL,
	`tag` text NOT NULL,
	`begun_at` integer NOT NULL,
	`cut_at` integer,
	`after` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `portal_epochs_tag_unique` ON `portal_epochs` (`tag`);--> statement-breakpoint
CREATE TABLE `portal_identity` (
	`id` text PRIMARY KEY NOT NULL,
	`profile` text NOT NULL,
	`academic_year` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `documents_superseded` ON `documents` (`superseded_at`) WHERE superseded_at IS NOT NULL;