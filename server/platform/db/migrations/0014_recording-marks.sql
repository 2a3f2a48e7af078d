CREATE TABLE "marks" (
	"id" text PRIMARY KEY NOT NULL,
	"protocol_id" text NOT NULL,
	"at" double precision NOT NULL,
	"text" text,
	"agenda_id" text,
	"recording_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "marks" ADD CONSTRAINT "marks_protocol_id_protocols_id_fk" FOREIGN KEY ("protocol_id") REFERENCES "public"."protocols"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "marks_protocol" ON "marks" USING btree ("protocol_id","at");