CREATE TABLE "bodies" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"name_genitive" text,
	"kind" text,
	"place" text,
	"agenda" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"quorum" jsonb,
	"numbering" jsonb,
	"approval" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "body_members" (
	"body_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "body_members_body_id_user_id_pk" PRIMARY KEY("body_id","user_id"),
	CONSTRAINT "body_members_kind" CHECK ("body_members"."kind" in ('chairman', 'secretary', 'present', 'invited', 'absent'))
);
--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "body_id" text;--> statement-breakpoint
ALTER TABLE "protocols" ADD COLUMN "body_id" text;--> statement-breakpoint
ALTER TABLE "bodies" ADD CONSTRAINT "bodies_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "body_members" ADD CONSTRAINT "body_members_body_id_bodies_id_fk" FOREIGN KEY ("body_id") REFERENCES "public"."bodies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "body_members" ADD CONSTRAINT "body_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bodies_name" ON "bodies" USING btree ("owner_id","name_key");--> statement-breakpoint
CREATE INDEX "body_members_user" ON "body_members" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_body_id_bodies_id_fk" FOREIGN KEY ("body_id") REFERENCES "public"."bodies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "protocols" ADD CONSTRAINT "protocols_body_id_bodies_id_fk" FOREIGN KEY ("body_id") REFERENCES "public"."bodies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meetings_body" ON "meetings" USING btree ("body_id");--> statement-breakpoint
CREATE INDEX "protocols_body" ON "protocols" USING btree ("body_id");