CREATE TABLE `grievance_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message_id` integer NOT NULL,
	`hash` text NOT NULL,
	`media_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`pages` integer NOT NULL,
	`original_name` text NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `grievance_messages`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `grievance_files_message` ON `grievance_files` (`message_id`);--> statement-breakpoint
CREATE INDEX `grievance_files_hash` ON `grievance_files` (`hash`);--> statement-breakpoint
CREATE TABLE `grievance_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`grievance_id` integer NOT NULL,
	`staff_id` integer,
	`entry` text NOT NULL,
	`text` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`grievance_id`) REFERENCES `grievances`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `grievance_messages_thread` ON `grievance_messages` (`grievance_id`,`id`);--> statement-breakpoint
CREATE TABLE `grievances` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`type` text NOT NULL,
	`steps` integer NOT NULL,
	`state` text NOT NULL,
	`filed_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	`reopened_at` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `grievances_one_open` ON `grievances` (`candidate_id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `grievances_candidate` ON `grievances` (`candidate_id`,`id`);--> statement-breakpoint
CREATE INDEX `grievances_state` ON `grievances` (`state`,`id`);--> statement-breakpoint
CREATE TABLE `bulk_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stage` text,
	`type` text,
	`category` text,
	`district` text,
	`by_sms` integer NOT NULL,
	`by_whatsapp` integer NOT NULL,
	`by_email` integer NOT NULL,
	`title_en` text NOT NULL,
	`title_mr` text NOT NULL,
	`body_en` text NOT NULL,
	`body_mr` text NOT NULL,
	`sms_en` text,
	`sms_mr` text,
	`prepared_by` integer NOT NULL,
	`prepared_at` integer NOT NULL,
	`released_by` integer,
	`released_at` integer,
	`withdrawn_at` integer,
	`sent_up_to` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`released_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `feedback` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`about` text NOT NULL,
	`rating` integer NOT NULL,
	`text` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `inbox_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`template` text NOT NULL,
	`language` text NOT NULL,
	`params` text NOT NULL,
	`at` integer NOT NULL,
	`read_at` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `inbox_candidate` ON `inbox_messages` (`candidate_id`,`id`);--> statement-breakpoint
CREATE INDEX `inbox_unread` ON `inbox_messages` (`candidate_id`) WHERE read_at IS NULL;--> statement-breakpoint
CREATE TABLE `service_banners` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tone` text NOT NULL,
	`text_en` text NOT NULL,
	`text_mr` text NOT NULL,
	`opens_at` integer NOT NULL,
	`closes_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `outbox` ADD `said_at` integer;