CREATE TABLE `institute_vacancies` (
	`round` integer NOT NULL,
	`institute_code` text NOT NULL,
	`choice_code` text NOT NULL,
	`seat_type` text NOT NULL,
	`count` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`round`, `institute_code`, `choice_code`, `seat_type`)
) STRICT;
