CREATE TABLE `appointments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`slot_id` integer NOT NULL,
	`booked_at` integer NOT NULL,
	`ended_at` integer,
	`arrived_at` integer,
	`missed_at` integer,
	`editable_until` integer,
	`editable_by` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`slot_id`) REFERENCES `centre_slots`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`editable_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_current` ON `appointments` (`candidate_id`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `appointments_slot` ON `appointments` (`slot_id`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE TABLE `centre_slots` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`centre` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`capacity` integer NOT NULL,
	FOREIGN KEY (`centre`) REFERENCES `facilitation_centres`(`code`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `centre_slots_start` ON `centre_slots` (`centre`,`starts_at`);--> statement-breakpoint
CREATE TABLE `certificate_reminders` (
	`due_at` integer NOT NULL,
	`days_before` integer NOT NULL,
	`candidate_id` integer NOT NULL,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`due_at`, `days_before`, `candidate_id`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `certificates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`kind` text NOT NULL,
	`cgpa` text,
	`scale` text,
	`percentage` text,
	`hash` text NOT NULL,
	`media_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`pages` integer NOT NULL,
	`original_name` text NOT NULL,
	`uploaded_at` integer NOT NULL,
	`superseded_at` integer,
	`verdict` text,
	`decided_at` integer,
	`decided_by` integer,
	`remark` text,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_current` ON `certificates` (`candidate_id`,`kind`) WHERE superseded_at IS NULL;--> statement-breakpoint
CREATE INDEX `certificates_waiting` ON `certificates` (`uploaded_at`) WHERE superseded_at IS NULL AND verdict IS NULL;--> statement-breakpoint
CREATE INDEX `certificates_hash` ON `certificates` (`hash`);