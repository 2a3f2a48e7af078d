import { useState } from 'react';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { signOut } from '#src/features/session/sign-out.ts';
import { sumOf, totalOf, waitingWords } from '#src/lib/queue-count.ts';
import { hasUnsaved } from '#src/lib/unsaved.ts';
import { useQueueCount } from '#src/lib/use-queue.ts';

/** The way out. It asks first where something would stay behind: whose it is and when it goes on. */
export function useLeave() {
  const { sending, waiting, attention } = useQueueCount();
  const unsent = sumOf(sending, waiting, attention);
  const [asking, setAsking] = useState<{ typed: boolean }>();

  const question = asking ? (
    <ConfirmDialog
      title={asking.typed ? 'Выйти без сохранения?' : 'Выйти до конца отправки?'}
      confirm="Выйти"
      cancel="Остаться"
      onConfirm={() => void signOut()}
      onCancel={() => setAsking(undefined)}
    >
      {asking.typed ? <p>На этом экране есть несохранённые изменения. Если выйти, они пропадут.</p> : null}
      {totalOf(unsent) > 0 ? (
        <p>
          {waitingWords(unsent)}. Отправка остановится, а записанное останется на этом устройстве и пойдёт дальше, когда
          вы снова войдёте здесь. Никто другой этого не увидит.
        </p>
      ) : null}
    </ConfirmDialog>
  ) : null;

  const leave = () => {
    const typed = hasUnsaved();
    if (typed || totalOf(unsent) > 0) setAsking({ typed });
    else void signOut();
  };
  return { leave, question };
}
