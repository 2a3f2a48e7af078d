CREATE TABLE "template_files" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"created_by_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"file_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bodies" ADD COLUMN "template_id" text;--> statement-breakpoint
ALTER TABLE "final_versions" ADD COLUMN "template_file_id" text;--> statement-breakpoint
ALTER TABLE "template_files" ADD CONSTRAINT "template_files_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_file_id_template_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."template_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "templates_file" ON "templates" USING btree ("file_id");--> statement-breakpoint
ALTER TABLE "bodies" ADD CONSTRAINT "bodies_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "final_versions" ADD CONSTRAINT "final_versions_template_file_id_template_files_id_fk" FOREIGN KEY ("template_file_id") REFERENCES "public"."template_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bodies_template" ON "bodies" USING btree ("template_id");--> statement-breakpoint
CREATE INDEX "final_versions_template" ON "final_versions" USING btree ("template_file_id");