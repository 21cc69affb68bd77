CREATE TABLE `access_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `access_tokens_session` ON `access_tokens` (`session_id`);--> statement-breakpoint
CREATE INDEX `access_tokens_expires` ON `access_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `application_id_series` (
	`prefix` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `candidates` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`full_name` text NOT NULL,
	`email` text NOT NULL,
	`email_verified_at` integer,
	`mobile` text NOT NULL,
	`state` text NOT NULL,
	`district` text NOT NULL,
	`password_hash` text,
	`sso_subject` text,
	`language` text NOT NULL,
	`whatsapp_opted_in_at` integer,
	`consented_at` integer NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `candidates_userId_unique` ON `candidates` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `candidates_email_unique` ON `candidates` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `candidates_mobile_unique` ON `candidates` (`mobile`);--> statement-breakpoint
CREATE UNIQUE INDEX `candidates_ssoSubject_unique` ON `candidates` (`sso_subject`);--> statement-breakpoint
CREATE TABLE `email_links` (
	`hash` text PRIMARY KEY NOT NULL,
	`candidate_id` integer NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `login_challenges` (
	`hash` text PRIMARY KEY NOT NULL,
	`candidate_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `mobile_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`candidate_id` integer NOT NULL,
	`old_mobile` text NOT NULL,
	`new_mobile` text NOT NULL,
	`stop_hash` text NOT NULL,
	`requested_at` integer NOT NULL,
	`takes_effect_at` integer NOT NULL,
	`done_at` integer,
	`stopped_at` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `mobile_changes_stopHash_unique` ON `mobile_changes` (`stop_hash`);--> statement-breakpoint
CREATE INDEX `mobile_changes_due` ON `mobile_changes` (`takes_effect_at`);--> statement-breakpoint
CREATE INDEX `mobile_changes_candidate` ON `mobile_changes` (`candidate_id`);--> statement-breakpoint
CREATE TABLE `otps` (
	`id` integer PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`subject` text NOT NULL,
	`mobile` text NOT NULL,
	`hash` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `otps_subject` ON `otps` (`subject`,`purpose`,`created_at`);--> statement-breakpoint
CREATE INDEX `otps_mobile` ON `otps` (`mobile`,`created_at`);--> statement-breakpoint
CREATE INDEX `otps_purpose` ON `otps` (`purpose`,`created_at`);--> statement-breakpoint
CREATE TABLE `recoveries` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`candidate_id` integer,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `refresh_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` integer NOT NULL,
	`parent_hash` text,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `refresh_tokens_session` ON `refresh_tokens` (`session_id`);--> statement-breakpoint
CREATE INDEX `refresh_tokens_parent` ON `refresh_tokens` (`parent_hash`);--> statement-breakpoint
CREATE TABLE `registrations` (
	`id` text PRIMARY KEY NOT NULL,
	`full_name` text NOT NULL,
	`email` text NOT NULL,
	`mobile` text NOT NULL,
	`state` text NOT NULL,
	`district` text NOT NULL,
	`password_hash` text NOT NULL,
	`language` text NOT NULL,
	`collides` integer NOT NULL,
	`candidate_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `registrations_created` ON `registrations` (`created_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` integer PRIMARY KEY NOT NULL,
	`candidate_id` integer NOT NULL,
	`cookie_hash` text NOT NULL,
	`csrf` text NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`end_reason` text,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_cookieHash_unique` ON `sessions` (`cookie_hash`);--> statement-breakpoint
CREATE INDEX `sessions_candidate` ON `sessions` (`candidate_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `sso_tokens` (
	`jti` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `application_steps` (
	`candidate_id` integer NOT NULL,
	`step` integer NOT NULL,
	`version` integer NOT NULL,
	`completed_at` integer,
	PRIMARY KEY(`candidate_id`, `step`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `applications` (
	`candidate_id` integer PRIMARY KEY NOT NULL,
	`mode` integer DEFAULT 0 NOT NULL,
	`submitted_at` integer,
	`reverted_at` integer,
	`confirmed_at` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`resets_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `rate_limits_resets` ON `rate_limits` (`resets_at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY NOT NULL,
	`candidate_id` integer,
	`channel` text NOT NULL,
	`recipient` text NOT NULL,
	`template` text NOT NULL,
	`language` text NOT NULL,
	`params` text NOT NULL,
	`sealed` text,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`next_attempt_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`finished_at` integer,
	`provider_id` text,
	`last_error` text,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_candidate` ON `outbox` (`candidate_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `activities` (
	`key` text PRIMARY KEY NOT NULL,
	`title_en` text NOT NULL,
	`title_mr` text NOT NULL,
	`opens_at` integer NOT NULL,
	`closes_at` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `notices` (
	`id` integer PRIMARY KEY NOT NULL,
	`title_en` text NOT NULL,
	`title_mr` text NOT NULL,
	`body_en` text NOT NULL,
	`body_mr` text NOT NULL,
	`published_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `portal_facts` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) STRICT;
