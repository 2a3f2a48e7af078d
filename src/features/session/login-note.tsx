import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { session } from '#src/sync/index.ts';
import styles from './session-form.module.css';

/** What the navigation to /login says when the password was just changed. */
export const passwordChanged = { passwordChanged: true } as const;

/** Why the person is asked to sign in, where it was not they who left. */
export function LoginNote() {
  const { state } = useLocation();
  const [isOver] = useState(() => session.ending() === 'refused');
  const note = isPasswordChanged(state)
    ? 'Пароль изменён. Войдите с новым паролем.'
    : isOver && 'Сессия закончилась. Войдите снова: всё, что ждёт отправки, сохранено.';
  return <div role="status">{note ? <p className={styles.note}>{note}</p> : null}</div>;
}

function isPasswordChanged(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'passwordChanged' in state;
}
