ALTER TABLE `applications` ADD `claimed_type` text;--> statement-breakpoint
ALTER TABLE `applications` ADD `claimed_category` text;--> statement-breakpoint
CREATE INDEX `applications_queue_type` ON `applications` (`queue`,`claimed_type`,`submitted_at`,`candidate_id`);--> statement-breakpoint
CREATE INDEX `applications_queue_category` ON `applications` (`queue`,`claimed_category`,`submitted_at`,`candidate_id`);--> statement-breakpoint
CREATE INDEX `applications_queue_claims` ON `applications` (`queue`,`claimed_type`,`claimed_category`,`submitted_at`,`candidate_id`);--> statement-breakpoint
UPDATE `applications` SET
  `claimed_type` = (SELECT json_extract(v.snapshot, '$.answers."type-of-candidature".type')
    FROM application_versions v WHERE v.candidate_id = applications.candidate_id ORDER BY v.number DESC LIMIT 1),
  `claimed_category` = (SELECT CASE
      WHEN json_extract(v.snapshot, '$.answers."type-of-candidature".type') NOT IN ('A', 'B', 'C', 'D')
        OR json_extract(v.snapshot, '$.answers."category-details".validityStatus') = 'not-applied'
        OR json_extract(v.snapshot, '$.answers."category-details".creamyLayerStatus') = 'not-applied' THEN 'OPEN'
      ELSE coalesce(json_extract(v.snapshot, '$.answers."category-details".category'), 'OPEN') END
    FROM application_versions v WHERE v.candidate_id = applications.candidate_id ORDER BY v.number DESC LIMIT 1);
