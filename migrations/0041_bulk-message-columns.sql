ALTER TABLE `bulk_messages` ADD `segment` text;--> statement-breakpoint
ALTER TABLE `bulk_messages` ADD `institute` text;--> statement-breakpoint
ALTER TABLE `bulk_messages` ADD `listed` text;--> statement-breakpoint
ALTER TABLE `bulk_messages` ADD `state` text DEFAULT 'prepared' NOT NULL;--> statement-breakpoint
ALTER TABLE `bulk_messages` ADD `decided_at` integer;--> statement-breakpoint
ALTER TABLE `bulk_messages` ADD `decided_by` integer REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE `bulk_messages` ADD `send_at` integer;--> statement-breakpoint
ALTER TABLE `bulk_messages` ADD `counted` integer;--> statement-breakpoint
ALTER TABLE `bulk_messages` ADD `stopped_at` integer;--> statement-breakpoint
ALTER TABLE `bulk_messages` ADD `stopped_by` integer REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE `outbox` ADD `batch` text;--> statement-breakpoint
CREATE INDEX `outbox_batch` ON `outbox` (`batch`,`channel`,`state`) WHERE batch IS NOT NULL;--> statement-breakpoint
UPDATE `bulk_messages` SET
  `state` = CASE WHEN `withdrawn_at` IS NOT NULL THEN 'discarded' WHEN `released_at` IS NOT NULL THEN 'published' ELSE 'prepared' END,
  `decided_at` = coalesce(`withdrawn_at`, `released_at`),
  `decided_by` = CASE WHEN `withdrawn_at` IS NULL THEN `released_by` ELSE `prepared_by` END;
