CREATE TABLE `special_orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`candidate_id` integer,
	`mobile` text,
	`order_number` text NOT NULL,
	`authority` text NOT NULL,
	`reason` text NOT NULL,
	`until` integer,
	`steps` integer DEFAULT 0 NOT NULL,
	`since` integer,
	`hours` integer,
	`moves` text,
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
CREATE INDEX `special_orders_candidate` ON `special_orders` (`candidate_id`);--> statement-breakpoint
CREATE INDEX `special_orders_mobile` ON `special_orders` (`mobile`);--> statement-breakpoint
CREATE INDEX `special_orders_waiting` ON `special_orders` (`decided_at`);