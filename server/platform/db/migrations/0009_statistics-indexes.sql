DROP INDEX "tasks_list";--> statement-breakpoint
CREATE INDEX "protocols_final" ON "protocols" USING btree ("owner_id","stage_changed_at","held_at") WHERE stage = 'final';--> statement-breakpoint
CREATE INDEX "tasks_list" ON "tasks" USING btree ("owner_id","list_rank","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status");