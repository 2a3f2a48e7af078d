import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { lazy, Suspense, use, useCallback, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Recording } from '#contract/recordings/recording.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import {
  attachSubtitles,
  type OptimisticTranscript,
  transcriptCollection,
  transcriptQuery,
} from '#src/data/transcript/index.ts';
import { QueryError } from '#src/features/connection/index.ts';
import { counted } from '#src/format/index.ts';
import { errorWords, mutate, useOpenForm, useOptimisticEntity } from '#src/sync/index.ts';
import { Button, FileButton, focusWhenLost, SearchField, Skeleton } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import { PlayerContext, playerKeys } from '../playback/player-context.ts';
import { partName, protocolWith, transcriptOf } from '../playback/recordings.ts';
import { Growing } from './growing.tsx';
import { linesOfAllParts, type PartLine } from './part-lines.ts';
import { RepeatButton } from './repeat-button.tsx';
import { type LineChoice, nextChoice } from './selected-lines.ts';
import { SelectionBar } from './selection-bar.tsx';
import { containsWords, soughtWords } from './spoken-words.ts';
import styles from './transcript.module.css';
import { TranscriptDraft } from './transcript-draft.tsx';
import { TranscriptLines } from './transcript-lines.tsx';
import { useMeetingLines } from './use-meeting-lines.ts';

const BesideChoice = lazy(async () => ({ default: (await import('./beside-choice.tsx')).BesideChoice }));
const VoicesDialog = lazy(async () => ({ default: (await import('./voices-dialog.tsx')).VoicesDialog }));

/** «Расшифровка»: the transcript beside the player that it follows; it is searched and corrected in place. */
export function TranscriptPanel({ protocol }: { protocol: Protocol }) {
  const query = useTranscript(protocol.id);
  const { data } = query;
  if (!data && (query.isError || query.fetchStatus === 'paused')) return <QueryError query={query} />;
  if (!data) return <PartSkeleton />;
  const isSilent = ({ segments }: Pick<OptimisticTranscript, 'segments'>) => segments.length === 0;
  if (isSilent(data) && (data.parts ?? []).every(isSilent)) return <NoTranscript protocol={protocol} />;
  return <Transcript protocol={protocol} transcript={data} />;
}

