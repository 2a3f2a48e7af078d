import type { TranscriptSegment } from '#contract/transcript.ts';
import { Button } from '#src/components/button.tsx';
import { formatTimecode } from '#src/lib/dates.ts';
import { counted } from '#src/lib/plurals.ts';
import styles from '../side-list.module.css';
import { TakeIntoMinutes } from '../summary/take-into-minutes.tsx';
import { saidIn } from './selected-lines.ts';

interface SelectionBarProps {
  /** The chosen lines, in the order of time. */
  lines: readonly TranscriptSegment[];
  /** `words` tell what became of them; nothing where they were let go. */
  onDone: (words?: string) => void;
}

/** What can be made of chosen lines of the transcript: a decision, a task or a question, with the moment behind it. */
export function SelectionBar({ lines, onDone }: SelectionBarProps) {
  const said = saidIn(lines);
  const [first] = lines;
  if (!said?.evidence || !first) return null;
  const { start, end } = said.evidence;
  return (
    <section className={styles.selection} aria-label="Выбранные строки">
      <p>
        {counted(lines.length, 'строка', 'строки', 'строк')}, {formatTimecode(start)}–{formatTimecode(end ?? start)}
      </p>
      <TakeIntoMinutes
        key={`${first.id} ${lines.length}`}
        name={`lines ${first.id} ${lines.length}`}
        said={said}
        kinds={['decision', 'task', 'question']}
        onTaken={onDone}
      />
      <div className={styles.buttons}>
        <Button size="small" variant="quiet" onClick={() => onDone()}>
          Снять выбор
        </Button>
      </div>
    </section>
  );
}
