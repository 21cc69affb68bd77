CREATE TABLE `holidays` (
	`date` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `schedule_change_rows` (
	`change_id` integer NOT NULL,
	`activity` text NOT NULL,
	`title_en` text NOT NULL,
	`title_mr` text NOT NULL,
	`opens_at` integer,
	`closes_at` integer,
	`is_event` integer NOT NULL,
	`is_left_out` integer NOT NULL,
	PRIMARY KEY(`change_id`, `activity`),
	FOREIGN KEY (`change_id`) REFERENCES `schedule_changes`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `schedule_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`state` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	`version` integer NOT NULL,
	`saved_at` integer NOT NULL,
	`saved_by` integer NOT NULL,
	`hands` text NOT NULL,
	`reason_en` text DEFAULT '' NOT NULL,
	`reason_mr` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`saved_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `schedule_changes_open` ON `schedule_changes` (`state`) WHERE state IN ('preparing', 'prepared');