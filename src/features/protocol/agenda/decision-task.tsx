import ListPlus from 'lucide-react/icons/list-plus';
import { type RefObject, use, useEffect, useId, useRef, useState } from 'react';
import type { Decision } from '#contract/protocols/protocol.ts';
import type { Task } from '#contract/tasks/task.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { formatDeadline } from '#src/data/task/index.ts';
import { shortName } from '#src/format/index.ts';
import { errorWords } from '#src/sync/index.ts';
import { Button, focusWhenLost, focusWhenThere, rowAction, showToast } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import type { NameOf } from '../editing/people.ts';
import { ProtocolContext } from '../editing/protocol-context.ts';
import type { DecisionPoint, DecisionTasks } from '../tasks/decision-tasks.ts';
import { DeleteTaskQuestion, useTaskDeletion } from '../tasks/delete-task.tsx';
import { TaskChips } from '../tasks/task-chips.tsx';
import { taskTitle } from '../tasks/task-title.ts';
import { ownerAndDay } from './decision-draft.ts';
import styles from './decision-task.module.css';
import { type MadeTask, useDecisionTask } from './use-decision-task.ts';

interface DecisionTaskProps {
  itemId: string;
  point: DecisionPoint;
  /** Tasks found for the decisions of the agenda item. */
  found: DecisionTasks;
  nameOf: NameOf;
  /**
   * Only in edit mode: saves the agenda item and resolves with the decision as it is written then; undefined where the
   * item cannot be saved. The focus stays in the text.
   */
  read?: () => Promise<DecisionPoint | undefined>;
}

/** Button that makes a task of a decision; once there is a task, its chips replace the button. */
export function DecisionTask({ itemId, point, found, nameOf, read }: DecisionTaskProps) {
  const { readOnly } = use(EditingContext);
  const store = use(ProtocolContext);
  const [announcement, setAnnouncement] = useState('');
  const place = useRef<HTMLSpanElement>(null);
  const hintId = useId();
  const press = useDecisionTask();
  const focusMake = () => focusWhenLost(() => place.current?.querySelector<HTMLElement>('[data-make]'));
  const undo = useTaskDeletion(focusMake);
  const task = found.made.get(point.place);
  if (readOnly)
    return task ? <TaskChips task={task} nameOf={nameOf} onAnnounce={setAnnouncement} onDeleted={focusMake} /> : null;
  const make = () => {
    const { protocol } = store.getState();
    if (!protocol || press.isPending) return;
    const double = [...found.doubles].find(([, { place: of }]) => of === point.place)?.[0];
    press.mutate(
      { protocol, itemId, read: read ?? (async () => point), double: found.others.find(({ id }) => id === double) },
      {
        onSuccess(made) {
          if (!made) return;
          setAnnouncement(outcomeWords(made, point.place));
          if (!read) focusWhenThere(() => chipToFill(place.current));
          if (made.outcome !== 'made') return;
          const detail = 'Нажмите здесь, чтобы отменить';
          showToast(`Поручение: ${taskTitle(made.task)}`, { detail, tone: 'ok', onOpen: () => undo.start(made.task) });
        },
      },
    );
  };
  return (
    <span ref={place} className={styles.place}>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
      {task ? (
        <TaskChips task={task} nameOf={nameOf} onAnnounce={setAnnouncement} onDeleted={focusMake} />
      ) : (
        <Button
          data-make=""
          className={rowAction}
          size="small"
          variant="quiet"
          icon={ListPlus}
          aria-label={`Поручение из решения ${point.place}`}
          aria-describedby={read && hintId}
          busy={press.isPending}
          onClick={make}
        >
          Поручение
        </Button>
      )}
      {read && !task ? <DecisionHint id={hintId} place={place} /> : null}
      {press.error && !task ? (
        <p className={styles.failure} role="alert">
          Поручение не добавлено. {errorWords(press.error).words}
        </p>
      ) : null}
      <DeleteTaskQuestion deletion={undo} />
    </span>
  );
}

/** Returns the chip of the first missing value; where nothing is missing, the first chip. */
function chipToFill(place: HTMLElement | null): HTMLElement | null {
  const chips = place?.querySelectorAll<HTMLElement>('[data-owner], [data-due]') ?? [];
  return [...chips].find(({ dataset }) => 'missing' in dataset) ?? chips[0] ?? null;
}

function outcomeWords({ task, outcome, isKept }: MadeTask, place: string): string {
  const title = taskTitle(task as Task);
  if (outcome === 'found') return `Поручение уже есть: ${title}`;
  if (outcome === 'joined')
    return `Поручение объединено с решением ${place.slice(0, -1)}${isKept ? `. ${queuedWords}` : ''}`;
  return isKept ? `${title}. ${queuedWords}` : `Поручение добавлено: ${title}`;
}

interface DecisionHintProps {
  id: string;
  /** Any element inside the list item of the decision, which also contains its text field. */
  place: RefObject<HTMLElement | null>;
}

/** Pause in typing before the text is parsed, in milliseconds: parsing after each key would slow typing down. */
const pauseMs = 300;

/** `focusout`: Enter within a decision moves the text after the caret to the next one. */
const heard = ['input', 'focusin', 'focusout'] as const;

/** What «Поручение» would take from the decision as it is written at this moment: «Ким Д. А.», «до 27 ноября». */
function DecisionHint({ id, place }: DecisionHintProps) {
  const store = use(ProtocolContext);
  const [{ who, until }, setRead] = useState<{ who?: string | undefined; until?: string | undefined }>({});
  useEffect(() => {
    const line = place.current?.closest('li');
    let pause: ReturnType<typeof setTimeout> | undefined;
    const read = (text: Decision['text']) => {
      const { protocol } = store.getState();
      if (!protocol) return;
      const { owner, day } = ownerAndDay(text, protocol);
      const next = { who: owner && shortName(owner.name), until: day && `до ${formatDeadline(day)}` };
      setRead((last) => (last.who === next.who && last.until === next.until ? last : next));
    };
    const readSoon = (field: EventTarget | null) => {
      if (!(field instanceof HTMLTextAreaElement) || field.dataset.place !== 'decision') return;
      clearTimeout(pause);
      pause = setTimeout(() => read(field.value), pauseMs);
    };
    const onInput = ({ target }: Event) => readSoon(target);
    for (const name of heard) line?.addEventListener(name, onInput);
    // A decision just made with Enter has the focus before this effect runs.
    if (line?.contains(document.activeElement)) readSoon(document.activeElement);
    return () => {
      clearTimeout(pause);
      for (const name of heard) line?.removeEventListener(name, onInput);
    };
  }, [place, store]);
  if (!who && !until) return <span id={id} hidden />;
  return (
    <span id={id} className={styles.hint}>
      {who ? <span>{who}</span> : null} {until ? <span className={styles.until}>{until}</span> : null}
    </span>
  );
}
