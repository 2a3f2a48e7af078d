import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import type { AgendaItem } from '#contract/protocol.ts';
import { updateProtocol } from '#src/data/protocol/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { formatWhen } from '#src/format/index.ts';
import { errorWords, type OutboxRow, useOnline, useQueuedMutations, variablesOf } from '#src/sync/index.ts';
import { Button, ConfirmDialog, classNames, layout } from '#src/ui/index.ts';
import styles from './forms.module.css';
import type { ItemSaver, SavePhase } from './item-saver.ts';

interface EditorBarProps {
  saver: ItemSaver;
  /** The question as it was when the form was opened; undefined of a new one. */
  opening: AgendaItem | undefined;
  /** Whether the agenda has it by now. */
  isThere: boolean;
  onFinish: () => void;
  onRevert: (opening: AgendaItem) => void;
  /** A question that was never saved is not to be. */
  onDrop: () => void;
  children: ReactNode;
}

/** «Готово», the way back to what was there before, and where what is typed is by now. */
export function EditorBar({ saver, opening, isThere, onFinish, onRevert, onDrop, children }: EditorBarProps) {
  const { phase } = useSyncExternalStore(saver.subscribe, saver.view);
  const [isAsking, setAsking] = useState(false);
  const isChanged = phase !== 'saved' || saver.base().agenda?.find(({ id }) => id === opening?.id) !== opening;
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
  saver: ItemSaver;
  itemId: string;
  /** When what the form began with was typed, where it was left unsaved. */
  restoredAt: string | undefined;
}

interface State {
  words: string;
  /** Will change by itself soon: shown, but not announced to screen readers. */
  isPassing?: boolean;
  isBad?: boolean;
}

/** Shows how far the open question is saved. Only lasting states are announced, each once. */
export function SaveState({ saver, itemId, restoredAt }: SaveStateProps) {
  const view = useSyncExternalStore(saver.subscribe, saver.view);
  const online = useOnline();
  // The newest: an earlier one may have been sent when the connection was lost, and stays queued until the next read.
  const row = useQueuedMutations().findLast((each) => variablesOf(updateProtocol, each)?.itemId === itemId);
  const wasTouched = useRef(false);
  if (view.phase !== 'saved' || row) wasTouched.current = true;
  const { words, isPassing, isBad } = stateOf(view, row, { online, wasTouched: wasTouched.current, restoredAt });
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

function stateOf(
  { phase, error }: { phase: SavePhase; error?: unknown },
  row: OutboxRow | undefined,
  { online, wasTouched, restoredAt }: { online: boolean; wasTouched: boolean; restoredAt: string | undefined },
): State {
  if (phase === 'untitled') return { words: 'Не сохранено: впишите, о чём вопрос. Текст пока на этом устройстве.' };
  if (phase === 'invalid') {
    return { words: 'Не сохранено: исправьте отмеченное. Текст пока на этом устройстве.', isBad: true };
  }
  if (phase === 'failed') {
    const { title, words } = errorWords(error);
    return { words: `Не сохранено. ${title}. ${words}`, isBad: true };
  }
  if (row?.state === 'failed') {
    return { words: `Не сохранено. ${row.fault?.message ?? 'Сервер отклонил изменение'}`, isBad: true };
  }
  if (row?.state === 'conflict') return { words: 'Не сохранено: протокол изменили в другом месте.', isBad: true };
  if (phase === 'typed') return { words: 'Сохраняется…', isPassing: true };
  if (row?.state === 'waiting') return online ? { words: 'Сохраняется…', isPassing: true } : { words: queuedWords };
  if (restoredAt) return { words: `Сохранено: восстановлен текст, набранный ${formatWhen(restoredAt, 'в ')}` };
  return { words: wasTouched ? 'Сохранено' : 'Изменения сохраняются сами' };
}
