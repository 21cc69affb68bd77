CREATE TABLE `audit_head` (
	`id` integer PRIMARY KEY NOT NULL,
	`line` integer NOT NULL,
	`hash` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` integer,
	`actor_name` text NOT NULL,
	`role` text,
	`act` text NOT NULL,
	`candidate_id` integer,
	`subject` text,
	`detail` text NOT NULL,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_log_candidate` ON `audit_log` (`candidate_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_act` ON `audit_log` (`act`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_name`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE TABLE `facilitation_centres` (
	`code` text PRIMARY KEY NOT NULL,
	`name_en` text NOT NULL,
	`name_mr` text NOT NULL,
	`district` text NOT NULL,
	`region` text NOT NULL,
	`address_en` text NOT NULL,
	`address_mr` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `staff` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`login_name` text NOT NULL,
	`full_name` text NOT NULL,
	`role` text NOT NULL,
	`centre` text,
	`region` text,
	`institute` text,
	`password_hash` text NOT NULL,
	`must_change_password` integer NOT NULL,
	`totp_secret` text,
	`totp_enabled_at` integer,
	`totp_last_step` integer,
	`created_at` integer NOT NULL,
	`disabled_at` integer,
	FOREIGN KEY (`centre`) REFERENCES `facilitation_centres`(`code`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_loginName_unique` ON `staff` (`login_name`);--> statement-breakpoint
CREATE TABLE `staff_sessions` (
	`id` integer PRIMARY KEY NOT NULL,
	`staff_id` integer NOT NULL,
	`cookie_hash` text NOT NULL,
	`csrf` text NOT NULL,
	`device` text NOT NULL,
	`network` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_sessions_cookieHash_unique` ON `staff_sessions` (`cookie_hash`);--> statement-breakpoint
CREATE INDEX `staff_sessions_staff` ON `staff_sessions` (`staff_id`,`created_at`);--> statement-breakpoint
CREATE TRIGGER `audit_log_never_changed` BEFORE UPDATE ON `audit_log` BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END;--> statement-breakpoint
CREATE TRIGGER `audit_log_never_shortened` BEFORE DELETE ON `audit_log` BEGIN SELECT RAISE(ABORT, 'the audit log is never shortened'); END;
