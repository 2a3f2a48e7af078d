import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import { updateProtocol } from '#src/data/protocol/index.ts';
import { blockedMutations, useOnline, useQueuedMutations, variablesOf } from '#src/sync/index.ts';
import { Button, ConfirmDialog, classNames, layout } from '#src/ui/index.ts';
import type { AgendaAutosave } from './agenda-autosave.ts';
import styles from './forms.module.css';
import { savedWords } from './saved-words.ts';

interface EditorBarProps {
  autosave: AgendaAutosave;
  /** The item when the form was opened; undefined for a new one. */
  opening: AgendaItem | undefined;
  /** Whether the agenda already has the item. */
  isThere: boolean;
  onFinish: () => void;
  onRevert: (opening: AgendaItem) => void;
  /** Discards an item that was never saved. */
  onDrop: () => void;
  children: ReactNode;
}

/** «Готово», the button that restores the earlier state, and the save state. */
export function EditorBar({ autosave, opening, isThere, onFinish, onRevert, onDrop, children }: EditorBarProps) {
  const { phase } = useSyncExternalStore(autosave.subscribe, autosave.view);
  const [isAsking, setAsking] = useState(false);
  const isChanged = phase !== 'saved' || autosave.base().agenda?.find(({ id }) => id === opening?.id) !== opening;
  return (
    <div className={layout.centredRow(3)}>
      <Button size="small" onClick={onFinish}>
        Готово
      </Button>
      {opening && isChanged ? (
        <Button size="small" variant="quiet" icon={RotateCcw} onClick={() => onRevert(opening)}>
          <span className={styles.label}>Вернуть как было</span>
        </Button>
      ) : null}
      {isThere ? null : (
        <Button size="small" variant="quiet" onClick={() => (phase === 'saved' ? onDrop() : setAsking(true))}>
          Отмена
        </Button>
      )}
      {children}
      {isAsking ? (
        <ConfirmDialog
          title="Не добавлять вопрос?"
          confirm="Не добавлять"
          cancel="Вернуться к вопросу"
          danger
          onConfirm={onDrop}
          onCancel={() => setAsking(false)}
        >
          В нём уже есть текст: он пропадёт.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

interface SaveStateProps {
  autosave: AgendaAutosave;
  itemId: string;
  /** Time at which an earlier visit typed the text that the form began with; undefined where it left none. */
  restoredAt: string | undefined;
}

/** Shows the save state of the open item. Only lasting states are announced, each once. */
export function SaveState({ autosave, itemId, restoredAt }: SaveStateProps) {
  const view = useSyncExternalStore(autosave.subscribe, autosave.view);
  const online = useOnline();
  // The newest row: an earlier one may have been sent when the connection was lost, and stays queued until the next
  // read.
  const rows = useQueuedMutations();
  const row = rows.findLast((each) => variablesOf(updateProtocol, each)?.itemId === itemId);
  const heldBy = row && blockedMutations(rows).get(row.id);
  const wasTouched = useRef(false);
  if (view.phase !== 'saved' || row) wasTouched.current = true;
  const { words, isPassing, isBad } = savedWords({
    ...view,
    row,
    heldBy,
    online,
    wasTouched: wasTouched.current,
    restoredAt,
  });
  const announced = useRef('');
  if (!isPassing) announced.current = words;
  return (
    <>
      <p aria-hidden className={classNames(styles.saved, isBad && styles.failure)}>
        {words}
      </p>
      <p role="status" className="visually-hidden">
        {announced.current}
      </p>
    </>
  );
}
