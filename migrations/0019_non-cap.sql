CREATE TABLE `non_cap_interests` (
	`candidate_id` integer NOT NULL,
	`institute` text NOT NULL,
	`registered_at` integer NOT NULL,
	PRIMARY KEY(`candidate_id`, `institute`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `non_cap_interests_institute` ON `non_cap_interests` (`institute`,`registered_at`,`candidate_id`);