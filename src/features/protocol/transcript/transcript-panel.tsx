import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { use, useCallback, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { calls } from '#contract/calls.ts';
import type { Protocol } from '#contract/protocol.ts';
import { refetchProtocol } from '#src/data/protocol/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import {
  attachSubtitles,
  type OptimisticTranscript,
  transcriptCollection,
  transcriptQuery,
} from '#src/data/transcript/index.ts';
import { QueryError } from '#src/features/connection/index.ts';
import { counted, formatAbout } from '#src/format/index.ts';
import { api, errorWords, mutate, useOpenForm, useOptimisticEntity } from '#src/sync/index.ts';
import { Button, FileButton, focusWhenLost, SearchField, Skeleton } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import { playerKeys } from '../playback/player-context.ts';
import { type LineChoice, nextChoice } from './selected-lines.ts';
import { SelectionBar } from './selection-bar.tsx';
import { says, soughtWords } from './spoken-words.ts';
import styles from './transcript.module.css';
import { TranscriptDraft } from './transcript-draft.tsx';
import { TranscriptLines } from './transcript-lines.tsx';
import { VoicesDialog } from './voices-dialog.tsx';

/** «Расшифровка»: what was said, beside the player that it follows; searched and corrected in place. */
export function TranscriptPanel({ protocol }: { protocol: Protocol }) {
  const query = useTranscript(protocol.id);
  const { data } = query;
  if (!data && (query.isError || query.fetchStatus === 'paused')) return <QueryError query={query} />;
  if (!data) return <PartSkeleton />;
  if (data.segments.length === 0) return <NoTranscript protocol={protocol} />;
  return <Transcript protocol={protocol} transcript={data} />;
}

function Transcript({ protocol, transcript }: { protocol: Protocol; transcript: OptimisticTranscript }) {
  const { readOnly } = use(EditingContext);
  const [search, setSearch] = useState('');
  const [isComparing, setComparing] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const sought = useDeferredValue(search);
  const [choice, setChoice] = useState<LineChoice>();
  const [said, say] = useState('');
  const { draft } = transcript;
  const shown = isComparing && draft ? draft.segments : transcript.segments;
  const words = useMemo(() => soughtWords(sought), [sought]);
  const lines = useMemo(
    () => (words.length > 0 ? shown.filter(({ text }) => says(text, words)) : shown),
    [shown, words],
  );
  const ids = useMemo(() => new Set(choice?.ids), [choice]);
  const chosen = useMemo(() => shown.filter(({ id }) => ids.has(id)), [shown, ids]);
  const choose = useCallback((id: string) => setChoice((now) => nextChoice(lines, now, id)), [lines]);
  const mayTake = !readOnly && !isComparing;
  const panel = useRef<HTMLDivElement>(null);
  const naming = useRef<HTMLButtonElement>(null);
  const letGo = (words = '') => {
    const last = choice?.to ?? '';
    setChoice(undefined);
    say(words);
    const find = (what: string) => panel.current?.querySelector<HTMLElement>(what);
    // It goes on where it was chosen; a line that is sought no more is not there.
    focusWhenLost(() => find(`[data-takes="${CSS.escape(last)}"]`) ?? find('section'));
  };
  return (
    <div ref={panel} className={styles.panel} {...playerKeys}>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {draft ? (
        <TranscriptDraft
          protocolId={protocol.id}
          transcript={transcript}
          step={transcriptStep(protocol)}
          isShown={isComparing}
          onShow={setComparing}
          readOnly={readOnly}
        />
      ) : null}
      <form className={styles.search} onSubmit={(event) => event.preventDefault()}>
        <SearchField
          label="Поиск в расшифровке"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <p className={styles.count} role="status">
          {words.length > 0
            ? lines.length > 0
              ? `Найдено: ${counted(lines.length, 'строка', 'строки', 'строк')}`
              : 'Таких слов в записи нет'
            : ''}
        </p>
      </form>
      {transcript.source === 'service' && draft?.source !== 'service' ? <Growing protocol={protocol} /> : null}
      <TranscriptLines
        key={isComparing ? 'draft' : 'own'}
        protocol={protocol}
        lines={lines}
        voices={transcript.speakers ?? []}
        sought={words}
        readOnly={readOnly || (isComparing && Boolean(draft))}
        chosen={ids}
        onChoose={mayTake ? choose : undefined}
      />
      {mayTake && chosen.length > 0 ? (
        <SelectionBar protocol={protocol} voices={transcript.speakers ?? []} lines={chosen} onDone={letGo} />
      ) : null}
      {readOnly ? null : (
        <div className={styles.foot}>
          <Button ref={naming} size="small" variant="quiet" onClick={() => setNaming(true)}>
            Кто говорит
          </Button>
          <SubtitleButton protocolId={protocol.id} label="Заменить файлом субтитров" />
        </div>
      )}
      {isNaming ? (
        <VoicesDialog
          protocol={protocol}
          transcript={transcript}
          onClose={() => {
            setNaming(false);
            focusWhenLost(() => naming.current);
          }}
        />
      ) : null}
    </div>
  );
}

