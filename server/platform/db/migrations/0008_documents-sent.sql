ALTER TABLE "mails" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "protocol_id" text;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_protocol_id_protocols_id_fk" FOREIGN KEY ("protocol_id") REFERENCES "public"."protocols"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_protocol" ON "mails" USING btree ("protocol_id");