CREATE TABLE `settlement_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`imported_at` integer NOT NULL,
	`imported_by` integer NOT NULL,
	FOREIGN KEY (`imported_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `settlement_files_hash` ON `settlement_files` (`hash`);--> statement-breakpoint
CREATE TABLE `settlement_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`file_id` integer NOT NULL,
	`line` integer NOT NULL,
	`entity_id` text NOT NULL,
	`type` text NOT NULL,
	`debit` integer NOT NULL,
	`credit` integer NOT NULL,
	`amount` integer NOT NULL,
	`fee` integer NOT NULL,
	`tax` integer NOT NULL,
	`currency` text NOT NULL,
	`settled_at` integer NOT NULL,
	`settlement_id` text NOT NULL,
	`utr` text NOT NULL,
	`refunded_payment` text,
	`order_id` text,
	`receipt` text,
	`payment_id` integer,
	`state` text NOT NULL,
	`doubt` text,
	`reason` text,
	`resolved_at` integer,
	`resolved_by` integer,
	FOREIGN KEY (`file_id`) REFERENCES `settlement_files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`resolved_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `settlement_lines_entity` ON `settlement_lines` (`entity_id`);--> statement-breakpoint
CREATE INDEX `settlement_lines_state` ON `settlement_lines` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `settlement_lines_file` ON `settlement_lines` (`file_id`,`state`);--> statement-breakpoint
CREATE INDEX `settlement_lines_payment` ON `settlement_lines` (`payment_id`);