import { useQueryClient } from '@tanstack/react-query';
import Redo2 from 'lucide-react/icons/redo-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { use, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import { uncapitalized } from '#contract/text/capitalized.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { focusWhenLost, IconButton } from '#src/ui/index.ts';
import { chooseAttachments } from '../attachments/choose-files.ts';
import type { AgendaHistory, HistoryDirection } from '../editing/agenda-history.ts';
import { EditingContext, usePartSwitch } from '../editing/editing.ts';
import type { AgendaActions } from './agenda-row.tsx';
import styles from './agenda-section.module.css';
import { movedTo } from './use-drag.ts';

/** Returns the actions on the agenda and its questions; `onAnnounce` gets the words that announce a result. */
export function useAgendaActions(protocolId: string, onAnnounce: (words: string) => void) {
  const client = useQueryClient();
  const { attachments: canAttach } = useOffers();
  const { question, writer } = use(EditingContext);
  const switchTo = usePartSwitch();
  const [error, setError] = useState<unknown>();
  const [askedPlace, askPlace] = useState<string>();

  const attempt = async (work: () => Promise<void>) => {
    setError(undefined);
    try {
      await work();
    } catch (cause) {
      setError(cause);
    }
  };

  /** `target` is called when the move is written, so two quick key presses move the item by two places. */
  const move = (id: string, target: (index: number) => number) =>
    attempt(async () => {
      const step = await writer?.change(
        (before) => `Вопрос ${placeOf(before, id)} перемещён`,
        (before) => {
          const after = movedTo(before, id, target(placeOf(before, id) - 1));
          return placeOf(after, id) === placeOf(before, id) ? undefined : after;
        },
      );
      if (!step) return;
      const { before, after } = step;
      onAnnounce(`Вопрос ${placeOf(before, id)} теперь ${placeOf(after, id)}-й из ${after.length}`);
      focusWhenLost(() => handleOf(id));
    });

  const remove = (id: string) =>
    attempt(async () => {
      // Its unsaved text is saved first, so that an undo restores it too.
      if (question.current?.id === id && !(await switchTo(undefined))) return;
      const step = await writer?.change(
        (before) => `Вопрос ${placeOf(before, id)} удалён`,
        (before) => before.filter((each) => each.id !== id),
      );
      if (!step) return;
      onAnnounce(step.words);
      const next = step.after[Math.min(placeOf(step.before, id), step.after.length) - 1];
      focusWhenLost(() => (next && handleOf(next.id)) ?? document.querySelector<HTMLElement>('[data-edit="new-item"]'));
    });

  const step = (direction: HistoryDirection) =>
    attempt(async () => {
      if (question.current && !(await question.current.save())) return;
      const done = await writer?.step(direction);
      if (!done) return onAnnounce(direction === 'undo' ? 'Отменять больше нечего' : 'Повторять больше нечего');
      question.current?.restart(done.agenda);
      const what = `${direction === 'undo' ? 'Отменено' : 'Повторено'}: ${uncapitalized(done.words)}`;
      onAnnounce(done.isWhole ? what : `${what}. То, что изменили в другом месте, осталось`);
    });

  const latest = useRef({ move, remove });
  latest.current = { move, remove };
  const actions = useMemo(
    (): AgendaActions => ({
      edit: (id) => void switchTo({ kind: 'item', id }),
      move: (id, place) => void latest.current.move(id, () => place),
      moveBy: (id, by) => void latest.current.move(id, (index) => index + by),
      remove: (id) => void latest.current.remove(id),
      askPlace,
      attach: canAttach
        ? (itemId, position) => chooseAttachments(client, { protocolId, itemId }, `Файлы к вопросу ${position}`)
        : undefined,
    }),
    [switchTo, client, protocolId, canAttach],
  );
  return { actions, step, error, askedPlace, closePlace: () => askPlace(undefined) };
}

/** Returns the place of the item, counted from 1; 0 where the agenda does not have it. */
function placeOf(agenda: readonly AgendaItem[], id: string): number {
  return agenda.findIndex((each) => each.id === id) + 1;
}

/** Returns the element of an agenda item that takes the focus: its handle, or else its menu. */
export function handleOf(id: string): HTMLElement | undefined {
  const row = `[data-item="${CSS.escape(id)}"]`;
  const found = document.querySelector<HTMLElement>(`${row} [data-handle], ${row} button[aria-haspopup="menu"]`);
  return found ?? undefined;
}

interface HistoryBarProps {
  history: AgendaHistory;
  onStep: (direction: HistoryDirection) => void;
}

/** Shows the last change of the agenda with undo and redo; renders nothing where this visit has no change. */
export function HistoryBar({ history, onStep }: HistoryBarProps) {
  const done = useSyncExternalStore(history.subscribe, () => history.next('undo'));
  const undone = useSyncExternalStore(history.subscribe, () => history.next('redo'));
  if (!done && !undone) return null;
  return (
    <div role="toolbar" aria-label="Изменения повестки" data-history="" className={styles.bar}>
      <span className={styles.words}>{done?.words ?? `Отменено: ${uncapitalized(undone?.words ?? '')}`}</span>
      <IconButton
        icon={Undo2}
        size="small"
        label={done ? `Отменить: ${uncapitalized(done.words)}` : 'Отменить: нечего'}
        aria-disabled={!done}
        aria-keyshortcuts="Control+Z"
        onClick={() => done && onStep('undo')}
      />
      <IconButton
        icon={Redo2}
        size="small"
        label={undone ? `Повторить: ${uncapitalized(undone.words)}` : 'Повторить: нечего'}
        aria-disabled={!undone}
        aria-keyshortcuts="Control+Shift+Z"
        onClick={() => undone && onStep('redo')}
      />
    </div>
  );
}
