CREATE TABLE `set_up_marks` (
	`item` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`by` integer NOT NULL,
	FOREIGN KEY (`by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
-- A portal that was in use before portals were opened is open.
INSERT INTO `settings` (`key`, `value`, `effective_at`, `made_at`)
SELECT 'opening', 'true', 0, 0 WHERE EXISTS (SELECT 1 FROM `activities`);
