CREATE TABLE `__new_activities` (
	`key` text PRIMARY KEY NOT NULL,
	`title_en` text NOT NULL,
	`title_mr` text NOT NULL,
	`opens_at` integer,
	`closes_at` integer,
	`is_event` integer DEFAULT false NOT NULL,
	`left_out_at` integer
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_activities`("key", "title_en", "title_mr", "opens_at", "closes_at", "is_event") SELECT "key", "title_en", "title_mr", "opens_at", "closes_at", "closes_at" IS NULL FROM `activities`;--> statement-breakpoint
CREATE TABLE `__new_activity_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`activity` text NOT NULL,
	`opens_before` integer,
	`closes_before` integer,
	`reason_en` text NOT NULL,
	`reason_mr` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`activity`) REFERENCES `__new_activities`(`key`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_activity_changes`("id", "activity", "opens_before", "closes_before", "reason_en", "reason_mr", "at") SELECT "id", "activity", "opens_before", "closes_before", "reason_en", "reason_mr", "at" FROM `activity_changes`;--> statement-breakpoint
DROP TABLE `activity_changes`;--> statement-breakpoint
DROP TABLE `activities`;--> statement-breakpoint
ALTER TABLE `__new_activities` RENAME TO `activities`;--> statement-breakpoint
ALTER TABLE `__new_activity_changes` RENAME TO `activity_changes`;--> statement-breakpoint
CREATE INDEX `activity_changes_activity` ON `activity_changes` (`activity`,`id`);
