CREATE TABLE `scrutinies` (
	`candidate_id` integer PRIMARY KEY NOT NULL,
	`officer_id` integer,
	`held_by` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`officer_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`held_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `scrutinies_officer` ON `scrutinies` (`officer_id`);--> statement-breakpoint
CREATE INDEX `scrutinies_holder` ON `scrutinies` (`held_by`);--> statement-breakpoint
CREATE TABLE `scrutiny_findings` (
	`candidate_id` integer NOT NULL,
	`version` integer NOT NULL,
	`fact` text NOT NULL,
	`is_accepted` integer NOT NULL,
	`reason` text,
	`document` text,
	`expected` text DEFAULT '' NOT NULL,
	`found` text DEFAULT '' NOT NULL,
	`officer_id` integer NOT NULL,
	`at` integer NOT NULL,
	`told_at` integer,
	PRIMARY KEY(`candidate_id`, `version`, `fact`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`officer_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
ALTER TABLE `applications` ADD `last_reverted_at` integer;--> statement-breakpoint
ALTER TABLE `applications` ADD `convert_fee` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `queue` text GENERATED ALWAYS AS (CASE
      WHEN mode <> 1 OR submitted_at IS NULL THEN NULL
      WHEN confirmed_at IS NOT NULL THEN 'confirmed'
      WHEN reverted_at IS NOT NULL THEN 'reverted'
      WHEN picked_up_at IS NOT NULL THEN 'picked-up'
      WHEN last_reverted_at IS NOT NULL THEN 'resubmitted'
      ELSE 'new' END) VIRTUAL;--> statement-breakpoint
CREATE INDEX `applications_queue` ON `applications` (`queue`,`submitted_at`,`candidate_id`);