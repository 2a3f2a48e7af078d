import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { AgendaItem } from '#contract/protocol.ts';
import { Button, ConfirmDialog, layout } from '#src/ui/index.ts';
import type { ItemSaver } from './item-saver.ts';

interface EditorBarProps {
  saver: ItemSaver;
  /** The question as it was when the form was opened; undefined of a new one. */
  opening: AgendaItem | undefined;
  /** Whether the agenda has it by now. */
  isThere: boolean;
  onRevert: (opening: AgendaItem) => void;
  /** A question that was never saved is not to be. */
  onDrop: () => void;
  children: ReactNode;
}

/** «Готово», the way back to what was there before, and where what is typed is by now. */
export function EditorBar({ saver, opening, isThere, onRevert, onDrop, children }: EditorBarProps) {
  const { phase } = useSyncExternalStore(saver.subscribe, saver.view);
  const [isAsking, setAsking] = useState(false);
  const isChanged = phase !== 'saved' || saver.base().agenda?.find(({ id }) => id === opening?.id) !== opening;
  return (
    <div className={layout.centredRow(3)}>
      <Button type="submit">Готово</Button>
      {opening && isChanged ? (
        <Button variant="quiet" icon={RotateCcw} onClick={() => onRevert(opening)}>
          Вернуть как было
        </Button>
      ) : null}
      {isThere ? null : (
        <Button variant="quiet" onClick={() => (phase === 'saved' ? onDrop() : setAsking(true))}>
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