/** Says that more is to come: the recording is still being recognised. */
function Growing({ protocol }: { protocol: Protocol }) {
  const step = transcriptStep(protocol);
  if (step?.state === 'failed') return <p className={styles.growing}>Распознано не всё: обработка остановилась.</p>;
  if (step?.state !== 'running') return null;
  const left = step.seconds_left;
  return (
    <p className={styles.growing}>
      Запись ещё распознаётся, строки появляются по мере готовности.{' '}
      {typeof left === 'number' ? `Осталось ${formatAbout(left)}.` : ''}
    </p>
  );
}

function transcriptStep({ processing }: Protocol) {
  return processing?.find(({ step }) => step === 'transcript');
}

function NoTranscript({ protocol }: { protocol: Protocol }) {
  const { readOnly } = use(EditingContext);
  const step = transcriptStep(protocol);
  const isComing = step?.state === 'waiting' || step?.state === 'running';
  const words = isComing ? 'Расшифровка появится здесь, когда будет готова.' : 'Расшифровки этой записи пока нет.';
  return (
    <div className={styles.none}>
      <p>{step?.error || step?.note || words}</p>
      {readOnly || protocol.stage !== 'success_video_process' ? null : <RepeatButton protocolId={protocol.id} />}
      {readOnly ? null : (
        <SubtitleButton protocolId={protocol.id} label="Приложить субтитры" hint="Файл SRT или WebVTT, до 5 МБ" />
      )}
    </div>
  );
}

/** Has the recording recognised once more: the server may hear by now what it could not before. */
function RepeatButton({ protocolId: id }: { protocolId: string }) {
  const client = useQueryClient();
  const repeat = useMutation({
    mutationFn: () => api(calls.processVideo, { params: { id }, body: { repeat: 'transcript' } }),
    onSuccess: () => refetchProtocol(client, id),
  });
  return (
    <div className={styles.attach}>
      <Button size="small" busy={repeat.isPending} onClick={() => repeat.mutate()}>
        {repeat.isPending ? 'Загрузка...' : 'Повторить распознавание'}
      </Button>
      <p className={styles.failure} role="status">
        {repeat.error ? errorWords(repeat.error).words : ''}
      </p>
    </div>
  );
}

function PartSkeleton() {
  return (
    <div className={styles.none} role="status" aria-label="Загрузка...">
      {['94%', '72%', '88%', '64%'].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}

interface SubtitleButtonProps {
  protocolId: string;
  label: string;
  hint?: string;
}

/** Attaches a file of subtitles; what is wrong with it is said beside the button. */
function SubtitleButton({ protocolId, label, hint }: SubtitleButtonProps) {
  const form = useOpenForm();
  const said = useId();
  const attach = useMutation({
    mutationFn: (file: File) => mutate(attachSubtitles, { protocolId, file }, { form }),
  });
  const failure = attach.error ? errorWords(attach.error).words : undefined;
  return (
    <div className={styles.attach}>
      <FileButton
        label={attach.isPending ? 'Загрузка...' : label}
        accept=".srt,.vtt,text/vtt,application/x-subrip"
        size="small"
        disabled={attach.isPending}
        invalid={failure !== undefined}
        describedBy={said}
        onPick={(file) => attach.mutate(file)}
      />
      <p id={said} className={failure ? styles.failure : styles.note} role="status">
        {failure ?? (attach.data?.kept ? `Субтитры: ${queuedWords}` : hint)}
      </p>
    </div>
  );
}

/** Returns the transcript, with queued mutations applied. */
function useTranscript(protocolId: string): UseQueryResult<OptimisticTranscript> {
  // Its mutations mark segments, not the whole.
  return useOptimisticEntity(
    transcriptCollection,
    transcriptQuery(protocolId),
    protocolId,
  ) as UseQueryResult<OptimisticTranscript>;
}
