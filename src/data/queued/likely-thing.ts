import { type OutboxRow, sentField } from '#src/sync/index.ts';

/** What the server has that may be what a write made. */
export interface PossibleThing {
  id: string;
  title: string;
  note?: string | undefined;
}

/** The one of these that is called what the write called it; undefined where none is, or several. */
export function likelyThing(row: OutboxRow, things: readonly PossibleThing[]): PossibleThing | undefined {
  const name = sentField(row, 'title') ?? sentField(row, 'name');
  const same = things.filter(({ title }) => title === name);
  return same.length === 1 ? same[0] : undefined;
}
