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
CREATE INDEX `candidates_name` ON `candidates` (`full_name`);--> statement-breakpoint
CREATE INDEX `candidates_created` ON `candidates` (`created_at`,`district`);--> statement-breakpoint
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
	`asker` text,
	`is_decoy` integer DEFAULT false NOT NULL,
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
	`name` text NOT NULL,
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
CREATE TABLE `second_receivers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`full_name` text NOT NULL,
	`relation` text NOT NULL,
	`mobile` text NOT NULL,
	`email` text,
	`asked_at` integer NOT NULL,
	`confirmed_at` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `second_receivers_candidateId_unique` ON `second_receivers` (`candidate_id`);--> statement-breakpoint
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
CREATE TABLE `admission_checks` (
	`admission_id` integer PRIMARY KEY NOT NULL,
	`verdict` text NOT NULL,
	`reason` text,
	`checked_at` integer NOT NULL,
	`checked_by` integer NOT NULL,
	`answer` text,
	`answered_at` integer,
	`answered_by` integer,
	FOREIGN KEY (`admission_id`) REFERENCES `admissions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`checked_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`answered_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `admission_checks_verdict` ON `admission_checks` (`verdict`);--> statement-breakpoint
CREATE TABLE `allotment_closings` (
	`run_id` integer NOT NULL,
	`choice_code` text NOT NULL,
	`seat_type` text NOT NULL,
	`merit` integer NOT NULL,
	PRIMARY KEY(`run_id`, `choice_code`, `seat_type`),
	FOREIGN KEY (`run_id`) REFERENCES `allotment_runs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `allotment_conversions` (
	`run_id` integer NOT NULL,
	`choice_code` text NOT NULL,
	`from` text NOT NULL,
	`to` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`run_id`, `choice_code`, `from`, `to`),
	FOREIGN KEY (`run_id`) REFERENCES `allotment_runs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `allotment_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`round` integer NOT NULL,
	`merit_edition_id` integer NOT NULL,
	`seat_matrix_edition_id` integer NOT NULL,
	`state` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	`verified_at` integer,
	`publish_at` integer,
	`published_at` integer,
	`input_hash` text,
	`result_hash` text,
	`summary` text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (`merit_edition_id`) REFERENCES `merit_editions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seat_matrix_edition_id`) REFERENCES `seat_matrix_editions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `allotment_runs_published` ON `allotment_runs` (`round`) WHERE state = 'published';--> statement-breakpoint
CREATE TABLE `allotment_tellings` (
	`run_id` integer PRIMARY KEY NOT NULL,
	`told_up_to` integer DEFAULT 0 NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`run_id`) REFERENCES `allotment_runs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `allotment_vacancies` (
	`run_id` integer NOT NULL,
	`choice_code` text NOT NULL,
	`seat_type` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`run_id`, `choice_code`, `seat_type`),
	FOREIGN KEY (`run_id`) REFERENCES `allotment_runs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `allotments` (
	`run_id` integer NOT NULL,
	`candidate_id` integer NOT NULL,
	`choice_code` text NOT NULL,
	`seat_type` text NOT NULL,
	`original_type` text,
	`preference` integer,
	`stage` text NOT NULL,
	`retained` integer NOT NULL,
	PRIMARY KEY(`run_id`, `candidate_id`),
	FOREIGN KEY (`run_id`) REFERENCES `allotment_runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `allotments_candidate` ON `allotments` (`candidate_id`,`run_id`);--> statement-breakpoint
CREATE INDEX `allotments_pool` ON `allotments` (`run_id`,`choice_code`,`seat_type`);--> statement-breakpoint
CREATE TABLE `application_steps` (
	`candidate_id` integer NOT NULL,
	`step` integer NOT NULL,
	`version` integer NOT NULL,
	`answers` text DEFAULT '{}' NOT NULL,
	`saved_at` integer,
	`completed_at` integer,
	PRIMARY KEY(`candidate_id`, `step`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
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
CREATE TABLE `applications` (
	`candidate_id` integer PRIMARY KEY NOT NULL,
	`mode` integer DEFAULT 0 NOT NULL,
	`submitted_at` integer,
	`picked_up_at` integer,
	`reverted_at` integer,
	`steps_to_correct` integer DEFAULT 0 NOT NULL,
	`confirmed_at` integer,
	`last_reverted_at` integer,
	`excluded_at` integer,
	`convert_fee` integer DEFAULT 0 NOT NULL,
	`claimed_type` text,
	`claimed_category` text,
	`form_state` text GENERATED ALWAYS AS (CASE
      WHEN excluded_at IS NOT NULL THEN 'excluded'
      WHEN submitted_at IS NULL THEN 'draft'
      WHEN confirmed_at IS NOT NULL THEN 'confirmed'
      WHEN reverted_at IS NOT NULL THEN 'reverted'
      WHEN mode = 2 THEN 'at-centre'
      WHEN picked_up_at IS NOT NULL THEN 'picked-up'
      WHEN last_reverted_at IS NULL THEN 'submitted'
      ELSE 'resubmitted' END) VIRTUAL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `applications_state` ON `applications` (`mode`,`form_state`,`submitted_at`,`candidate_id`);--> statement-breakpoint
CREATE INDEX `applications_state_type` ON `applications` (`mode`,`form_state`,`claimed_type`,`submitted_at`,`candidate_id`);--> statement-breakpoint
CREATE INDEX `applications_state_category` ON `applications` (`mode`,`form_state`,`claimed_category`,`submitted_at`,`candidate_id`);--> statement-breakpoint
CREATE INDEX `applications_state_claims` ON `applications` (`mode`,`form_state`,`claimed_type`,`claimed_category`,`submitted_at`,`candidate_id`);--> statement-breakpoint
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
CREATE TABLE `call_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`staff_id` integer NOT NULL,
	`text` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `call_notes_candidate` ON `call_notes` (`candidate_id`,`id`);--> statement-breakpoint
CREATE TABLE `cancellations` (
	`candidate_id` integer PRIMARY KEY NOT NULL,
	`case_number` integer NOT NULL,
	`round` integer NOT NULL,
	`choice_code` text NOT NULL,
	`institute_code` text NOT NULL,
	`reason` text NOT NULL,
	`requested_at` integer NOT NULL,
	`paid` integer,
	`deposit` integer,
	`charge` integer,
	`mode` text,
	`number` text,
	`returned_at` integer,
	`recorded_by` integer,
	`received_at` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recorded_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `cancellations_case` ON `cancellations` (`case_number`);--> statement-breakpoint
CREATE INDEX `cancellations_institute` ON `cancellations` (`institute_code`,`requested_at`);--> statement-breakpoint
CREATE INDEX `cancellations_requested` ON `cancellations` (`requested_at`);--> statement-breakpoint
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
CREATE INDEX `certificates_hash` ON `certificates` (`hash`);--> statement-breakpoint
CREATE TABLE `unfulfilled_claims` (
	`candidate_id` integer NOT NULL,
	`kind` text NOT NULL,
	`claim` text NOT NULL,
	`status` text NOT NULL,
	`removed_at` integer NOT NULL,
	`seat` text,
	PRIMARY KEY(`candidate_id`, `kind`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `cell_pictures` (
	`mark` text PRIMARY KEY NOT NULL,
	`part` text NOT NULL,
	`media_type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` blob NOT NULL,
	`added_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `public_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`address` text,
	`title_en` text NOT NULL,
	`title_mr` text NOT NULL,
	`hash` text NOT NULL,
	`bytes` integer NOT NULL,
	`published_at` integer NOT NULL,
	`withdrawn_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `public_files_address` ON `public_files` (`address`,`withdrawn_at`);--> statement-breakpoint
CREATE INDEX `public_files_hash` ON `public_files` (`hash`);--> statement-breakpoint
CREATE TABLE `set_up_marks` (
	`item` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`by` integer NOT NULL,
	FOREIGN KEY (`by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `setting_proposals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`effective_at` integer,
	`base` integer NOT NULL,
	`order_number` text,
	`version` integer,
	`state` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	FOREIGN KEY (`version`) REFERENCES `settings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `setting_proposals_waiting` ON `setting_proposals` (`key`) WHERE state = 'prepared';--> statement-breakpoint
CREATE TABLE `settings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`effective_at` integer NOT NULL,
	`made_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `settings_key` ON `settings` (`key`,`effective_at`);--> statement-breakpoint
CREATE TABLE `cell_alarms` (
	`alarm` text PRIMARY KEY NOT NULL,
	`told_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `desk_views` (
	`staff_id` integer NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`search` text NOT NULL,
	PRIMARY KEY(`staff_id`, `list`, `name`),
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `course_fees` (
	`choice_code` text PRIMARY KEY NOT NULL,
	`annual_fee` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `facilitation_centres` (
	`code` text PRIMARY KEY NOT NULL,
	`name_en` text NOT NULL,
	`name_mr` text NOT NULL,
	`district` text NOT NULL,
	`region` text NOT NULL,
	`address_en` text NOT NULL,
	`address_mr` text NOT NULL,
	`phone` text,
	`place` text,
	`directions_en` text,
	`directions_mr` text,
	`changed_at` integer,
	`closed_at` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `institute_accounts` (
	`code` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`number` text NOT NULL,
	`ifsc` text NOT NULL,
	`bank` text NOT NULL,
	`branch` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `institutes` (
	`code` text PRIMARY KEY NOT NULL,
	`name_mr` text,
	`address` text,
	`address_mr` text,
	`phone` text,
	`email` text,
	`website` text,
	`hostel` text,
	`place` text,
	`directions_en` text,
	`directions_mr` text,
	`changed_at` integer,
	`facilities` text NOT NULL
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
CREATE INDEX `documents_superseded` ON `documents` (`superseded_at`) WHERE superseded_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `duplicate_scan` (
	`id` integer PRIMARY KEY NOT NULL,
	`last_version` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `person_marks` (
	`candidate_id` integer NOT NULL,
	`kind` text NOT NULL,
	`mark` text NOT NULL,
	PRIMARY KEY(`candidate_id`, `kind`, `mark`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `person_marks_mark` ON `person_marks` (`kind`,`mark`,`candidate_id`);--> statement-breakpoint
CREATE TABLE `shared_marks` (
	`kind` text NOT NULL,
	`mark` text NOT NULL,
	`found_at` integer NOT NULL,
	`dismissed_at` integer,
	`dismissed_by` integer,
	`remark` text,
	`dismissed_for` integer,
	PRIMARY KEY(`kind`, `mark`),
	FOREIGN KEY (`dismissed_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `shared_marks_found` ON `shared_marks` (`found_at`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `grievances_one_open` ON `grievances` (`candidate_id`) WHERE state = 'open' AND type NOT IN ('process', 'self-verification');--> statement-breakpoint
CREATE UNIQUE INDEX `grievances_one_open_of_seat` ON `grievances` (`candidate_id`) WHERE state = 'open' AND type = 'self-verification';--> statement-breakpoint
CREATE UNIQUE INDEX `grievances_one_open_complaint` ON `grievances` (`candidate_id`) WHERE state = 'open' AND type = 'process';--> statement-breakpoint
CREATE INDEX `grievances_of_type` ON `grievances` (`type`,`state`,`filed_at`);--> statement-breakpoint
CREATE INDEX `grievances_candidate` ON `grievances` (`candidate_id`,`id`);--> statement-breakpoint
CREATE INDEX `grievances_state` ON `grievances` (`state`,`id`);--> statement-breakpoint
CREATE TABLE `mobile_requests` (
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
CREATE UNIQUE INDEX `mobile_requests_open` ON `mobile_requests` (`candidate_id`) WHERE state = 'prepared';--> statement-breakpoint
CREATE INDEX `mobile_requests_state` ON `mobile_requests` (`state`,`prepared_at`);--> statement-breakpoint
CREATE TABLE `check_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`results` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `job_lease` (
	`id` integer PRIMARY KEY NOT NULL,
	`process` text NOT NULL,
	`until` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `job_runs` (
	`job` text NOT NULL,
	`due_at` integer NOT NULL,
	`state` text NOT NULL,
	`started_at` integer NOT NULL,
	`lease_until` integer NOT NULL,
	`finished_at` integer,
	`failure` text,
	PRIMARY KEY(`job`, `due_at`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `machine_time` (
	`id` integer PRIMARY KEY NOT NULL,
	`trusted_at` integer NOT NULL,
	`doubted_at` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `portal_epochs` (
	`number` integer PRIMARY KEY NOT NULL,
	`tag` text NOT NULL,
	`begun_at` integer NOT NULL,
	`cut_at` integer,
	`after` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `portal_epochs_tag_unique` ON `portal_epochs` (`tag`);--> statement-breakpoint
CREATE TABLE `portal_identity` (
	`id` text PRIMARY KEY NOT NULL,
	`profile` text NOT NULL,
	`academic_year` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `import_changes` (
	`import_id` integer NOT NULL,
	`number` integer NOT NULL,
	`line` integer NOT NULL,
	`change` text NOT NULL,
	`key` text NOT NULL,
	`before` text,
	`after` text,
	PRIMARY KEY(`import_id`, `number`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `import_changes_kind` ON `import_changes` (`import_id`,`change`,`number`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`file_name` text NOT NULL,
	`hash` text DEFAULT '' NOT NULL,
	`is_whole` integer NOT NULL,
	`lines` integer DEFAULT 0 NOT NULL,
	`unchanged` integer DEFAULT 0 NOT NULL,
	`fault_count` integer DEFAULT 0 NOT NULL,
	`faults` text DEFAULT '[]' NOT NULL,
	`state` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `imports_kind` ON `imports` (`kind`,`id`);--> statement-breakpoint
CREATE INDEX `imports_state` ON `imports` (`state`);--> statement-breakpoint
CREATE TABLE `bulk_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stage` text,
	`type` text,
	`category` text,
	`district` text,
	`segment` text,
	`institute` text,
	`listed` text,
	`by_sms` integer NOT NULL,
	`by_whatsapp` integer NOT NULL,
	`by_email` integer NOT NULL,
	`title_en` text NOT NULL,
	`title_mr` text NOT NULL,
	`body_en` text NOT NULL,
	`body_mr` text NOT NULL,
	`sms_en` text,
	`sms_mr` text,
	`state` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	`send_at` integer,
	`counted` integer,
	`sent_up_to` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`finished_at` integer,
	`stopped_at` integer,
	`stopped_by` integer,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`stopped_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `feedback` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer,
	`about` text NOT NULL,
	`rating` integer NOT NULL,
	`text` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `feedback_candidate` ON `feedback` (`candidate_id`,`id`);--> statement-breakpoint
CREATE INDEX `feedback_rating` ON `feedback` (`rating`,`id`);--> statement-breakpoint
CREATE INDEX `feedback_about` ON `feedback` (`about`,`id`);--> statement-breakpoint
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
CREATE TABLE `jk_admissions` (
	`candidate_id` integer PRIMARY KEY NOT NULL,
	`choice_code` text NOT NULL,
	`admitted_at` integer NOT NULL,
	`admitted_by` integer NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`admitted_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `jk_allotments` (
	`seating_id` integer NOT NULL,
	`candidate_id` integer NOT NULL,
	`merit_number` integer NOT NULL,
	`choice_code` text NOT NULL,
	`institute` text NOT NULL,
	`course` text NOT NULL,
	`preference` integer NOT NULL,
	PRIMARY KEY(`seating_id`, `candidate_id`),
	FOREIGN KEY (`seating_id`) REFERENCES `jk_seatings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `jk_allotments_candidate` ON `jk_allotments` (`candidate_id`,`seating_id`);--> statement-breakpoint
CREATE TABLE `jk_choices` (
	`candidate_id` integer PRIMARY KEY NOT NULL,
	`choices` text NOT NULL,
	`was` text,
	`reason` text,
	`recorded_at` integer NOT NULL,
	`recorded_by` integer NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recorded_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `jk_seatings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`merit_edition_id` integer NOT NULL,
	`state` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	FOREIGN KEY (`merit_edition_id`) REFERENCES `merit_editions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `jk_seatings_state` ON `jk_seatings` (`state`);--> statement-breakpoint
CREATE TABLE `jk_seats` (
	`choice_code` text PRIMARY KEY NOT NULL,
	`institute` text NOT NULL,
	`course` text NOT NULL,
	`count` integer NOT NULL,
	`recorded_by` integer NOT NULL,
	FOREIGN KEY (`recorded_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `kept_forms` (
	`key` text PRIMARY KEY NOT NULL,
	`candidate_id` integer NOT NULL,
	`sealed` text NOT NULL,
	`kept_at` integer NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `kept_forms_candidate` ON `kept_forms` (`candidate_id`,`kept_at`);--> statement-breakpoint
CREATE INDEX `kept_forms_age` ON `kept_forms` (`kept_at`);--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`resets_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `rate_limits_resets` ON `rate_limits` (`resets_at`);--> statement-breakpoint
CREATE TABLE `merit_announcements` (
	`edition_id` integer PRIMARY KEY NOT NULL,
	`against` integer,
	`told_up_to` integer DEFAULT 0 NOT NULL,
	`told` integer DEFAULT 0 NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`edition_id`) REFERENCES `merit_editions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`against`) REFERENCES `merit_editions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `merit_editions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stage` text NOT NULL,
	`number` integer NOT NULL,
	`reason` text,
	`state` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	`publish_at` integer,
	`published_at` integer,
	`fingerprint` text NOT NULL,
	`files` text DEFAULT '{}' NOT NULL,
	`report` text NOT NULL,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `merit_editions_number` ON `merit_editions` (`stage`,`number`) WHERE state NOT IN ('discarded', 'failed');--> statement-breakpoint
CREATE INDEX `merit_editions_state` ON `merit_editions` (`stage`,`state`,`number`);--> statement-breakpoint
CREATE TABLE `merit_entries` (
	`edition_id` integer NOT NULL,
	`list` text NOT NULL,
	`merit_number` integer NOT NULL,
	`candidate_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`full_name` text NOT NULL,
	`type` text NOT NULL,
	`category` text NOT NULL,
	`percentage` text NOT NULL,
	`criteria` text NOT NULL,
	`decided_by` text,
	PRIMARY KEY(`edition_id`, `list`, `merit_number`),
	FOREIGN KEY (`edition_id`) REFERENCES `merit_editions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `merit_entries_candidate` ON `merit_entries` (`candidate_id`,`edition_id`,`list`);--> statement-breakpoint
CREATE INDEX `merit_entries_user` ON `merit_entries` (`edition_id`,`list`,`user_id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer,
	`channel` text NOT NULL,
	`recipient` text NOT NULL,
	`template` text NOT NULL,
	`language` text NOT NULL,
	`params` text NOT NULL,
	`sealed` text,
	`created_at` integer NOT NULL,
	`said_at` integer,
	`batch` text,
	`expires_at` integer,
	`next_attempt_at` integer,
	`held_until` integer,
	`only_while` text,
	`receiver_id` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`finished_at` integer,
	`provider_id` text,
	`last_error` text,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_held` ON `outbox` (`channel`,`held_until`) WHERE held_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_candidate` ON `outbox` (`candidate_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_stranger` ON `outbox` (`recipient`) WHERE candidate_id IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_batch` ON `outbox` (`batch`,`channel`,`state`) WHERE batch IS NOT NULL;--> statement-breakpoint
CREATE TABLE `mock_runs` (
	`round` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`begun_at` integer NOT NULL,
	`participants` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `mock_seats` (
	`round` integer NOT NULL,
	`candidate_id` integer NOT NULL,
	`choice_code` text,
	`seat_type` text,
	`preference` integer,
	PRIMARY KEY(`round`, `candidate_id`),
	FOREIGN KEY (`round`) REFERENCES `mock_runs`(`round`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `non_cap_interests` (
	`candidate_id` integer NOT NULL,
	`institute` text NOT NULL,
	`registered_at` integer NOT NULL,
	PRIMARY KEY(`candidate_id`, `institute`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `non_cap_interests_institute` ON `non_cap_interests` (`institute`,`registered_at`,`candidate_id`);--> statement-breakpoint
CREATE TABLE `activities` (
	`key` text PRIMARY KEY NOT NULL,
	`title_en` text NOT NULL,
	`title_mr` text NOT NULL,
	`opens_at` integer,
	`closes_at` integer,
	`is_event` integer DEFAULT false NOT NULL,
	`left_out_at` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `activity_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`activity` text NOT NULL,
	`opens_before` integer,
	`closes_before` integer,
	`reason_en` text NOT NULL,
	`reason_mr` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`activity`) REFERENCES `activities`(`key`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `activity_changes_activity` ON `activity_changes` (`activity`,`id`);--> statement-breakpoint
CREATE TABLE `holidays` (
	`date` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `notices` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text DEFAULT 'notice' NOT NULL,
	`title_en` text NOT NULL,
	`title_mr` text NOT NULL,
	`body_en` text NOT NULL,
	`body_mr` text NOT NULL,
	`published_at` integer NOT NULL,
	`phase` text,
	`changed_at` integer,
	`withdrawn_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `notices_kind` ON `notices` (`kind`,`published_at`);--> statement-breakpoint
CREATE TABLE `schedule_change_rows` (
	`change_id` integer NOT NULL,
	`activity` text NOT NULL,
	`title_en` text NOT NULL,
	`title_mr` text NOT NULL,
	`opens_at` integer,
	`closes_at` integer,
	`is_event` integer NOT NULL,
	`is_left_out` integer NOT NULL,
	PRIMARY KEY(`change_id`, `activity`),
	FOREIGN KEY (`change_id`) REFERENCES `schedule_changes`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `schedule_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`state` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	`version` integer NOT NULL,
	`saved_at` integer NOT NULL,
	`saved_by` integer NOT NULL,
	`hands` text NOT NULL,
	`reason_en` text DEFAULT '' NOT NULL,
	`reason_mr` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`saved_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `schedule_changes_open` ON `schedule_changes` (`state`) WHERE state IN ('preparing', 'prepared');--> statement-breakpoint
CREATE TABLE `option_choices` (
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`position` integer NOT NULL,
	`choice_code` text NOT NULL,
	PRIMARY KEY(`candidate_id`, `round`, `position`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `option_forms` (
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`version` integer NOT NULL,
	`saved_at` integer NOT NULL,
	`confirmed_at` integer,
	`fingerprint` text,
	PRIMARY KEY(`candidate_id`, `round`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `option_forms_round` ON `option_forms` (`round`,`confirmed_at`,`candidate_id`);--> statement-breakpoint
CREATE TABLE `option_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`version` integer NOT NULL,
	`act` text NOT NULL,
	`choices` text NOT NULL,
	`at` integer NOT NULL,
	`device` text NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `option_history_form` ON `option_history` (`candidate_id`,`round`,`id`);--> statement-breakpoint
CREATE TABLE `starred_choices` (
	`candidate_id` integer NOT NULL,
	`choice_code` text NOT NULL,
	`starred_at` integer NOT NULL,
	PRIMARY KEY(`candidate_id`, `choice_code`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `special_orders` (
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
	`round` integer,
	`is_supernumerary` integer DEFAULT false NOT NULL,
	`zone` text,
	`kept_id` integer,
	`state` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`kept_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `special_orders_candidate` ON `special_orders` (`candidate_id`);--> statement-breakpoint
CREATE INDEX `special_orders_mobile` ON `special_orders` (`mobile`);--> statement-breakpoint
CREATE INDEX `special_orders_state` ON `special_orders` (`state`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `played_seasons` (
	`academic_year` text PRIMARY KEY NOT NULL,
	`people` integer NOT NULL,
	`differing` integer NOT NULL,
	`rules` text NOT NULL,
	`hash` text NOT NULL,
	`record` blob NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `rehearsals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`academic_year` text NOT NULL,
	`typed` text NOT NULL,
	`state` text NOT NULL,
	`made_by` integer NOT NULL,
	`made_at` integer NOT NULL,
	`outcome` text,
	FOREIGN KEY (`made_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
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
	`tried_at` integer,
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
CREATE TABLE `refund_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`payment_id` integer NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`state` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `refund_requests_open` ON `refund_requests` (`payment_id`) WHERE state = 'prepared';--> statement-breakpoint
CREATE INDEX `refund_requests_state` ON `refund_requests` (`state`);--> statement-breakpoint
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
CREATE TABLE `portal_facts` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `breaches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`noticed_at` integer NOT NULL,
	`what_en` text,
	`what_mr` text,
	`people` integer,
	`data_en` text,
	`data_mr` text,
	`consequences_en` text,
	`consequences_mr` text,
	`measures_en` text,
	`measures_mr` text,
	`steps_en` text,
	`steps_mr` text,
	`recorded_at` integer NOT NULL,
	`recorded_by` integer NOT NULL,
	`cert_in_at` integer,
	`board_at` integer,
	`people_at` integer,
	`report_at` integer,
	FOREIGN KEY (`recorded_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`subject` text NOT NULL,
	`act` text NOT NULL,
	`version` integer NOT NULL,
	`language` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `consents_candidate` ON `consents` (`candidate_id`,`id`);--> statement-breakpoint
CREATE TABLE `data_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`state` text NOT NULL,
	`filed_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`answer` text,
	`outcome` text,
	`decided_at` integer,
	`decided_by` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `data_requests_one_open` ON `data_requests` (`candidate_id`,`kind`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `data_requests_candidate` ON `data_requests` (`candidate_id`,`id`);--> statement-breakpoint
CREATE INDEX `data_requests_state` ON `data_requests` (`state`,`due_at`,`id`);--> statement-breakpoint
CREATE TABLE `data_states` (
	`candidate_id` integer PRIMARY KEY NOT NULL,
	`restricted_at` integer,
	`erased_at` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "data_states_closed" CHECK("data_states"."restricted_at" IS NOT NULL OR "data_states"."erased_at" IS NOT NULL)
) STRICT;
--> statement-breakpoint
CREATE TABLE `erased_rows` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`night_id` integer NOT NULL,
	`in_table` text NOT NULL,
	`row` text NOT NULL,
	FOREIGN KEY (`night_id`) REFERENCES `erasure_nights`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `erased_rows_night` ON `erased_rows` (`night_id`,`id`);--> statement-breakpoint
CREATE TABLE `erasure_nights` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`age` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `public_log_cosignatures` (
	`log_id` integer NOT NULL,
	`verifier_key` text NOT NULL,
	`size` integer NOT NULL,
	`at` integer NOT NULL,
	`note` text NOT NULL,
	PRIMARY KEY(`log_id`, `verifier_key`),
	FOREIGN KEY (`log_id`) REFERENCES `public_logs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `public_log_leaves` (
	`log_id` integer NOT NULL,
	`number` integer NOT NULL,
	`subject` text NOT NULL,
	`state` text NOT NULL,
	`leaf` blob NOT NULL,
	PRIMARY KEY(`log_id`, `number`),
	FOREIGN KEY (`log_id`) REFERENCES `public_logs`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `public_log_leaves_subject` ON `public_log_leaves` (`log_id`,`subject`,`number`);--> statement-breakpoint
CREATE TABLE `public_logs` (
	`id` integer PRIMARY KEY NOT NULL,
	`origin` text NOT NULL,
	`verifier_key` text NOT NULL,
	`epoch_tag` text NOT NULL,
	`checkpoint` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `push_devices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `push_devices_endpoint_unique` ON `push_devices` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_devices_candidate` ON `push_devices` (`candidate_id`);--> statement-breakpoint
CREATE TABLE `push_keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`public_key` text NOT NULL,
	`sealed` text NOT NULL,
	CONSTRAINT "push_keys_one" CHECK("push_keys"."id" = 1)
) STRICT;
--> statement-breakpoint
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
CREATE TABLE `reminder_times` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`about` text NOT NULL,
	`instant` integer NOT NULL,
	`hours` integer NOT NULL,
	`up_to` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`finished_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `reminder_times_once` ON `reminder_times` (`name`,`about`,`instant`,`hours`);--> statement-breakpoint
CREATE TABLE `reminders` (
	`candidate_id` integer NOT NULL,
	`time_id` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`candidate_id`, `time_id`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`time_id`) REFERENCES `reminder_times`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `reply_templates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`text_en` text NOT NULL,
	`text_mr` text NOT NULL,
	`changed_at` integer NOT NULL,
	`changed_by` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`changed_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `reply_templates_kind` ON `reply_templates` (`kind`,`id`);--> statement-breakpoint
CREATE TABLE `admission_corrections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`choice_code` text NOT NULL,
	`institute_code` text NOT NULL,
	`reason` text NOT NULL,
	`seen` text DEFAULT '[]' NOT NULL,
	`awaited` text DEFAULT '[]' NOT NULL,
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
CREATE UNIQUE INDEX `admission_corrections_open` ON `admission_corrections` (`candidate_id`) WHERE state = 'prepared';--> statement-breakpoint
CREATE INDEX `admission_corrections_institute` ON `admission_corrections` (`institute_code`,`state`);--> statement-breakpoint
CREATE TABLE `admissions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`choice_code` text NOT NULL,
	`institute_code` text NOT NULL,
	`seen` text NOT NULL,
	`awaited` text NOT NULL,
	`admitted_at` integer NOT NULL,
	`admitted_by` integer NOT NULL,
	`undone_at` integer,
	`withdrawal_seen_at` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`admitted_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `admissions_candidate` ON `admissions` (`candidate_id`,`round`) WHERE undone_at IS NULL;--> statement-breakpoint
CREATE INDEX `admissions_institute` ON `admissions` (`institute_code`,`admitted_at`);--> statement-breakpoint
CREATE TABLE `institute_days` (
	`institute_code` text NOT NULL,
	`day` text NOT NULL,
	`round` integer NOT NULL,
	`signed_at` integer NOT NULL,
	`signed_by` integer NOT NULL,
	`admitted` integer NOT NULL,
	`not_recorded` integer NOT NULL,
	PRIMARY KEY(`institute_code`, `day`),
	FOREIGN KEY (`signed_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `seat_resets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`fact` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	`reset_by` integer NOT NULL,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reset_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `seat_resets_candidate` ON `seat_resets` (`candidate_id`,`round`);--> statement-breakpoint
CREATE TABLE `roll_call_answers` (
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`answer` text NOT NULL,
	`answered_at` integer NOT NULL,
	PRIMARY KEY(`candidate_id`, `round`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `roll_call_answers_round` ON `roll_call_answers` (`round`,`answer`,`candidate_id`);--> statement-breakpoint
CREATE TABLE `officer_leaves` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`staff_id` integer NOT NULL,
	`first_day` text NOT NULL,
	`last_day` text NOT NULL,
	`noted_by` integer NOT NULL,
	`noted_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`noted_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `officer_leaves_staff` ON `officer_leaves` (`staff_id`);--> statement-breakpoint
CREATE TABLE `scrutinies` (
	`candidate_id` integer PRIMARY KEY NOT NULL,
	`officer_id` integer,
	`held_by` integer,
	`held_since` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`officer_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`held_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `scrutinies_officer` ON `scrutinies` (`officer_id`);--> statement-breakpoint
CREATE INDEX `scrutinies_holder` ON `scrutinies` (`held_by`);--> statement-breakpoint
CREATE TABLE `scrutiny_findings` (
	`candidate_id` integer NOT NULL,
	`version` integer NOT NULL,
	`fact` text NOT NULL,
	`is_accepted` integer NOT NULL,
	`reason` text,
	`document` text,
	`expected` text DEFAULT '' NOT NULL,
	`found` text DEFAULT '' NOT NULL,
	`officer_id` integer NOT NULL,
	`at` integer NOT NULL,
	`told_at` integer,
	PRIMARY KEY(`candidate_id`, `version`, `fact`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`officer_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `scrutiny_judgements` (
	`candidate_id` integer NOT NULL,
	`version` integer NOT NULL,
	`officer_id` integer NOT NULL,
	`begun_at` integer NOT NULL,
	`finished_at` integer NOT NULL,
	`is_returned` integer NOT NULL,
	`unopened` integer NOT NULL,
	PRIMARY KEY(`candidate_id`, `version`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`officer_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `scrutiny_judgements_officer` ON `scrutiny_judgements` (`officer_id`,`finished_at`);--> statement-breakpoint
CREATE INDEX `scrutiny_judgements_finished` ON `scrutiny_judgements` (`finished_at`);--> statement-breakpoint
CREATE TABLE `scrutiny_looks` (
	`candidate_id` integer NOT NULL,
	`officer_id` integer NOT NULL,
	`document` text NOT NULL,
	`uploaded_at` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`candidate_id`, `officer_id`, `document`, `uploaded_at`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`officer_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `second_findings` (
	`candidate_id` integer NOT NULL,
	`version` integer NOT NULL,
	`fact` text NOT NULL,
	`is_accepted` integer NOT NULL,
	`reason` text,
	`expected` text DEFAULT '' NOT NULL,
	`found` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`candidate_id`, `version`, `fact`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `second_reading_seed` (
	`seed` text PRIMARY KEY NOT NULL,
	`made_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `second_readings` (
	`candidate_id` integer NOT NULL,
	`version` integer NOT NULL,
	`first_id` integer NOT NULL,
	`centre` text,
	`confirmed_at` integer NOT NULL,
	`lot` integer NOT NULL,
	`share` integer NOT NULL,
	`reader_id` integer,
	`taken_at` integer,
	`finished_at` integer,
	`disagreed` integer,
	PRIMARY KEY(`candidate_id`, `version`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`first_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reader_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `second_readings_first` ON `second_readings` (`first_id`,`finished_at`);--> statement-breakpoint
CREATE INDEX `second_readings_waiting` ON `second_readings` (`finished_at`,`confirmed_at`);--> statement-breakpoint
CREATE TABLE `institute_vacancies` (
	`round` integer NOT NULL,
	`institute_code` text NOT NULL,
	`choice_code` text NOT NULL,
	`seat_type` text NOT NULL,
	`count` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`round`, `institute_code`, `choice_code`, `seat_type`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `seat_calls` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`act` text NOT NULL,
	`called_by` integer NOT NULL,
	`called_at` integer NOT NULL,
	`note` text,
	`noted_at` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`called_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `seat_calls_candidate` ON `seat_calls` (`candidate_id`,`id`);--> statement-breakpoint
CREATE TABLE `seat_decisions` (
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`decision` text NOT NULL,
	`decided_at` integer NOT NULL,
	PRIMARY KEY(`candidate_id`, `round`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `seat_endings` (
	`candidate_id` integer NOT NULL,
	`round` integer NOT NULL,
	`ending` text NOT NULL,
	`at` integer NOT NULL,
	`order_id` integer,
	PRIMARY KEY(`candidate_id`, `round`),
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `special_orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `self_verifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`candidate_id` integer NOT NULL,
	`run_id` integer NOT NULL,
	`answers` text NOT NULL,
	`submitted_at` integer NOT NULL,
	`grievance_id` integer,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `allotment_runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`grievance_id`) REFERENCES `grievances`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `self_verifications_candidate` ON `self_verifications` (`candidate_id`,`id`);--> statement-breakpoint
CREATE TABLE `seat_matrix_courses` (
	`edition_id` integer NOT NULL,
	`choice_code` text NOT NULL,
	`line` integer DEFAULT 0 NOT NULL,
	`institute_code` text NOT NULL,
	`institute` text NOT NULL,
	`university` text NOT NULL,
	`district` text NOT NULL,
	`status` text NOT NULL,
	`autonomy` text NOT NULL,
	`minority` text,
	`course` text NOT NULL,
	`sanctioned` integer NOT NULL,
	`maharashtra` integer NOT NULL,
	`minority_seats` integer NOT NULL,
	`all_india` integer NOT NULL,
	`institute_level` integer NOT NULL,
	PRIMARY KEY(`edition_id`, `choice_code`),
	FOREIGN KEY (`edition_id`) REFERENCES `seat_matrix_editions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `seat_matrix_courses_institute` ON `seat_matrix_courses` (`edition_id`,`institute_code`,`choice_code`);--> statement-breakpoint
CREATE TABLE `seat_matrix_editions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`number` integer NOT NULL,
	`file_name` text NOT NULL,
	`hash` text NOT NULL,
	`state` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	`attest_by` integer,
	`overrides` text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `seat_matrix_editions_number` ON `seat_matrix_editions` (`number`) WHERE state <> 'discarded';--> statement-breakpoint
CREATE TABLE `seat_matrix_pools` (
	`edition_id` integer NOT NULL,
	`choice_code` text NOT NULL,
	`seat_type` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`edition_id`, `choice_code`, `seat_type`),
	FOREIGN KEY (`edition_id`) REFERENCES `seat_matrix_editions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `seat_attestations` (
	`edition_id` integer NOT NULL,
	`institute_code` text NOT NULL,
	`verdict` text NOT NULL,
	`at` integer NOT NULL,
	`by` integer NOT NULL,
	PRIMARY KEY(`edition_id`, `institute_code`),
	FOREIGN KEY (`edition_id`) REFERENCES `seat_matrix_editions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `seat_objections` (
	`edition_id` integer NOT NULL,
	`choice_code` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`edition_id`, `choice_code`),
	FOREIGN KEY (`edition_id`) REFERENCES `seat_matrix_editions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `settlement_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`lines` integer DEFAULT 0 NOT NULL,
	`imported_at` integer NOT NULL,
	`imported_by` integer NOT NULL,
	FOREIGN KEY (`imported_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `settlement_files_hash` ON `settlement_files` (`hash`);--> statement-breakpoint
CREATE TABLE `settlement_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`file_id` integer NOT NULL,
	`line` integer NOT NULL,
	`entity_id` text NOT NULL,
	`type` text NOT NULL,
	`debit` integer NOT NULL,
	`credit` integer NOT NULL,
	`amount` integer NOT NULL,
	`fee` integer NOT NULL,
	`tax` integer NOT NULL,
	`currency` text NOT NULL,
	`settled_at` integer NOT NULL,
	`settlement_id` text NOT NULL,
	`utr` text NOT NULL,
	`refunded_payment` text,
	`order_id` text,
	`receipt` text,
	`payment_id` integer,
	`state` text NOT NULL,
	`doubt` text,
	`reason` text,
	`resolved_at` integer,
	`resolved_by` integer,
	FOREIGN KEY (`file_id`) REFERENCES `settlement_files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`resolved_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `settlement_lines_entity` ON `settlement_lines` (`entity_id`);--> statement-breakpoint
CREATE INDEX `settlement_lines_state` ON `settlement_lines` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `settlement_lines_file` ON `settlement_lines` (`file_id`,`state`);--> statement-breakpoint
CREATE INDEX `settlement_lines_payment` ON `settlement_lines` (`payment_id`);--> statement-breakpoint
CREATE TABLE `staff` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`login_name` text NOT NULL,
	`full_name` text NOT NULL,
	`email` text,
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
CREATE TABLE `staff_invitations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`staff_id` integer NOT NULL,
	`email` text NOT NULL,
	`token_hash` text NOT NULL,
	`made_at` integer NOT NULL,
	`made_by` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`used_at` integer,
	`withdrawn_at` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`made_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_invitations_tokenHash_unique` ON `staff_invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `staff_invitations_staff` ON `staff_invitations` (`staff_id`,`id`);--> statement-breakpoint
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
CREATE TABLE `staff_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`staff_id` integer,
	`login_name` text NOT NULL,
	`full_name` text NOT NULL,
	`person` text,
	`state` text NOT NULL,
	`prepared_at` integer NOT NULL,
	`prepared_by` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`prepared_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `staff_changes_state` ON `staff_changes` (`state`,`decided_at`);--> statement-breakpoint
CREATE INDEX `staff_changes_staff` ON `staff_changes` (`staff_id`,`decided_at`);--> statement-breakpoint
CREATE TABLE `template_versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`template` text NOT NULL,
	`wording` text,
	`made_at` integer NOT NULL,
	`made_by` integer NOT NULL,
	FOREIGN KEY (`made_by`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `template_versions_template` ON `template_versions` (`template`,`id`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER audit_log_never_changed BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is never changed');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_never_shortened BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is never shortened');
END;
--> statement-breakpoint
CREATE TRIGGER public_log_never_changed BEFORE UPDATE ON public_log_leaves BEGIN
  SELECT RAISE(ABORT, 'the public log is never changed');
END;
--> statement-breakpoint
CREATE TRIGGER public_log_never_shortened BEFORE DELETE ON public_log_leaves BEGIN
  SELECT RAISE(ABORT, 'the public log is never shortened');
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE merit_search USING fts5(
  name, type, category, content='', contentless_delete=1, detail=column, prefix='2',
  tokenize="unicode61 categories 'L* N* Mc Mn'"
);
--> statement-breakpoint
CREATE TRIGGER merit_entries_added AFTER INSERT ON merit_entries BEGIN
  INSERT INTO merit_search (rowid, name, type, category) VALUES (
    (new.edition_id * 4 + CASE new.list WHEN 'state' THEN 0 WHEN 'all-india' THEN 1 ELSE 2 END) * 16777216 + new.merit_number,
    indexed_name(new.full_name), replace(new.type, '-', ''), replace(new.category, '-', '')
  );
END;
--> statement-breakpoint
CREATE TRIGGER merit_entries_removed AFTER DELETE ON merit_entries BEGIN
  DELETE FROM merit_search WHERE rowid =
    (old.edition_id * 4 + CASE old.list WHEN 'state' THEN 0 WHEN 'all-india' THEN 1 ELSE 2 END) * 16777216 + old.merit_number;
END;
--> statement-breakpoint
CREATE TRIGGER merit_entries_renamed AFTER UPDATE OF full_name ON merit_entries BEGIN
  DELETE FROM merit_search WHERE rowid =
    (old.edition_id * 4 + CASE old.list WHEN 'state' THEN 0 WHEN 'all-india' THEN 1 ELSE 2 END) * 16777216 + old.merit_number;
  INSERT INTO merit_search (rowid, name, type, category) VALUES (
    (new.edition_id * 4 + CASE new.list WHEN 'state' THEN 0 WHEN 'all-india' THEN 1 ELSE 2 END) * 16777216 + new.merit_number,
    indexed_name(new.full_name), replace(new.type, '-', ''), replace(new.category, '-', '')
  );
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE candidate_names USING fts5(
  name, content='', contentless_delete=1, detail=none, prefix='2',
  tokenize="unicode61 categories 'L* N* Mc Mn'"
);
--> statement-breakpoint
CREATE TRIGGER candidates_named AFTER INSERT ON candidates BEGIN
  INSERT INTO candidate_names (rowid, name) VALUES (new.id, indexed_name(new.full_name));
END;
--> statement-breakpoint
CREATE TRIGGER candidates_renamed AFTER UPDATE OF full_name ON candidates WHEN old.full_name <> new.full_name BEGIN
  DELETE FROM candidate_names WHERE rowid = old.id;
  INSERT INTO candidate_names (rowid, name) VALUES (new.id, indexed_name(new.full_name));
END;
--> statement-breakpoint
CREATE TRIGGER candidates_unnamed AFTER DELETE ON candidates BEGIN
  DELETE FROM candidate_names WHERE rowid = old.id;
END;