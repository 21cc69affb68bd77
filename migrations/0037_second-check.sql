CREATE TABLE `admission_checks` (
	`admission_id` integer PRIMARY KEY NOT NULL,
	`verdict` text NOT NULL,
	`reason` text,
	`checked_at` integer NOT NULL,
	`checked_by` integer NOT NULL,
	FOREIGN KEY (`admission_id`) REFERENCES `admissions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`checked_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `admission_checks_verdict` ON `admission_checks` (`verdict`);