CREATE TABLE `seat_matrix_breaches` (
	`edition_id` integer NOT NULL,
	`line` integer NOT NULL,
	`choice_code` text NOT NULL,
	`rule` text NOT NULL,
	`expected` integer NOT NULL,
	`found` integer NOT NULL,
	PRIMARY KEY(`edition_id`, `choice_code`, `rule`, `line`),
	FOREIGN KEY (`edition_id`) REFERENCES `seat_matrix_editions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
