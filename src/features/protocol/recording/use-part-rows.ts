import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { calls } from '#contract/calls.ts';
import type { Recording, RecordingUpdate } from '#contract/recordings/recording.ts';
import { besideEachOther } from '#contract/recordings/timeline.ts';
import { refreshRecordings } from '#src/data/protocol/index.ts';
import { ApiError, api } from '#src/sync/index.ts';
import { focusWhenLost } from '#src/ui/index.ts';
import { changeOf, type PartRow, putRow, rowOf, withFresh } from './parts-rows.ts';

/**
 * The recordings of a protocol as rows that are edited together, and what is done to them: `save` sends all changes,
 * `remove` deletes one at once. `onDone` is called when nothing is left to do.
 */
export function usePartRows(id: string, recordings: readonly Recording[], onDone: () => void) {
  const client = useQueryClient();
  const [before, setBefore] = useState(() => recordings.map(rowOf));
  const [rows, setRows] = useState(before);
  const list = useRef<HTMLOListElement>(null);

  /** Shows what another device or an upload changed meanwhile, keeping what was typed here. */
  const catchUp = async (error: Error) => {
    if (!(error instanceof ApiError)) return;
    const recordings = await api(calls.listRecordings, { params: { id } }).catch(() => undefined);
    if (!recordings) return;
    const fresh = recordings.map(rowOf);
    setRows((typed) => withFresh(typed, before, fresh));
    setBefore(fresh);
  };

  const save = useMutation({
    mutationFn: async () => {
      let reply: Recording[] | undefined;
      const order = rows.map((row) => row.id);
      if (order.join() !== before.map((row) => row.id).join()) {
        reply = await api(calls.orderRecordings, { params: { id }, body: { order } });
      }
      const changes = rows.flatMap((row) => {
        const body = changeOf(
          row,
          before.find((each) => each.id === row.id),
        );
        return body ? [{ recordingId: row.id, body }] : [];
      });
      // Recordings that become independent are sent first: others may be placed beside them.
      for (const { recordingId, body } of changes.toSorted((one, other) => rankOf(one.body) - rankOf(other.body))) {
        reply = await api(calls.updateRecording, { params: { id, recordingId }, body });
      }
      return reply;
    },
    onSuccess: async (reply) => {
      if (reply) await refreshRecordings(client, id);
      onDone();
    },
    onError: catchUp,
  });
  const remove = useMutation({
    mutationFn: (row: PartRow) => api(calls.deleteRecording, { params: { id, recordingId: row.id } }),
    onSuccess: async (reply) => {
      await refreshRecordings(client, id);
      const fresh = reply.map(rowOf);
      setRows((typed) => withFresh(typed, before, fresh));
      setBefore(fresh);
      if (rows.length <= 2) onDone();
      else focusWhenLost(() => list.current?.querySelector('input'));
    },
    onError: catchUp,
  });
  const change = (row: PartRow, to: Partial<PartRow>) =>
    setRows((all) => all.map((each) => (each.id === row.id ? { ...each, ...to } : each)));
  /** Moves a recording together with its simultaneous ones. */
  const move = (row: PartRow, by: 1 | -1) => {
    setRows((all) => {
      const now = besideEachOther(all);
      const index = now.findIndex(([lead]) => lead?.id === row.id);
      const moved = now[index];
      return (moved ? now.toSpliced(index, 1).toSpliced(index + by, 0, moved) : now).flat();
    });
    // Moving in the other direction may still be possible when this one is not.
    focusWhenLost(() => {
      const item = list.current?.querySelector(`[data-part="${CSS.escape(row.id)}"]`);
      const buttons = item?.querySelectorAll<HTMLButtonElement>('button[data-move]:not(:disabled)');
      return buttons?.[by > 0 ? buttons.length - 1 : 0];
    });
  };
  return {
    rows,
    list,
    isDirty: JSON.stringify(rows) !== JSON.stringify(before),
    save,
    remove,
    change,
    move,
    /** Puts a row beside another one; after those before it with null. */
    put: (row: PartRow, besideId: string | null) => setRows((all) => putRow(all, row.id, besideId)),
  };
}

function rankOf({ beside_id }: RecordingUpdate): number {
  return beside_id === null ? 0 : 1;
}
