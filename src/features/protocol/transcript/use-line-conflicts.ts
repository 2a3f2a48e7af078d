import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import * as z from 'zod/mini';
import { type SegmentUpdate, type TranscriptSegment, transcript } from '#contract/recordings/transcript.ts';
import { type TranscriptChange, transcriptQuery, updateTranscript } from '#src/data/transcript/index.ts';
import { type OutboxRow, onDevice, outbox, resolveMutation, useFromQueue, variablesOf } from '#src/sync/index.ts';

/** A corrected line with the server's version; `theirs` is undefined where the server does not have the line. */
export interface LinePlace {
  mine: SegmentUpdate;
  theirs: TranscriptSegment | undefined;
}

/** A correction in conflict with somebody else's. */
export interface LineConflict {
  row: OutboxRow;
  protocolId: string;
  recordingId?: string | undefined;
  /** All corrected lines. */
  lines: LinePlace[];
}

/** Returns an unsent correction and the server's version of its lines; undefined for any other mutation. */
export function lineConflictOf(row: OutboxRow): LineConflict | undefined {
  if (row.state !== 'conflict') return undefined;
  const made = variablesOf(updateTranscript, row);
  const now = z.safeParse(transcript, row.fault?.current).data;
  if (!made?.change.segments?.length || !now) return undefined;
  const theirs = new Map(now.segments.map((line) => [line.id, line]));
  const lines = made.change.segments.map((mine) => ({ mine, theirs: theirs.get(mine.id) }));
  return { row, protocolId: made.protocolId, recordingId: made.recordingId, lines };
}

/** Returns the conflicts of a protocol's transcript that concern a single line, by the id of the line. */
export function useLineConflicts(protocolId: string): ReadonlyMap<string, LineConflict> {
  const find = useCallback(
    (rows: readonly OutboxRow[]) => {
      const found = rows.flatMap((row) => lineConflictOf(row) ?? []);
      const own = found.filter((each) => each.protocolId === protocolId && each.lines.length === 1);
      return new Map(own.flatMap((each) => each.lines.map(({ mine }) => [mine.id, each] as const)));
    },
    [protocolId],
  );
  return useFromQueue(find, isSame);
}

function isSame(one: ReadonlyMap<string, LineConflict>, other: ReadonlyMap<string, LineConflict>): boolean {
  return one.size === other.size && [...other].every(([id, { row }]) => one.get(id)?.row === row);
}

/** Returns the ways to end a conflict: send another change instead of the refused one (`save`), or none (`drop`). */
export function useConflictEnd(
  { row, protocolId, recordingId }: Pick<LineConflict, 'row' | 'protocolId' | 'recordingId'>,
  onDone: (words: string) => void,
) {
  const client = useQueryClient();
  const drop = useMutation({
    mutationFn: () => onDevice(outbox.discard(row.id)),
    onSuccess: async () => {
      onDone('Остались слова сервера');
      await client.invalidateQueries({ queryKey: transcriptQuery(protocolId).queryKey });
    },
  });
  const save = useMutation({
    mutationFn: async (change: TranscriptChange['change']) => {
      // Where nothing differs there is nothing left to send.
      if (!change.segments?.length && !change.rename?.length) return drop.mutateAsync();
      await resolveMutation(updateTranscript, row, { protocolId, recordingId, change });
      onDone('Правка расшифровки снова в очереди отправки');
    },
  });
  return { save, drop };
}
