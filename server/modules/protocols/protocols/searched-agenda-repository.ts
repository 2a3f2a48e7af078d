import { type SQL, sql } from 'drizzle-orm';
import type { AgendaItem } from '#contract/protocol.ts';
import { protocols } from '#server/schema/protocols.ts';

const mostBytes = 256 * 1024;

/**
 * The agenda in which the place of searched words is looked for; null where it is so long that reading it would keep
 * everybody waiting. What is stored takes less than its text, and is measured first.
 */
export const searchedAgenda: SQL<AgendaItem[] | null> = sql`case
  when pg_column_size(${protocols.agenda}) > ${mostBytes} then null
  when octet_length(${protocols.agenda}::text) > ${mostBytes} then null
  else ${protocols.agenda} end`.mapWith(protocols.agenda);