/** The lines of all recordings; actions on a whole transcript apply to that of the recording being shown. */
function Transcript({ protocol, transcript: all }: { protocol: Protocol; transcript: OptimisticTranscript }) {
  const { readOnly } = use(EditingContext);
  const { shown: heard, part, partId, recordings: every, mayRepeat } = useShownPart(protocol);
  const transcript = transcriptOf(all, partId) ?? emptyTranscript;
  const [isAlone, showAlone] = useState(false);
  const isBeside = heard && every.some(({ beside_id }) => beside_id === (heard.beside_id ?? heard.id));
  const inOrder = useMeetingLines(all, every);
  const alone = isBeside && isAlone ? heard : undefined;
  const recordings = alone ? none : every;
  const segments = useMemo(() => (alone ? linesOfAllParts(all, [alone]) : inOrder), [all, alone, inOrder]);
  const [search, setSearch] = useState('');
  const [isComparing, setComparing] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const sought = useDeferredValue(search);
  const [choice, setChoice] = useState<LineChoice>();
  const [announcement, announce] = useState('');
  const { draft } = transcript;
  const shown: readonly PartLine[] =
    isComparing && draft ? draft.segments.map((line): PartLine => ({ ...line, partId })) : segments;
  const words = useMemo(() => soughtWords(sought), [sought]);
  const lines = useMemo(
    () => (words.length > 0 ? shown.filter(({ text }) => containsWords(text, words)) : shown),
    [shown, words],
  );
  const ids = useMemo(() => new Set(choice?.ids), [choice]);
  // The chosen lines share one moment and one transcript, so lines of other recordings are left out.
  const chosen = useMemo(() => {
    const all = shown.filter(({ id }) => ids.has(id));
    const source = all.find(({ id }) => id === choice?.from) ?? all[0];
    return all.filter((line) => line.group === source?.group && (line.group || line.partId === source?.partId));
  }, [shown, ids, choice]);
  const choose = useCallback((id: string) => setChoice((now) => nextChoice(lines, now, id)), [lines]);
  const mayTake = !readOnly && !isComparing;
  const panel = useRef<HTMLDivElement>(null);
  const naming = useRef<HTMLButtonElement>(null);
  const clearChoice = (words = '') => {
    const last = choice?.to ?? '';
    setChoice(undefined);
    announce(words);
    const find = (what: string) => panel.current?.querySelector<HTMLElement>(what);
    // The focus returns to the line chosen last; a line that the search hides is not there.
    focusWhenLost(() => find(`[data-takes="${CSS.escape(last)}"]`) ?? find('section'));
  };
  return (
    <div ref={panel} className={styles.panel} {...playerKeys}>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {draft ? (
        <TranscriptDraft
          protocolId={protocol.id}
          recordingId={partId}
          transcript={transcript}
          step={transcriptStep(protocolWith(protocol, partId))}
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
      <Growing protocol={protocol} transcript={all} />
      {isBeside && !isComparing ? (
        <Suspense fallback={null}>
          <BesideChoice recordings={every} transcript={all} isAlone={isAlone} onChange={showAlone} />
        </Suspense>
      ) : null}
      <TranscriptLines
        key={isComparing ? 'draft' : 'own'}
        protocol={protocol}
        lines={lines}
        recordings={isComparing ? none : recordings}
        voices={transcript.speakers ?? []}
        sought={words}
        readOnly={readOnly || (isComparing && Boolean(draft))}
        chosen={ids}
        onChoose={mayTake ? choose : undefined}
      />
      {mayTake && chosen.length > 0 ? (
        <SelectionBar protocol={protocol} voices={transcript.speakers ?? []} lines={chosen} onDone={clearChoice} />
      ) : null}
      {readOnly ? null : (
        <div className={styles.foot}>
          <Button ref={naming} size="small" variant="quiet" onClick={() => setNaming(true)}>
            {`Кто говорит${part}`}
          </Button>
          <SubtitleButton
            protocolId={protocol.id}
            recordingId={partId}
            label={`${transcript.segments.length > 0 ? 'Заменить файлом субтитров' : 'Приложить субтитры'}${part}`}
          />
          {mayRepeat && !draft ? (
            <RepeatButton
              protocolId={protocol.id}
              recordingId={partId}
              part={part}
              isAgain={transcript.segments.length > 0}
            />
          ) : null}
        </div>
      )}
      {isNaming ? (
        <Suspense fallback={null}>
          <VoicesDialog
            protocol={protocol}
            recordingId={partId}
            transcript={transcript}
            onClose={() => {
              setNaming(false);
              focusWhenLost(() => naming.current);
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

const none: readonly Recording[] = [];
const emptyTranscript: OptimisticTranscript = { segments: [] };

/** Returns the recording being shown: its id where it is not the first, and the suffix that names it in labels. */
function useShownPart(protocol: Protocol) {
  const { recordingId } = use(PlayerContext);
  const all = protocol.recordings ?? none;
  const at = all.findIndex(({ id }) => id === recordingId);
  const shown = all[at] ?? all.find(({ is_first }) => is_first);
  return {
    shown,
    recordings: all,
    partId: shown && !shown.is_first ? shown.id : undefined,
    mayRepeat: mayRepeat(shown && !shown.is_first ? shown : protocol),
    part: shown ? `: ${partName(shown, all)}` : '',
  };
}

/** A first recording is recognised again also once the protocol is finished: only its steps tell whether that runs. */
function mayRepeat({ stage, processing }: Pick<Protocol, 'stage' | 'processing'>): boolean {
  const state = transcriptStep({ processing })?.state;
  return stage === 'success_video_process' || (stage === 'finish' && state !== 'waiting' && state !== 'running');
}

function transcriptStep({ processing }: Pick<Protocol, 'processing'>) {
  return processing?.find(({ step }) => step === 'transcript');
}

function NoTranscript({ protocol }: { protocol: Protocol }) {
  const { readOnly } = use(EditingContext);
  const { part, partId, mayRepeat } = useShownPart(protocol);
  const { processing } = protocolWith(protocol, partId);
  const step = transcriptStep({ processing });
  const isComing = step?.state === 'waiting' || step?.state === 'running';
  const words = isComing ? 'Расшифровка появится здесь, когда будет готова.' : 'Расшифровки этой записи пока нет.';
  return (
    <div className={styles.none}>
      <p>{step?.error || step?.note || words}</p>
      {readOnly || !mayRepeat ? null : <RepeatButton protocolId={protocol.id} recordingId={partId} part={part} />}
      {readOnly ? null : (
        <SubtitleButton
          protocolId={protocol.id}
          recordingId={partId}
          label={`Приложить субтитры${part}`}
          hint="Файл SRT или WebVTT, до 5 МБ"
        />
      )}
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
  recordingId: string | undefined;
  label: string;
  hint?: string;
}

/** Button that attaches a subtitle file; errors are shown beside it. */
function SubtitleButton({ protocolId, recordingId, label, hint }: SubtitleButtonProps) {
  const form = useOpenForm();
  const noteId = useId();
  const attach = useMutation({
    mutationFn: (file: File) => mutate(attachSubtitles, { protocolId, recordingId, file }, { form }),
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
        describedBy={noteId}
        onPick={(file) => attach.mutate(file)}
      />
      <p id={noteId} className={failure ? styles.failure : styles.note} role="status">
        {failure ?? (attach.data?.kept ? `Субтитры: ${queuedWords}` : hint)}
      </p>
    </div>
  );
}

/** Returns the transcript, with queued mutations applied. */
function useTranscript(protocolId: string): UseQueryResult<OptimisticTranscript> {
  // The mutations mark single segments, not the whole transcript.
  return useOptimisticEntity(
    transcriptCollection,
    transcriptQuery(protocolId),
    protocolId,
  ) as UseQueryResult<OptimisticTranscript>;
}
