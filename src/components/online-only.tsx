import { useOnline, useTrouble } from '#src/lib/use-connection.ts';
import styles from './online-only.module.css';

/** Whether something that the server alone can do has to wait for the line. */
export function useIsOutOfReach(onlineOnly: boolean): boolean {
  return !useOnline() && onlineOnly;
}

/** Says beside a button that the line is missing for it; what is typed stays. Always there, so that it is read out. */
export function OnlineOnlyNote({ id, isShown }: { id: string; isShown: boolean }) {
  const words =
    useTrouble() === 'server'
      ? 'Это делает сервер, а на нём сбой. Кнопка заработает, когда он пройдёт.'
      : 'Нужно подключение: это делает сервер. Кнопка заработает, когда оно вернётся.';
  return (
    <div role="status" id={id}>
      {isShown ? <p className={styles.note}>{words}</p> : null}
    </div>
  );
}
