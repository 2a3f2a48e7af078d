CREATE TABLE "attachments" (
	"id" text PRIMARY KEY NOT NULL,
	"protocol_id" text NOT NULL,
	"agenda_id" text,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"type" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"sheets" integer,
	"position" double precision NOT NULL,
	"storage_key" text NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_protocol_id_protocols_id_fk" FOREIGN KEY ("protocol_id") REFERENCES "public"."protocols"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_protocol" ON "attachments" USING btree ("protocol_id","position");