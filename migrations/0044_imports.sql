CREATE TABLE `import_changes` (
	`import_id` integer NOT NULL,
	`number` integer NOT NULL,
	`line` integer NOT NULL,
	`change` text NOT NULL,
	`key` text NOT NULL,
	`before` text,
	`after` text,
	PRIMARY KEY(`import_id`, `number`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `import_changes_kind` ON `import_changes` (`import_id`,`change`,`number`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`file_name` text NOT NULL,
	`hash` text DEFAULT '' NOT NULL,
	`is_whole` integer NOT NULL,
	`lines` integer DEFAULT 0 NOT NULL,
	`unchanged` integer DEFAULT 0 NOT NULL,
	`fault_count` integer DEFAULT 0 NOT NULL,
	`faults` text DEFAULT '[]' NOT NULL,
	`state` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `imports_kind` ON `imports` (`kind`,`id`);--> statement-breakpoint
CREATE INDEX `imports_state` ON `imports` (`state`);--> statement-breakpoint
ALTER TABLE `staff_changes` ADD `person` text;