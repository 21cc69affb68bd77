CREATE TABLE `staff_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`staff_id` integer,
	`login_name` text NOT NULL,
	`full_name` text NOT NULL,
	`state` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `staff_changes_state` ON `staff_changes` (`state`,`decided_at`);