import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CircleIcon from 'lucide-react/icons/circle';
import CircleMinus from 'lucide-react/icons/circle-minus';
import FileX from 'lucide-react/icons/file-x';
import Loader from 'lucide-react/icons/loader';
import X from 'lucide-react/icons/x';
import { useId, useState } from 'react';
import { calls } from '#contract/calls.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import {
  type ProcessingStep,
  type ProcessingStepName,
  type StepState,
  stepWords,
} from '#contract/recordings/processing.ts';
import { patchProtocol, refetchProtocol, refreshRecordings } from '#src/data/protocol/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useProtocolUploads } from '#src/data/recording/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { formatPercent, formatTimeLeft } from '#src/format/index.ts';
import { api, errorWords } from '#src/sync/index.ts';
import { Banner, Button, classNames, Icon, StatusNote } from '#src/ui/index.ts';
import styles from './video-card.module.css';

interface ProcessingPanelProps {
  protocol: Pick<Protocol, 'id' | 'stage' | 'processing'>;
  /** Which of several recordings it is: its id and its name. */
  part?: { id: string; name: string };
  /** Whether a running processing is folded to make room for the text below it, until the person opens it. */
  isFolded: boolean;
}

/** The progress of the processing, and a retry where it failed; the received video is always kept. */
export function ProcessingPanel({ protocol, part, isFolded }: ProcessingPanelProps) {
  const { id, stage, processing } = protocol;
  const client = useQueryClient();
  const uploads = useProtocolUploads(id);
  // Where this device still sends it, it starts the processing, too; else the upload came from another device, or its
  // completion was never reported.
  const startsHere = part ? uploads.some(({ uploadId }) => uploadId === part.id) : uploads.length > 0;
  const unstarted = stage === 'video_uploaded' && !startsHere;
  const failed = stage === 'error_video_process';
  const offlineNote = useOfflineNote();
  const note = useId();
  const { processingCancel: canCancel } = useOffers();
  const [isOpen, open] = useState(false);
  const isLine = isFolded && stage === 'video_process';
  const name = part ? `Обработка: ${part.name}` : 'Обработка';
  const retry = useMutation({
    mutationFn: () => api(calls.processVideo, { params: { id }, ...(part && { body: { upload_id: part.id } }) }),
    onSuccess: () => {
      if (part) return refreshRecordings(client, id);
      patchProtocol(client, id, { stage: 'video_process' });
      return refetchProtocol(client, id);
    },
  });

  return (
    <section className={styles.section} aria-label={part ? `Обработка: ${part.name}` : 'Обработка видео'}>
      <p className={isLine ? 'visually-hidden' : styles.head}>
        <span>{name}</span>
        <span role="status">{unstarted ? '' : (words[stage] ?? '')}</span>
      </p>
      {isLine ? (
        <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          <Icon of={isOpen ? ChevronDown : ChevronRight} size={18} />
          <span>{name}</span>
          <span className={styles.progress}>{progressWords(processing)}</span>
        </button>
      ) : null}
      {isLine && !isOpen ? null : (
        <>
          {processing?.length ? <ProcessingSteps steps={processing} /> : null}
          {stage === 'video_process' && canCancel ? <CancelProcessing protocolId={id} partId={part?.id} /> : null}
        </>
      )}
      {failed || unstarted ? (
        <div className={styles.retry}>
          <p className={styles.facts}>
            {failed
              ? `Загруженный файл сохранён на сервере. Повторите обработку или ${part ? 'удалите эту часть' : 'выберите другой'}.`
              : 'Запись получена сервером, обработка ещё не начата.'}
          </p>
          {retry.error ? (
            <p className={styles.failed} role="alert">
              {errorWords(retry.error).words}
            </p>
          ) : null}
          <StatusNote id={note}>{offlineNote}</StatusNote>
          <Button
            className={styles.retry}
            size="small"
            busy={retry.isPending}
            onClick={offlineNote ? undefined : () => retry.mutate()}
            {...(offlineNote ? { 'aria-disabled': true, 'aria-describedby': note } : {})}
          >
            {retry.isPending ? 'Загрузка...' : failed ? 'Повторить обработку' : 'Начать обработку'}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

const words: Partial<Record<Protocol['stage'], string>> = {
  video_uploaded: 'начнётся через несколько секунд',
  video_process: 'идёт на сервере, вкладку можно закрыть',
  error_video_process: 'остановилась',
};

/** Returns the words for the running step: «Расшифровка 62 %, осталось 2 мин». */
function progressWords(steps: Protocol['processing']): string {
  const running = steps?.find(({ state }) => state === 'running');
  if (!running) return words.video_process ?? '';
  const { step, percent, seconds_left: left } = running;
  const done = typeof percent === 'number' ? `\u00A0${formatPercent(percent)}` : '';
  return `${titleOf(step)}${done}${typeof left === 'number' ? `, ${formatTimeLeft(left)}` : ''}`;
}

const icons: Record<StepState, LucideIcon> = {
  waiting: CircleIcon,
  running: Loader,
  done: Check,
  failed: X,
  skipped: CircleMinus,
};

const stateWords: Record<StepState, string> = {
  waiting: 'ждёт',
  running: 'идёт',
  done: 'готово',
  failed: 'ошибка',
  skipped: 'пропущено',
};

/** Steps of the processing, each with its percentage and, where it failed, the cause. */
function ProcessingSteps({ steps }: { steps: ProcessingStep[] }) {
  return (
    <ul className={styles.steps} aria-label="Шаги обработки">
      {steps.map(({ step, state, percent, seconds_left: left, error, note }) => (
        <li key={step} className={classNames(styles.step, styles[state])}>
          <Icon of={icons[state]} size={18} />
          <span>
            {titleOf(step)}
            <span className="visually-hidden">, {stateWords[state]}</span>
          </span>
          {state === 'running' && typeof percent === 'number' ? (
            <span className={styles.percent}>{formatPercent(percent)}</span>
          ) : null}
          {state === 'running' && typeof left === 'number' ? (
            <span className={styles.under}>{formatTimeLeft(left)}</span>
          ) : null}
          {error || note ? <span className={styles.under}>{error || note}</span> : null}
        </li>
      ))}
    </ul>
  );
}

function titleOf(step: string): string {
  return stepWords[step as ProcessingStepName] ?? step;
}

/** Button that cancels the processing on the server; finished results stay, and it can be requested again. */
function CancelProcessing({ protocolId: id, partId }: { protocolId: string; partId: string | undefined }) {
  const client = useQueryClient();
  const offlineNote = useOfflineNote();
  const note = useId();
  const cancel = useMutation({
    mutationFn: () =>
      api(calls.cancelProcessing, { params: { id }, ...(partId && { query: { recording_id: partId } }) }),
    onSuccess: (reply) => {
      if (partId) return;
      const { stage, processing } = reply ?? {};
      patchProtocol(client, id, { stage: 'error_video_process', ...(stage && processing && { processing }) });
    },
    // It may have ended by itself meanwhile.
    onSettled: () => (partId ? refreshRecordings(client, id) : refetchProtocol(client, id)),
  });
  return (
    <div className={styles.retry}>
      {cancel.error ? (
        <p className={styles.failed} role="alert">
          {errorWords(cancel.error).words}
        </p>
      ) : null}
      <StatusNote id={note}>{offlineNote}</StatusNote>
      <Button
        size="small"
        variant="quiet"
        busy={cancel.isPending}
        onClick={offlineNote ? undefined : () => cancel.mutate()}
        {...(offlineNote ? { 'aria-disabled': true, 'aria-describedby': note } : {})}
      >
        {cancel.isPending ? 'Загрузка...' : 'Отменить обработку'}
      </Button>
    </div>
  );
}

interface FailedProcessingProps {
  protocol: Pick<Protocol, 'stage' | 'processing'>;
  onShow: () => void;
}

/** Cause of a failed processing, shown where the recording is in another tab; nothing while it has not failed. */
export function FailedProcessing({ protocol: { stage, processing }, onShow }: FailedProcessingProps) {
  if (stage !== 'error_video_process') return null;
  const cause = processing?.find(({ state }) => state === 'failed')?.error;
  return (
    <Banner
      tone="bad"
      icon={FileX}
      title="Обработка видео остановилась."
      action={
        <Button size="small" onClick={onShow}>
          К видео
        </Button>
      }
    >
      {cause ? `${cause.replace(/[.!?…]?$/u, '.')} ` : ''}Загруженный файл сохранён.
    </Banner>
  );
}
