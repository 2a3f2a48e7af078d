import { type SQL, sql } from 'drizzle-orm';
import type { AgendaItem } from '#contract/protocol.ts';
import { protocols } from '#server/schema/protocols.ts';

const mostBytes = 256 * 1024;

/**
 * Agenda in which the place of searched words is looked up; null if it is so long that reading it would delay all other
 * requests. The compressed size is checked first, since it is smaller than the text.
 */
export const searchedAgenda: SQL<AgendaItem[] | null> = sql`case
  when pg_column_size(${protocols.agenda}) > ${mostBytes} then null
  when octet_length(${protocols.agenda}::text) > ${mostBytes} then null
  else ${protocols.agenda} end`.mapWith(protocols.agenda);
