CREATE TABLE `cancellations` (
	`candidate_id` integer PRIMARY KEY NOT NULL,
	`round` integer NOT NULL,
	`choice_code` text NOT NULL,
	`institute_code` text NOT NULL,
	`reason` text NOT NULL,
	`requested_at` integer NOT NULL,
	`paid` integer,
	`deposit` integer,
	`charge` integer,
	`mode` text,
	`number` text,
	`returned_at` integer,
	`recorded_by` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recorded_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `cancellations_institute` ON `cancellations` (`institute_code`,`returned_at`);--> statement-breakpoint
CREATE TABLE `admissions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`choice_code` text NOT NULL,
	`institute_code` text NOT NULL,
	`seen` text NOT NULL,
	`awaited` text NOT NULL,
	`admitted_at` integer NOT NULL,
	`admitted_by` integer NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`admitted_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `admissions_candidate` ON `admissions` (`candidate_id`,`round`);--> statement-breakpoint
CREATE INDEX `admissions_institute` ON `admissions` (`institute_code`,`admitted_at`);--> statement-breakpoint
CREATE TABLE `institute_days` (
	`institute_code` text NOT NULL,
	`day` text NOT NULL,
	`round` integer NOT NULL,
	`signed_at` integer NOT NULL,
	`signed_by` integer NOT NULL,
	PRIMARY KEY(`institute_code`, `day`),
	FOREIGN KEY (`signed_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `seat_resets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`fact` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	`reset_by` integer NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reset_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `seat_resets_candidate` ON `seat_resets` (`candidate_id`,`round`);--> statement-breakpoint
CREATE TABLE `seat_decisions` (
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`decision` text NOT NULL,
	`decided_at` integer NOT NULL,
	PRIMARY KEY(`candidate_id`, `round`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `seat_endings` (
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`ending` text NOT NULL,
	`at` integer NOT NULL,
	`order_id` integer,
	PRIMARY KEY(`candidate_id`, `round`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `special_orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `seat_reminders` (
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`act` text NOT NULL,
	`by` integer NOT NULL,
	`hours` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`candidate_id`, `round`, `act`, `by`, `hours`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `self_verifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`run_id` integer NOT NULL,
	`answers` text NOT NULL,
	`submitted_at` integer NOT NULL,
	`grievance_id` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `allotment_runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`grievance_id`) REFERENCES `grievances`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `self_verifications_candidate` ON `self_verifications` (`candidate_id`,`id`);