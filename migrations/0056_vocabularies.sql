CREATE TABLE `vocabulary_entries` (
	`list` text NOT NULL,
	`code` text NOT NULL,
	`group` text,
	`name_en` text NOT NULL,
	`name_mr` text NOT NULL,
	`first_day` text,
	`last_day` text,
	PRIMARY KEY(`list`, `code`)
) STRICT;
