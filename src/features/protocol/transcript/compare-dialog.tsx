import { useMutation } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { use, useMemo, useRef, useState } from 'react';
import type { TranscriptSegment } from '#contract/recordings/transcript.ts';
import { type OptimisticTranscript, updateTranscript } from '#src/data/transcript/index.ts';
import { counted, formatTimecode } from '#src/format/index.ts';
import { enqueue, errorWords } from '#src/sync/index.ts';
import { Button, classNames, focusWhenLost, WideDialog } from '#src/ui/index.ts';
import { PlayerContext } from '../playback/player-context.ts';
import styles from './compare.module.css';
import { type ComparedPart, compareDraft, differingWords, editsOf } from './compare-lines.ts';

interface CompareDialogProps {
  protocolId: string;
  recordingId: string | undefined;
  transcript: OptimisticTranscript;
  readOnly: boolean;
  onClose: () => void;
}

/** Dialog that compares the corrected transcript with the newer one: differences are marked and taken part by part. */
export function CompareDialog({ protocolId, recordingId, transcript, readOnly, onClose }: CompareDialogProps) {
  const { draft } = transcript;
  const [isWhole, setWhole] = useState(false);
  const [announcement, announce] = useState('');
  const parts = useMemo(() => compareDraft(transcript), [transcript]);
  const differing = useMemo(() => parts.filter(({ isSame }) => !isSame), [parts]);
  const take = useMutation({
    mutationFn: (taken: readonly ComparedPart[]) =>
      enqueue(updateTranscript, { protocolId, recordingId, change: { segments: taken.flatMap(editsOf) } }),
    onSuccess: (_done, taken) => announce(`Взято: ${counted(taken.length, 'отличие', 'отличия', 'отличий')}`),
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
        {take.error ? errorWords(take.error).words : announcement}
      </p>
      {shown.length > 0 && draft ? (
        <ComparedLines parts={shown} onTake={readOnly ? undefined : (part) => take.mutate([part])} />
      ) : null}
    </WideDialog>
  );
}

interface ComparedLinesProps {
  parts: readonly ComparedPart[];
  onTake: ((part: ComparedPart) => void) | undefined;
}

/** The parts of two transcripts, one below another; virtualised, so that parts out of sight are not rendered. */
function ComparedLines({ parts, onTake }: ComparedLinesProps) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: parts.length,
    getScrollElement: () => box.current,
    estimateSize: () => 96,
    getItemKey: (index) => parts[index]?.id ?? index,
    overscan: 6,
    initialRect: { width: 800, height: 480 },
  });
  const take = (part: ComparedPart) => {
    onTake?.(part);
    // The part disappears with its button, which has the focus.
    focusWhenLost(() => box.current);
  };
  return (
    <section
      ref={box}
      className={styles.lines}
      aria-label="Части расшифровок"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
      tabIndex={0}
    >
      <ol className={styles.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const part = parts[index];
          return part ? (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={styles.item}
              style={{ translate: `0 ${start}px` }}
              aria-setsize={parts.length}
              aria-posinset={index + 1}
            >
              <Part part={part} onTake={onTake && !part.isSame ? take : undefined} />
            </li>
          ) : null;
        })}
      </ol>
    </section>
  );
}

function Part({ part, onTake }: { part: ComparedPart; onTake: ((part: ComparedPart) => void) | undefined }) {
  const { seek } = use(PlayerContext);
  const { own, other } = part;
  const start = own[0]?.start ?? 0;
  const time = formatTimecode(start);
  const [mine, theirs] = [textOf(own), textOf(other)];
  return (
    <div className={classNames(styles.part, part.isSame && styles.same)}>
      <div className={styles.side}>
        <p className={styles.note}>
          Моя,{' '}
          {seek ? (
            <button type="button" className={styles.time} aria-label={`Слушать с ${time}`} onClick={() => seek(start)}>
              {time}
            </button>
          ) : (
            time
          )}
        </p>
        <Words text={mine} beside={theirs} kind="mine" />
      </div>
      <div className={styles.side}>
        <p className={styles.note}>Новая</p>
        <Words text={theirs} beside={mine} kind="theirs" />
        {onTake ? (
          <Button size="small" aria-label={`Взять новую: ${time}`} onClick={() => onTake(part)}>
            Взять
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function Words({ text, beside, kind }: { text: string; beside: string; kind: 'mine' | 'theirs' }) {
  if (text === '') return <p className={styles.note}>здесь слов нет</p>;
  const runs = differingWords(text, beside).map((run, place) => ({ ...run, key: `${place} ${run.text}` }));
  return (
    <p dir="auto">
      {runs.map(({ key, text: words, isDifferent }) =>
        isDifferent ? (
          <span key={key}>
            <mark className={styles[kind]}>{words}</mark>{' '}
          </span>
        ) : (
          <span key={key}>{words} </span>
        ),
      )}
    </p>
  );
}

function textOf(lines: readonly Pick<TranscriptSegment, 'text'>[]): string {
  return lines
    .map(({ text }) => text.trim())
    .join(' ')
    .trim();
}
