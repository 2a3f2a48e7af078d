import { useCallback, useState } from 'react';
import { runningRecording } from '#src/data/recording/index.ts';
import {
  countQueue,
  isQueueRead,
  queueWords,
  useQueueCount,
  useQueueReading,
  whenQueueRead,
} from '#src/features/queue/index.ts';
import { signOut } from '#src/features/session/sign-out.ts';
import { counted } from '#src/format/index.ts';
import { connectivity, leftRecordings, outbox, uploads, useOnline } from '#src/sync/index.ts';
import { ConfirmDialog, hasUnsaved, layout } from '#src/ui/index.ts';

/** What would be lost or left behind when sign-out was requested. */
interface Stakes {
  typed: boolean;
  recording: boolean;
  unsent: boolean;
  /** Whether the device has not yet told what is unsent. */
  unread: boolean;
  /** Number of recordings made here that were neither sent nor deleted. */
  left: number;
  offline: boolean;
}

/**
 * Sign-out. Asks first if something would be lost or left on the device, saying when it can be sent, or if the person
 * is offline and could not sign in again.
 */
export function useLeave() {
  const [asking, setAsking] = useState<Stakes>();
  // Read when sign-out is requested: following it would render the whole shell with each mutation.
  const leave = useCallback(() => {
    whenQueueRead(() => {
      const stakes = stakesNow();
      const { left, ...reasons } = stakes;
      if (left > 0 || Object.values(reasons).some(Boolean)) setAsking(stakes);
      else void signOut();
    });
  }, []);
  return { leave, question: asking ? <LeaveQuestion asked={asking} onStay={() => setAsking(undefined)} /> : null };
}

function stakesNow(): Stakes {
  const online = connectivity.isOnline();
  const unsent = queueWords(countQueue(outbox.list(), uploads.list(), online));
  const recording = runningRecording() !== undefined;
  const left = leftRecordings.list().length;
  return { typed: hasUnsaved(), recording, unsent: unsent !== '', unread: !isQueueRead(), left, offline: !online };
}

function LeaveQuestion({ asked, onStay }: { asked: Stakes; onStay: () => void }) {
  const unsent = queueWords(useQueueCount());
  const isRead = useQueueReading() === 'read';
  const online = useOnline();
  return (
    <ConfirmDialog
      title={titleOf(asked)}
      confirm="Выйти"
      cancel="Остаться"
      onConfirm={() => void signOut()}
      onCancel={onStay}
    >
      <div className={layout.stack(3)}>
        {asked.typed ? <p>На этом экране есть несохранённые изменения. Если выйти, они пропадут.</p> : null}
        {asked.recording ? (
          <p>
            Идёт запись. Если выйти, она остановится, а записанное останется на этом устройстве: отправить его можно
            будет, когда вы снова войдёте здесь.
          </p>
        ) : null}
        {asked.left > 0 ? (
          <p>
            На этом устройстве{' '}
            {counted(asked.left, 'незаконченная запись', 'незаконченные записи', 'незаконченных записей')}: отправить{' '}
            {asked.left > 1 ? 'их' : 'её'} можно будет, когда вы снова войдёте здесь.
          </p>
        ) : null}
        {unsent ? (
          <p>
            {unsent}. Отправка остановится, а записанное останется на этом устройстве и пойдёт дальше, когда вы снова
            войдёте здесь. Никто другой этого не увидит.
          </p>
        ) : !isRead ? (
          <p>
            Очередь отправки ещё не прочитана: возможно, отправлено не всё. Что осталось на этом устройстве, пойдёт
            дальше, когда вы снова войдёте здесь.
          </p>
        ) : asked.unsent || asked.unread ? (
          <p>Всё отправлено.</p>
        ) : null}
        {asked.offline || !online ? <p>Без подключения войти снова не получится.</p> : null}
      </div>
    </ConfirmDialog>
  );
}

function titleOf({ typed, recording, unsent, unread, left }: Stakes): string {
  if (typed) return 'Выйти без сохранения?';
  if (recording) return 'Остановить запись и выйти?';
  return unsent || unread || left > 0 ? 'Выйти до конца отправки?' : 'Выйти без подключения?';
}
