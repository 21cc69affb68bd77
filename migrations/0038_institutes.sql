CREATE TABLE `course_fees` (
	`choice_code` text PRIMARY KEY NOT NULL,
	`annual_fee` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `institutes` (
	`code` text PRIMARY KEY NOT NULL,
	`address` text,
	`phone` text,
	`email` text,
	`website` text,
	`hostel` text,
	`facilities` text NOT NULL
) STRICT;
