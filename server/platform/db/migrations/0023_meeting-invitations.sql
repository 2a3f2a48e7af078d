CREATE TABLE "calendar_subscriptions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_subscriptions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "meeting_guests" (
	"meeting_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "meeting_guests_meeting_id_id_pk" PRIMARY KEY("meeting_id","id")
);
--> statement-breakpoint
CREATE TABLE "meeting_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"meeting_id" text NOT NULL,
	"user_id" text,
	"guest_id" text,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"sequence" integer NOT NULL,
	"mail_id" text,
	"answer" text,
	"deputy" text,
	"note" text,
	"answered_at" timestamp (3) with time zone,
	"previous_answer" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "meeting_invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "meeting_invitations_answer" CHECK ("meeting_invitations"."answer" in ('yes', 'no', 'deputy'))
);
--> statement-breakpoint
CREATE TABLE "meeting_rounds" (
	"id" text PRIMARY KEY NOT NULL,
	"meeting_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"content" text NOT NULL,
	"times" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "calendar" jsonb;--> statement-breakpoint
ALTER TABLE "calendar_subscriptions" ADD CONSTRAINT "calendar_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_guests" ADD CONSTRAINT "meeting_guests_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_invitations" ADD CONSTRAINT "meeting_invitations_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_invitations" ADD CONSTRAINT "meeting_invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_rounds" ADD CONSTRAINT "meeting_rounds_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meeting_invitations_meeting" ON "meeting_invitations" USING btree ("meeting_id");--> statement-breakpoint
CREATE INDEX "meeting_invitations_user" ON "meeting_invitations" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "meeting_rounds_sequence" ON "meeting_rounds" USING btree ("meeting_id","sequence");