import ChevronRight from 'lucide-react/icons/chevron-right';
import { use, useRef, useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { Button, focusWhenLost, Icon } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import listStyles from '../editing/side-list.module.css';
import { EarlierTask } from './earlier-task.tsx';
import styles from './earlier-tasks.module.css';
import { useEarlierTasks } from './use-earlier-tasks.ts';

/** Up to so many are shown at once: more are opened by whoever wants them. */
const shownAtOnce = 3;
/** And so many more with each press: a list to go through, not to scroll. */
const step = 20;

/** What earlier protocols left open, to be ticked off or brought into this one. */
export function EarlierTasks({
  protocol,
  onSaid,
}: {
  protocol: Optimistic<Protocol>;
  onSaid: (words: string) => void;
}) {
  const { readOnly } = use(EditingContext);
  const tasks = useEarlierTasks(protocol, !readOnly);
  const [choice, setChoice] = useState<boolean>();
  const [most, setMost] = useState(step);
  const head = useRef<HTMLButtonElement>(null);
  if (readOnly || tasks.length === 0) return null;
  const open = choice ?? tasks.length <= shownAtOnce;
  const say = (words: string) => {
    onSaid(words);
    focusWhenLost(() => head.current ?? document.querySelector('h1'));
  };
  return (
    <section className={styles.earlier} aria-label="Открытые поручения прошлых протоколов">
      <h3>
        <button ref={head} type="button" className={styles.head} aria-expanded={open} onClick={() => setChoice(!open)}>
          <Icon of={ChevronRight} size={16} />
          Открытые поручения прошлых протоколов
          <span className={styles.count}>{tasks.length}</span>
        </button>
      </h3>
      {open ? (
        <>
          <ul className={listStyles.list}>
            {tasks.slice(0, most).map((task) => (
              <EarlierTask key={task.id} task={task} protocol={protocol} onSaid={say} />
            ))}
          </ul>
          {tasks.length > most ? (
            <div className={listStyles.add}>
              <Button variant="quiet" size="small" onClick={() => setMost(most + step)}>
                Показать ещё
              </Button>
            </div>
          ) : null}
        </>
      ) : null}
    </section>
  );
}
