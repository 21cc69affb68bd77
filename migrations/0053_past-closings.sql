CREATE TABLE `past_closings` (
	`academic_year` text NOT NULL,
	`choice_code` text NOT NULL,
	`seat_type` text NOT NULL,
	`round` integer NOT NULL,
	`merit` integer,
	`listed` integer NOT NULL,
	`admitted` integer NOT NULL,
	`vacant` integer NOT NULL,
	PRIMARY KEY(`academic_year`, `choice_code`, `seat_type`, `round`)
) STRICT;
