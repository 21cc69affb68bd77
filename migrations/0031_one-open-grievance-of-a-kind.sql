DROP INDEX `grievances_one_open`;--> statement-breakpoint
CREATE UNIQUE INDEX `grievances_one_open_of_seat` ON `grievances` (`candidate_id`) WHERE state = 'open' AND type = 'self-verification';--> statement-breakpoint
CREATE UNIQUE INDEX `grievances_one_open` ON `grievances` (`candidate_id`) WHERE state = 'open' AND type <> 'self-verification';