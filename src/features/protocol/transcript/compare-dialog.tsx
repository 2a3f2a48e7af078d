import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type OptimisticTranscript, updateTranscript } from '#src/data/transcript/index.ts';
import { counted } from '#src/format/index.ts';
import { enqueue, errorWords } from '#src/sync/index.ts';
import { Button, WideDialog } from '#src/ui/index.ts';
import styles from './compare.module.css';
import { ComparedLines } from './compared-lines.tsx';
import { type ComparedPart, editsOf, partsOf } from './compared-part.ts';

interface CompareDialogProps {
  protocolId: string;
  transcript: OptimisticTranscript;
  readOnly: boolean;
  onClose: () => void;
}

/** The corrected transcript and the newer one beside each other: what differs is marked, and taken part by part. */
export function CompareDialog({ protocolId, transcript, readOnly, onClose }: CompareDialogProps) {
  const { draft } = transcript;
  const [isWhole, setWhole] = useState(false);
  const [said, say] = useState('');
  const parts = useMemo(() => partsOf(transcript), [transcript]);
  const differing = useMemo(() => parts.filter(({ isSame }) => !isSame), [parts]);
  const take = useMutation({
    mutationFn: (taken: readonly ComparedPart[]) => {
      const segments = taken.flatMap(editsOf);
      const basedOn = taken.flatMap(({ own }) => own.flatMap(({ unsent }) => unsent?.writes ?? []));
      return enqueue(updateTranscript, { protocolId, change: { segments } }, basedOn);
    },
    onSuccess: (_done, taken) => say(`Взято: ${counted(taken.length, 'отличие', 'отличия', 'отличий')}`),
  });
  const shown = isWhole ? parts : differing;
  return (
    <WideDialog title="Сравнение расшифровок" onClose={onClose}>
      <div className={styles.head}>
        <p>
          {differing.length > 0
            ? counted(differing.length, 'отличие', 'отличия', 'отличий')
            : 'Отличий нет: новую расшифровку можно убрать.'}
        </p>
        <label className={styles.check}>
          <input type="checkbox" checked={isWhole} onChange={(event) => setWhole(event.currentTarget.checked)} />
          Показать и то, что совпадает
        </label>
        {differing.length > 1 && !readOnly ? (
          <Button size="small" busy={take.isPending} onClick={() => take.mutate(differing)}>
            Взять все отличия
          </Button>
        ) : null}
      </div>
      <p role="status" className={take.error ? styles.failure : 'visually-hidden'}>
        {take.error ? errorWords(take.error).words : said}
      </p>
      {shown.length > 0 && draft ? (
        <ComparedLines parts={shown} onTake={readOnly ? undefined : (part) => take.mutate([part])} />
      ) : null}
    </WideDialog>
  );
}
