CREATE TABLE `seat_attestations` (
	`edition_id` integer NOT NULL,
	`institute_code` text NOT NULL,
	`verdict` text NOT NULL,
	`at` integer NOT NULL,
	`by` integer NOT NULL,
	PRIMARY KEY(`edition_id`, `institute_code`),
	FOREIGN KEY (`edition_id`) REFERENCES `seat_matrix_editions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `seat_objections` (
	`edition_id` integer NOT NULL,
	`choice_code` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`edition_id`, `choice_code`),
	FOREIGN KEY (`edition_id`) REFERENCES `seat_matrix_editions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
ALTER TABLE `seat_matrix_editions` ADD `attest_by` integer;