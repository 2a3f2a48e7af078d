import { useCallback } from 'react';
import * as z from 'zod/mini';
import { type TranscriptSegment, transcript } from '#contract/transcript.ts';
import { updateTranscript } from '#src/lib/writes/transcript-writes.ts';
import { useFromWrites } from '#src/lib/writes/use-writes.ts';
import { variablesOf } from '#src/lib/writes/write-kind.ts';
import type { OutboxRow } from '#src/offline/outbox-row.ts';

/** A correction of one line that met somebody else's. */
export interface LineConflict {
  row: OutboxRow;
  protocolId: string;
  mine: Partial<Pick<TranscriptSegment, 'text' | 'speaker'>> & { id: string };
  /** The line as the server has it; undefined where it is gone. */
  theirs: TranscriptSegment | undefined;
}

/** What an unsent write and the server have of a line; undefined of any other write. */
export function lineConflictOf(row: OutboxRow): LineConflict | undefined {
  if (row.state !== 'conflict') return undefined;
  const made = variablesOf(updateTranscript, row);
  const [mine, ...others] = made?.change.segments ?? [];
  const now = z.safeParse(transcript, row.fault?.current).data;
  if (!made || !mine || others.length > 0 || !now) return undefined;
  return { row, protocolId: made.protocolId, mine, theirs: now.segments.find(({ id }) => id === mine.id) };
}

/** The conflicts of a protocol's transcript, by the id of the line. */
export function useLineConflicts(protocolId: string): ReadonlyMap<string, LineConflict> {
  const find = useCallback(
    (rows: readonly OutboxRow[]) => {
      const found = rows.flatMap((row) => lineConflictOf(row) ?? []);
      return new Map(found.filter((each) => each.protocolId === protocolId).map((each) => [each.mine.id, each]));
    },
    [protocolId],
  );
  return useFromWrites(find, isSame);
}

function isSame(one: ReadonlyMap<string, LineConflict>, other: ReadonlyMap<string, LineConflict>): boolean {
  return one.size === other.size && [...other].every(([id, { row }]) => one.get(id)?.row === row);
}
