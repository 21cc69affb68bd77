CREATE TABLE `unfulfilled_claims` (
	`candidate_id` integer NOT NULL,
	`kind` text NOT NULL,
	`claim` text NOT NULL,
	`status` text NOT NULL,
	`removed_at` integer NOT NULL,
	PRIMARY KEY(`candidate_id`, `kind`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
