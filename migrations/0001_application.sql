CREATE TABLE `application_versions` (
	`candidate_id` integer NOT NULL,
	`number` integer NOT NULL,
	`submitted_at` integer NOT NULL,
	`snapshot` text NOT NULL,
	`fingerprint` text NOT NULL,
	PRIMARY KEY(`candidate_id`, `number`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `documents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`kind` text NOT NULL,
	`hash` text NOT NULL,
	`media_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`pages` integer NOT NULL,
	`original_name` text NOT NULL,
	`uploaded_at` integer NOT NULL,
	`superseded_at` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_current` ON `documents` (`candidate_id`,`kind`) WHERE superseded_at IS NULL;--> statement-breakpoint
CREATE INDEX `documents_hash` ON `documents` (`hash`);--> statement-breakpoint
CREATE TABLE `payment_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`payment_id` integer,
	`gateway` text NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`detail` text DEFAULT '{}' NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_events_once` ON `payment_events` (`gateway`,`event_id`);--> statement-breakpoint
CREATE INDEX `payment_events_payment` ON `payment_events` (`payment_id`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`due` text NOT NULL,
	`amount` integer NOT NULL,
	`gateway` text NOT NULL,
	`status` text NOT NULL,
	`order_id` text,
	`gateway_payment_id` text,
	`failure` text,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`captured_at` integer,
	`checked_at` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `payments_candidate` ON `payments` (`candidate_id`);--> statement-breakpoint
CREATE INDEX `payments_open` ON `payments` (`status`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_order` ON `payments` (`gateway`,`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_gateway_payment` ON `payments` (`gateway`,`gateway_payment_id`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`payment_id` integer NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`gateway_refund_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_once` ON `refunds` (`payment_id`,`reason`);--> statement-breakpoint
CREATE INDEX `refunds_open` ON `refunds` (`status`,`next_attempt_at`);--> statement-breakpoint
ALTER TABLE `application_steps` ADD `answers` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `application_steps` ADD `saved_at` integer;--> statement-breakpoint
ALTER TABLE `applications` ADD `picked_up_at` integer;--> statement-breakpoint
ALTER TABLE `applications` ADD `steps_to_correct` integer DEFAULT 0 NOT NULL;