CREATE INDEX `feedback_candidate` ON `feedback` (`candidate_id`,`id`);--> statement-breakpoint
CREATE INDEX `feedback_rating` ON `feedback` (`rating`,`id`);--> statement-breakpoint
CREATE INDEX `feedback_about` ON `feedback` (`about`,`id`);