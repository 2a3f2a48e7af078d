import { useEffect, useState } from 'react';
import { canSendClosed } from '#src/sync/index.ts';
import styles from './send-queue.module.css';

/** What becomes of the queue when the app is closed: only some browsers send then, and none for long. */
export function ClosedNote() {
  const [sends, setSends] = useState<boolean>();

  useEffect(() => {
    let left = false;
    void canSendClosed().then((can) => left || setSends(can));
    return () => {
      left = true;
    };
  }, []);

  if (sends === undefined) return null;
  return (
    <p className={styles.quiet}>
      {sends
        ? 'Если закрыть приложение, браузер попробует отправить остальное сам. Что не успеет\u00A0— отправится, когда вы снова откроете приложение.'
        : 'Этот браузер отправляет, только пока приложение открыто. Что не успеет\u00A0— останется на устройстве и отправится, когда вы снова его откроете.'}
    </p>
  );
}
