CREATE TABLE `institute_accounts` (
	`code` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`number` text NOT NULL,
	`ifsc` text NOT NULL,
	`bank` text NOT NULL,
	`branch` text NOT NULL
) STRICT;
