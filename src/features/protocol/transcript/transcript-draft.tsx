import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { ProcessingStep } from '#contract/recordings/processing.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { chooseDraft, type OptimisticTranscript } from '#src/data/transcript/index.ts';
import { counted } from '#src/format/index.ts';
import { errorWords, mutate, useOpenForm } from '#src/sync/index.ts';
import { Button, layout } from '#src/ui/index.ts';
import styles from './transcript.module.css';

const CompareDialog = lazy(async () => ({ default: (await import('./compare-dialog.tsx')).CompareDialog }));

interface TranscriptDraftProps {
  protocolId: string;
  /** Id of the recording; undefined for the first one. */
  recordingId: string | undefined;
  transcript: OptimisticTranscript;
  /** Processing step that produces the draft. */
  step: ProcessingStep | undefined;
  /** Whether the lines of the draft are shown instead of those in force. */
  isShown: boolean;
  onShow: (isShown: boolean) => void;
  readOnly: boolean;
}

/**
 * Bar for the transcript of a new run beside the corrected one: compare it and take parts, take all of it, or discard
 * it.
 */
export function TranscriptDraft(props: TranscriptDraftProps) {
  const { protocolId, recordingId, transcript, step, isShown, onShow, readOnly } = props;
  const form = useOpenForm();
  const [isComparing, setComparing] = useState(false);
  const choose = useMutation({
    mutationFn: (draft: 'take' | 'discard') =>
      mutate(chooseDraft, { protocolId, recordingId, draft, version: transcript.version ?? undefined }, { form }),
    onSuccess: () => onShow(false),
  });
  const lines = counted(transcript.draft?.segments.length ?? 0, 'строка', 'строки', 'строк');
  const isWhole = transcript.draft?.source !== 'service' || !step || step.state === 'done' || step.state === 'skipped';
  const words = isWhole
    ? 'Готова новая расшифровка'
    : `Новая расшифровка ${step.state === 'failed' ? 'готова не вся' : 'ещё готовится'}`;
  return (
    <section className={styles.draft} aria-label="Новая расшифровка">
      <p>
        {words}, {lines}. Ваша исправленная сохранена.
      </p>
      <div className={layout.centredRow(2)}>
        {isWhole ? (
          <Button size="small" onClick={() => setComparing(true)}>
            Сравнить
          </Button>
        ) : null}
        <Button size="small" variant="quiet" aria-pressed={isShown} onClick={() => onShow(!isShown)}>
          {isShown ? 'Показать мою' : 'Показать новую'}
        </Button>
        {readOnly ? null : (
          <>
            {isWhole ? (
              <Button size="small" variant="quiet" busy={choose.isPending} onClick={() => choose.mutate('take')}>
                Взять новую целиком
              </Button>
            ) : null}
            <Button size="small" variant="quiet" busy={choose.isPending} onClick={() => choose.mutate('discard')}>
              Убрать новую
            </Button>
          </>
        )}
      </div>
      <p role="status" className={choose.error ? styles.failure : styles.note}>
        {choose.error ? errorWords(choose.error).words : choose.data?.kept ? queuedWords : ''}
      </p>
      {isComparing ? (
        <Suspense fallback={null}>
          <CompareDialog
            protocolId={protocolId}
            recordingId={recordingId}
            transcript={transcript}
            readOnly={readOnly}
            onClose={() => setComparing(false)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
