CREATE TABLE `kept_forms` (
	`key` text PRIMARY KEY NOT NULL,
	`candidate_id` integer NOT NULL,
	`sealed` text NOT NULL,
	`kept_at` integer NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `kept_forms_candidate` ON `kept_forms` (`candidate_id`,`kept_at`);--> statement-breakpoint
CREATE INDEX `kept_forms_age` ON `kept_forms` (`kept_at`);