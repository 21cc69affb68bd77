ALTER TABLE `facilitation_centres` ADD `phone` text;--> statement-breakpoint
ALTER TABLE `facilitation_centres` ADD `place` text;--> statement-breakpoint
ALTER TABLE `facilitation_centres` ADD `directions_en` text;--> statement-breakpoint
ALTER TABLE `facilitation_centres` ADD `directions_mr` text;--> statement-breakpoint
ALTER TABLE `facilitation_centres` ADD `changed_at` integer;--> statement-breakpoint
ALTER TABLE `institutes` ADD `place` text;--> statement-breakpoint
ALTER TABLE `institutes` ADD `directions_en` text;--> statement-breakpoint
ALTER TABLE `institutes` ADD `directions_mr` text;--> statement-breakpoint
ALTER TABLE `institutes` ADD `changed_at` integer;--> statement-breakpoint
ALTER TABLE `notices` ADD `phase` text;--> statement-breakpoint
ALTER TABLE `notices` ADD `changed_at` integer;