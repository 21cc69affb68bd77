PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_feedback` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer,
	`about` text NOT NULL,
	`rating` integer NOT NULL,
	`text` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_feedback`("id", "candidate_id", "about", "rating", "text", "at") SELECT "id", "candidate_id", "about", "rating", "text", "at" FROM `feedback`;--> statement-breakpoint
DROP TABLE `feedback`;--> statement-breakpoint
ALTER TABLE `__new_feedback` RENAME TO `feedback`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `feedback_candidate` ON `feedback` (`candidate_id`,`id`);--> statement-breakpoint
CREATE INDEX `feedback_rating` ON `feedback` (`rating`,`id`);--> statement-breakpoint
CREATE INDEX `feedback_about` ON `feedback` (`about`,`id`);