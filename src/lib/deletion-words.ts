import { useState } from 'react';
import { outbox } from './outbox.ts';
import { useOnline } from './use-connection.ts';

/**
 * What the question before the deletion of a thing says of the way back; `it` is the thing in the accusative. What the
 * server never had goes at once; the rest can be taken back for as long as the deletion waits for the line.
 */
export function useDeletionWords(id: string, it: 'её' | 'его'): string {
  const online = useOnline();
  const [isOnServer] = useState(() => !outbox.list().some((row) => row.creates === id && row.state !== 'sent'));
  if (online || !isOnServer) return `Вернуть ${it} нельзя.`;
  return 'Удаление уйдёт на сервер, когда вернётся подключение: до этого его можно отменить в «Очереди отправки».';
}
