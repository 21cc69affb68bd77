CREATE TABLE `preparations` (
	`kind` text NOT NULL,
	`subject` integer NOT NULL,
	`owner` text NOT NULL,
	`step` text NOT NULL,
	`done` integer NOT NULL,
	`total` integer NOT NULL,
	`beat_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject`)
) STRICT;
--> statement-breakpoint
ALTER TABLE `merit_editions` RENAME COLUMN `released_at` TO `decided_at`;--> statement-breakpoint
ALTER TABLE `merit_editions` RENAME COLUMN `released_by` TO `decided_by`;--> statement-breakpoint
UPDATE `merit_editions` SET `state` = 'failed' WHERE `state` = 'discarded' AND json_extract(`report`, '$.isFailed') = 1;--> statement-breakpoint
DROP INDEX `merit_editions_number`;--> statement-breakpoint
CREATE UNIQUE INDEX `merit_editions_number` ON `merit_editions` (`stage`,`number`) WHERE state NOT IN ('discarded', 'failed');--> statement-breakpoint
ALTER TABLE `allotment_runs` RENAME COLUMN `released_at` TO `decided_at`;--> statement-breakpoint
ALTER TABLE `allotment_runs` RENAME COLUMN `released_by` TO `decided_by`;--> statement-breakpoint
UPDATE `allotment_runs` SET `state` = 'preparing' WHERE `state` = 'running';--> statement-breakpoint
ALTER TABLE `jk_seatings` RENAME COLUMN `released_at` TO `decided_at`;--> statement-breakpoint
ALTER TABLE `jk_seatings` RENAME COLUMN `released_by` TO `decided_by`;--> statement-breakpoint
UPDATE `jk_seatings` SET `state` = 'published' WHERE `state` = 'released';--> statement-breakpoint
UPDATE `staff_changes` SET `state` = 'published' WHERE `state` = 'released';--> statement-breakpoint
ALTER TABLE `seat_matrix_editions` RENAME COLUMN `imported_at` TO `prepared_at`;--> statement-breakpoint
ALTER TABLE `seat_matrix_editions` RENAME COLUMN `imported_by` TO `prepared_by`;--> statement-breakpoint
ALTER TABLE `seat_matrix_editions` RENAME COLUMN `published_by` TO `decided_by`;--> statement-breakpoint
ALTER TABLE `seat_matrix_editions` RENAME COLUMN `published_at` TO `decided_at`;--> statement-breakpoint
UPDATE `seat_matrix_editions` SET `state` = 'prepared' WHERE `state` = 'imported';--> statement-breakpoint
CREATE TABLE `__new_special_orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`candidate_id` integer,
	`mobile` text,
	`order_number` text NOT NULL,
	`authority` text NOT NULL,
	`reason` text NOT NULL,
	`until` integer,
	`steps` integer DEFAULT 0 NOT NULL,
	`since` integer,
	`hours` integer,
	`moves` text,
	`state` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_special_orders` SELECT `id`, `kind`, `candidate_id`, `mobile`, `order_number`, `authority`, `reason`, `until`, `steps`, `since`, `hours`, `moves`, CASE `outcome` WHEN 'released' THEN 'published' WHEN 'refused' THEN 'discarded' ELSE 'prepared' END, `prepared_at`, `prepared_by`, `decided_at`, `decided_by` FROM `special_orders`;--> statement-breakpoint
DROP TABLE `special_orders`;--> statement-breakpoint
ALTER TABLE `__new_special_orders` RENAME TO `special_orders`;--> statement-breakpoint
CREATE INDEX `special_orders_candidate` ON `special_orders` (`candidate_id`);--> statement-breakpoint
CREATE INDEX `special_orders_mobile` ON `special_orders` (`mobile`);--> statement-breakpoint
CREATE INDEX `special_orders_state` ON `special_orders` (`state`);--> statement-breakpoint
CREATE TABLE `__new_mobile_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`new_mobile` text NOT NULL,
	`seen` text NOT NULL,
	`note` text NOT NULL,
	`state` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_mobile_requests` SELECT `id`, `candidate_id`, `new_mobile`, `seen`, `note`, CASE `outcome` WHEN 'released' THEN 'published' WHEN 'refused' THEN 'discarded' ELSE 'prepared' END, `prepared_at`, `prepared_by`, `decided_at`, `decided_by` FROM `mobile_requests`;--> statement-breakpoint
DROP TABLE `mobile_requests`;--> statement-breakpoint
ALTER TABLE `__new_mobile_requests` RENAME TO `mobile_requests`;--> statement-breakpoint
CREATE UNIQUE INDEX `mobile_requests_open` ON `mobile_requests` (`candidate_id`) WHERE state = 'prepared';--> statement-breakpoint
CREATE INDEX `mobile_requests_state` ON `mobile_requests` (`state`,`prepared_at`);
