import { useMutation, useQueryClient } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import { refetchProtocol, refreshRecordings } from '#src/data/protocol/index.ts';
import { api, errorWords } from '#src/sync/index.ts';
import { Button } from '#src/ui/index.ts';
import styles from './transcript.module.css';

interface RepeatButtonProps {
  protocolId: string;
  /** Id of the recording; undefined for the first one. */
  recordingId: string | undefined;
  /** Suffix of the label that names the recording. */
  part: string;
}

/** Starts another recognition of a recording: the server may meanwhile recognise more than before. */
export function RepeatButton({ protocolId: id, recordingId, part }: RepeatButtonProps) {
  const client = useQueryClient();
  const recordingRef = recordingId === undefined ? {} : { upload_id: recordingId };
  const repeat = useMutation({
    mutationFn: () => api(calls.processVideo, { params: { id }, body: { ...recordingRef, repeat: 'transcript' } }),
    onSuccess: () => (recordingId === undefined ? refetchProtocol(client, id) : refreshRecordings(client, id)),
  });
  return (
    <div className={styles.attach}>
      <Button size="small" busy={repeat.isPending} onClick={() => repeat.mutate()}>
        {repeat.isPending ? 'Загрузка...' : `Повторить распознавание${part}`}
      </Button>
      <p className={styles.failure} role="status">
        {repeat.error ? errorWords(repeat.error).words : ''}
      </p>
    </div>
  );
}
