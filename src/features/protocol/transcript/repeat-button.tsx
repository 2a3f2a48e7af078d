import { useMutation, useQueryClient } from '@tanstack/react-query';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useState } from 'react';
import { calls } from '#contract/calls.ts';
import { refetchProtocol, refreshRecordings } from '#src/data/protocol/index.ts';
import { api, errorWords } from '#src/sync/index.ts';
import { Button, ConfirmDialog, IconButton } from '#src/ui/index.ts';
import styles from './transcript.module.css';

interface RepeatButtonProps {
  protocolId: string;
  /** Id of the recording; undefined for the first one. */
  recordingId: string | undefined;
  /** Suffix of the label that names the recording. */
  part: string;
  /** Whether there is a transcript: the button is then an icon, and asks before another one is made. */
  isAgain?: boolean;
}

/** Button that has a recording recognised again, for example with a better model. */
export function RepeatButton({ protocolId: id, recordingId, part, isAgain = false }: RepeatButtonProps) {
  const client = useQueryClient();
  const recordingRef = recordingId === undefined ? {} : { upload_id: recordingId };
  const [isAsking, setAsking] = useState(false);
  const repeat = useMutation({
    mutationFn: () => api(calls.processVideo, { params: { id }, body: { ...recordingRef, repeat: 'transcript' } }),
    onSuccess: () => (recordingId === undefined ? refetchProtocol(client, id) : refreshRecordings(client, id)),
  });
  const label = `Повторить распознавание${part}`;
  return (
    <div className={styles.attach}>
      {isAgain ? (
        // Words would take a second row, which the lines of the transcript need on a laptop.
        <IconButton
          icon={RotateCw}
          size="small"
          label={label}
          aria-disabled={repeat.isPending}
          onClick={() => !repeat.isPending && setAsking(true)}
        />
      ) : (
        <Button size="small" variant="outlined" busy={repeat.isPending} onClick={() => repeat.mutate()}>
          {repeat.isPending ? 'Загрузка...' : label}
        </Button>
      )}
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
