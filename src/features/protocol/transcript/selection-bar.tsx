import Mic from 'lucide-react/icons/mic';
import { useRef, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Speaker } from '#contract/recordings/transcript.ts';
import { counted, formatTimecode } from '#src/format/index.ts';
import { Button, focusWhenLost } from '#src/ui/index.ts';
import styles from '../editing/side-list.module.css';
import { TakeIntoMinutes } from '../summary/take-into-minutes.tsx';
import { NameSpeaker } from './name-speaker.tsx';
import type { PartLine } from './part-lines.ts';
import { quoteOf, shownLater } from './selected-lines.ts';

interface SelectionBarProps {
  protocol: Protocol;
  voices: readonly Speaker[];
  /** The chosen lines, in the order of time. */
  lines: readonly PartLine[];
  /** `words` describe what was made of the lines; undefined where the choice was only cleared. */
  onDone: (words?: string) => void;
}

/** Actions on the chosen lines: make a decision, a task or an agenda item with their moment, or set the speaker. */
export function SelectionBar({ protocol, voices, lines, onDone }: SelectionBarProps) {
  const [isNaming, setNaming] = useState(false);
  const naming = useRef<HTMLButtonElement>(null);
  const quote = quoteOf(lines);
  const [first] = lines;
  if (!quote?.evidence || !first) return null;
  const [start, end] = [quote.evidence.start, quote.evidence.end ?? quote.evidence.start].map(
    (at) => at + shownLater(first),
  ) as [number, number];
  return (
    <section className={styles.selection} aria-label="Выбранные строки">
      <p>
        {counted(lines.length, 'строка', 'строки', 'строк')}, {formatTimecode(start)}–{formatTimecode(end)}
      </p>
      {isNaming ? (
        <NameSpeaker
          protocol={protocol}
          voices={voices}
          lines={lines}
          onDone={onDone}
          onCancel={() => {
            setNaming(false);
            focusWhenLost(() => naming.current);
          }}
        />
      ) : (
        <TakeIntoMinutes
          key={`${first.id} ${lines.length}`}
          name={`lines ${first.id} ${lines.length}`}
          quote={quote}
          kinds={['decision', 'task', 'question']}
          onTaken={onDone}
        />
      )}
      <div className={styles.buttons}>
        {isNaming ? null : (
          <Button ref={naming} size="small" variant="quiet" icon={Mic} onClick={() => setNaming(true)}>
            Назвать говорящего
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => onDone()}>
          Снять выбор
        </Button>
      </div>
    </section>
  );
}
