DROP INDEX `applications_state`;--> statement-breakpoint
DROP INDEX `applications_state_type`;--> statement-breakpoint
DROP INDEX `applications_state_category`;--> statement-breakpoint
DROP INDEX `applications_state_claims`;--> statement-breakpoint
ALTER TABLE `applications` DROP COLUMN `form_state`;--> statement-breakpoint
ALTER TABLE `applications` ADD `excluded_at` integer;--> statement-breakpoint
ALTER TABLE `applications` ADD `form_state` text GENERATED ALWAYS AS (CASE
      WHEN excluded_at IS NOT NULL THEN 'excluded'
      WHEN submitted_at IS NULL THEN 'draft'
      WHEN confirmed_at IS NOT NULL THEN 'confirmed'
      WHEN reverted_at IS NOT NULL THEN 'reverted'
      WHEN mode = 2 THEN 'at-centre'
      WHEN picked_up_at IS NOT NULL THEN 'picked-up'
      WHEN last_reverted_at IS NULL THEN 'submitted'
      ELSE 'resubmitted' END) VIRTUAL;--> statement-breakpoint
CREATE INDEX `applications_state` ON `applications` (`mode`,`form_state`,`submitted_at`,`candidate_id`);--> statement-breakpoint
CREATE INDEX `applications_state_type` ON `applications` (`mode`,`form_state`,`claimed_type`,`submitted_at`,`candidate_id`);--> statement-breakpoint
CREATE INDEX `applications_state_category` ON `applications` (`mode`,`form_state`,`claimed_category`,`submitted_at`,`candidate_id`);--> statement-breakpoint
CREATE INDEX `applications_state_claims` ON `applications` (`mode`,`form_state`,`claimed_type`,`claimed_category`,`submitted_at`,`candidate_id`);--> statement-breakpoint
ALTER TABLE `shared_marks` ADD `dismissed_at` integer;--> statement-breakpoint
ALTER TABLE `shared_marks` ADD `dismissed_by` integer REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE `shared_marks` ADD `remark` text;--> statement-breakpoint
ALTER TABLE `shared_marks` ADD `dismissed_for` integer;--> statement-breakpoint
ALTER TABLE `special_orders` ADD `kept_id` integer REFERENCES candidates(id);
