CREATE TABLE `allotment_closings` (
	`run_id` integer NOT NULL,
	`choice_code` text NOT NULL,
	`seat_type` text NOT NULL,
	`merit` integer NOT NULL,
	PRIMARY KEY(`run_id`, `choice_code`, `seat_type`),
	FOREIGN KEY (`run_id`) REFERENCES `allotment_runs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `allotment_conversions` (
	`run_id` integer NOT NULL,
	`choice_code` text NOT NULL,
	`from` text NOT NULL,
	`to` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`run_id`, `choice_code`, `from`, `to`),
	FOREIGN KEY (`run_id`) REFERENCES `allotment_runs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `allotment_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`round` integer NOT NULL,
	`state` text NOT NULL,
	`merit_edition_id` integer NOT NULL,
	`seat_matrix_edition_id` integer NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`verified_at` integer,
	`released_at` integer,
	`released_by` integer,
	`publish_at` integer,
	`published_at` integer,
	`input_hash` text,
	`result_hash` text,
	`summary` text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (`merit_edition_id`) REFERENCES `merit_editions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seat_matrix_edition_id`) REFERENCES `seat_matrix_editions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`released_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `allotment_runs_published` ON `allotment_runs` (`round`) WHERE state = 'published';--> statement-breakpoint
CREATE TABLE `allotment_vacancies` (
	`run_id` integer NOT NULL,
	`choice_code` text NOT NULL,
	`seat_type` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`run_id`, `choice_code`, `seat_type`),
	FOREIGN KEY (`run_id`) REFERENCES `allotment_runs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `allotments` (
	`run_id` integer NOT NULL,
	`candidate_id` integer NOT NULL,
	`choice_code` text NOT NULL,
	`seat_type` text NOT NULL,
	`original_type` text,
	`preference` integer,
	`stage` text NOT NULL,
	`retained` integer NOT NULL,
	PRIMARY KEY(`run_id`, `candidate_id`),
	FOREIGN KEY (`run_id`) REFERENCES `allotment_runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `allotments_candidate` ON `allotments` (`candidate_id`,`run_id`);--> statement-breakpoint
CREATE INDEX `allotments_pool` ON `allotments` (`run_id`,`choice_code`,`seat_type`);--> statement-breakpoint
CREATE TABLE `merit_editions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stage` text NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`released_at` integer,
	`released_by` integer,
	`publish_at` integer,
	`published_at` integer,
	`fingerprint` text NOT NULL,
	`report` text NOT NULL,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`released_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `merit_editions_number` ON `merit_editions` (`stage`,`number`) WHERE state <> 'discarded';--> statement-breakpoint
CREATE INDEX `merit_editions_state` ON `merit_editions` (`stage`,`state`,`number`);--> statement-breakpoint
CREATE TABLE `merit_entries` (
	`edition_id` integer NOT NULL,
	`list` text NOT NULL,
	`merit_number` integer NOT NULL,
	`candidate_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`full_name` text NOT NULL,
	`type` text NOT NULL,
	`category` text NOT NULL,
	`percentage` text NOT NULL,
	`criteria` text NOT NULL,
	`decided_by` text,
	PRIMARY KEY(`edition_id`, `list`, `merit_number`),
	FOREIGN KEY (`edition_id`) REFERENCES `merit_editions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `merit_entries_candidate` ON `merit_entries` (`candidate_id`,`edition_id`,`list`);--> statement-breakpoint
CREATE INDEX `merit_entries_user` ON `merit_entries` (`edition_id`,`list`,`user_id`);--> statement-breakpoint
CREATE TABLE `option_choices` (
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`position` integer NOT NULL,
	`choice_code` text NOT NULL,
	PRIMARY KEY(`candidate_id`, `round`, `position`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `option_forms` (
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`version` integer NOT NULL,
	`saved_at` integer NOT NULL,
	`confirmed_at` integer,
	`fingerprint` text,
	PRIMARY KEY(`candidate_id`, `round`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `option_forms_round` ON `option_forms` (`round`,`confirmed_at`,`candidate_id`);--> statement-breakpoint
CREATE TABLE `option_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`version` integer NOT NULL,
	`act` text NOT NULL,
	`choices` text NOT NULL,
	`at` integer NOT NULL,
	`device` text NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `option_history_form` ON `option_history` (`candidate_id`,`round`,`id`);--> statement-breakpoint
CREATE TABLE `seat_matrix_courses` (
	`edition_id` integer NOT NULL,
	`choice_code` text NOT NULL,
	`institute_code` text NOT NULL,
	`institute` text NOT NULL,
	`university` text NOT NULL,
	`district` text NOT NULL,
	`status` text NOT NULL,
	`autonomy` text NOT NULL,
	`minority` text,
	`course` text NOT NULL,
	`sanctioned` integer NOT NULL,
	`maharashtra` integer NOT NULL,
	`minority_seats` integer NOT NULL,
	`all_india` integer NOT NULL,
	`institute_level` integer NOT NULL,
	PRIMARY KEY(`edition_id`, `choice_code`),
	FOREIGN KEY (`edition_id`) REFERENCES `seat_matrix_editions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `seat_matrix_courses_institute` ON `seat_matrix_courses` (`edition_id`,`institute_code`,`choice_code`);--> statement-breakpoint
CREATE TABLE `seat_matrix_editions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`file_name` text NOT NULL,
	`hash` text NOT NULL,
	`imported_at` integer NOT NULL,
	`imported_by` integer NOT NULL,
	`published_at` integer,
	`published_by` integer,
	`overrides` text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (`imported_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`published_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `seat_matrix_editions_number` ON `seat_matrix_editions` (`number`) WHERE state <> 'discarded';--> statement-breakpoint
CREATE TABLE `seat_matrix_pools` (
	`edition_id` integer NOT NULL,
	`choice_code` text NOT NULL,
	`seat_type` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`edition_id`, `choice_code`, `seat_type`),
	FOREIGN KEY (`edition_id`) REFERENCES `seat_matrix_editions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
