import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { calls } from '#contract/calls.ts';
import { refetchProtocol, refreshRecordings } from '#src/data/protocol/index.ts';
import { api, errorWords } from '#src/sync/index.ts';
import { Button, ConfirmDialog } from '#src/ui/index.ts';
import styles from './transcript.module.css';

interface RepeatButtonProps {
  protocolId: string;
  /** Id of the recording; undefined for the first one. */
  recordingId: string | undefined;
  /** Suffix of the label that names the recording. */
  part: string;
  /** There is a transcript: it is asked whether another one is to come. */
  isAgain?: boolean;
}

/** Has a recording recognised once more: the server may hear by now what it could not before. */
export function RepeatButton({ protocolId: id, recordingId, part, isAgain = false }: RepeatButtonProps) {
  const client = useQueryClient();
  const recordingRef = recordingId === undefined ? {} : { upload_id: recordingId };
  const [isAsking, setAsking] = useState(false);
  const repeat = useMutation({
    mutationFn: () => api(calls.processVideo, { params: { id }, body: { ...recordingRef, repeat: 'transcript' } }),
    onSuccess: () => (recordingId === undefined ? refetchProtocol(client, id) : refreshRecordings(client, id)),
  });
  return (
    <div className={styles.attach}>
      <Button
        size="small"
        variant={isAgain ? 'quiet' : 'outlined'}
        busy={repeat.isPending}
        onClick={() => (isAgain ? setAsking(true) : repeat.mutate())}
      >
        {repeat.isPending ? 'Загрузка...' : `Повторить распознавание${part}`}
      </Button>
      <p className={styles.failure} role="status">
        {repeat.error ? errorWords(repeat.error).words : ''}
      </p>
      {isAsking ? (
        <ConfirmDialog
          title="Распознать запись ещё раз?"
          confirm="Распознать"
          onConfirm={() => {
            setAsking(false);
            repeat.mutate();
          }}
          onCancel={() => setAsking(false)}
        >
          Прежняя расшифровка останется, пока не появятся строки новой. Исправленная вручную или приложенная файлом
          останется и потом: новая ляжет рядом для сравнения.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
