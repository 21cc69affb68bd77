CREATE TABLE `mobile_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`new_mobile` text NOT NULL,
	`seen` text NOT NULL,
	`note` text NOT NULL,
	`prepared_by` integer NOT NULL,
	`prepared_at` integer NOT NULL,
	`decided_by` integer,
	`decided_at` integer,
	`outcome` text,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `mobile_requests_open` ON `mobile_requests` (`candidate_id`) WHERE decided_at IS NULL;--> statement-breakpoint
CREATE INDEX `mobile_requests_waiting` ON `mobile_requests` (`decided_at`,`prepared_at`);--> statement-breakpoint
CREATE INDEX `candidates_name` ON `candidates` (`full_name`);--> statement-breakpoint
CREATE INDEX `candidates_created` ON `candidates` (`created_at`,`district`);