import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SegmentUpdate } from '#contract/transcript.ts';
import { transcriptQuery, updateTranscript } from '#src/data/transcript/index.ts';
import { onDevice, outbox, resolveMutation } from '#src/sync/index.ts';
import type { LineConflict } from './use-line-conflicts.ts';

/** The ways out of a conflict: to send these corrections in place of the refused ones, or none. */
export function useConflictEnd({ row, protocolId }: LineConflict, onDone: (words: string) => void) {
  const client = useQueryClient();
  const drop = useMutation({
    mutationFn: () => onDevice(outbox.discard(row.id)),
    onSuccess: async () => {
      onDone('Остались слова сервера');
      await client.invalidateQueries({ queryKey: transcriptQuery(protocolId).queryKey });
    },
  });
  const save = useMutation({
    mutationFn: async (segments: readonly SegmentUpdate[]) => {
      // Where both say the same there is nothing left to send.
      if (segments.length === 0) return drop.mutateAsync();
      await resolveMutation(updateTranscript, row, { protocolId, change: { segments: [...segments] } });
      onDone('Правка расшифровки снова в очереди отправки');
    },
  });
  return { save, drop };
}
