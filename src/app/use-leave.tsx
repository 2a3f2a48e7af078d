import { useState } from 'react';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { signOut } from '#src/features/session/sign-out.ts';
import { queueWords } from '#src/lib/queue-count.ts';
import { hasUnsaved } from '#src/lib/unsaved.ts';
import { useOnline } from '#src/lib/use-connection.ts';
import { useQueueCount } from '#src/lib/use-queue.ts';
import styles from './use-leave.module.css';

/** What was at stake when the way out was asked for. */
interface Stakes {
  typed: boolean;
  unsent: boolean;
  offline: boolean;
}

/** The way out. It asks first where something would stay behind, whose it is and when it goes on, or where none leads back. */
export function useLeave() {
  const unsent = queueWords(useQueueCount());
  const online = useOnline();
  const [asking, setAsking] = useState<Stakes>();

  const question = asking ? (
    <ConfirmDialog
      title={titleOf(asking)}
      confirm="Выйти"
      cancel="Остаться"
      onConfirm={() => void signOut()}
      onCancel={() => setAsking(undefined)}
    >
      <div className={styles.reasons}>
        {asking.typed ? <p>На этом экране есть несохранённые изменения. Если выйти, они пропадут.</p> : null}
        {unsent ? (
          <p>
            {unsent}. Отправка остановится, а записанное останется на этом устройстве и пойдёт дальше, когда вы снова
            войдёте здесь. Никто другой этого не увидит.
          </p>
        ) : asking.unsent ? (
          <p>Всё отправлено.</p>
        ) : null}
        {asking.offline || !online ? <p>Без подключения войти снова не получится.</p> : null}
      </div>
    </ConfirmDialog>
  ) : null;

  const leave = () => {
    const stakes = { typed: hasUnsaved(), unsent: unsent !== '', offline: !online };
    if (stakes.typed || stakes.unsent || stakes.offline) setAsking(stakes);
    else void signOut();
  };
  return { leave, question };
}

function titleOf({ typed, unsent }: Stakes): string {
  if (typed) return 'Выйти без сохранения?';
  return unsent ? 'Выйти до конца отправки?' : 'Выйти без подключения?';
}
