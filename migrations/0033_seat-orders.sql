ALTER TABLE `special_orders` ADD `round` integer;--> statement-breakpoint
ALTER TABLE `special_orders` ADD `is_supernumerary` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `special_orders` ADD `zone` text;