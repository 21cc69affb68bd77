PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_bulk_messages` (
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
INSERT INTO `__new_bulk_messages`("id", "stage", "type", "category", "district", "segment", "institute", "listed", "by_sms", "by_whatsapp", "by_email", "title_en", "title_mr", "body_en", "body_mr", "sms_en", "sms_mr", "state", "prepared_at", "prepared_by", "decided_at", "decided_by", "send_at", "counted", "sent_up_to", "sent", "finished_at", "stopped_at", "stopped_by") SELECT "id", "stage", "type", "category", "district", "segment", "institute", "listed", "by_sms", "by_whatsapp", "by_email", "title_en", "title_mr", "body_en", "body_mr", "sms_en", "sms_mr", "state", "prepared_at", "prepared_by", "decided_at", "decided_by", "send_at", "counted", "sent_up_to", "sent", "finished_at", "stopped_at", "stopped_by" FROM `bulk_messages`;--> statement-breakpoint
DROP TABLE `bulk_messages`;--> statement-breakpoint
ALTER TABLE `__new_bulk_messages` RENAME TO `bulk_messages`;--> statement-breakpoint
PRAGMA foreign_keys=ON;