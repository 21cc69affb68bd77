CREATE TABLE `template_versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`template` text NOT NULL,
	`wording` text,
	`made_at` integer NOT NULL,
	`made_by` integer NOT NULL,
	FOREIGN KEY (`made_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `template_versions_template` ON `template_versions` (`template`,`id`);