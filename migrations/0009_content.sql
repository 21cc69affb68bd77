CREATE TABLE `public_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`address` text,
	`title_en` text NOT NULL,
	`title_mr` text NOT NULL,
	`hash` text NOT NULL,
	`bytes` integer NOT NULL,
	`published_at` integer NOT NULL,
	`withdrawn_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `public_files_address` ON `public_files` (`address`,`withdrawn_at`);--> statement-breakpoint
CREATE INDEX `public_files_hash` ON `public_files` (`hash`);--> statement-breakpoint
CREATE TABLE `settings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`effective_at` integer NOT NULL,
	`made_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `settings_key` ON `settings` (`key`,`effective_at`);--> statement-breakpoint
CREATE TABLE `activity_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`activity` text NOT NULL,
	`opens_before` integer NOT NULL,
	`closes_before` integer,
	`reason_en` text NOT NULL,
	`reason_mr` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`activity`) REFERENCES `activities`(`key`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `activity_changes_activity` ON `activity_changes` (`activity`,`id`);--> statement-breakpoint
ALTER TABLE `facilitation_centres` ADD `closed_at` integer;--> statement-breakpoint
ALTER TABLE `notices` ADD `kind` text DEFAULT 'notice' NOT NULL;--> statement-breakpoint
ALTER TABLE `notices` ADD `withdrawn_at` integer;--> statement-breakpoint
CREATE INDEX `notices_kind` ON `notices` (`kind`,`published_at`);