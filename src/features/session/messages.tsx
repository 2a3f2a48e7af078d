import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ApiError, NetworkError, session } from '#src/sync/index.ts';
import { CircleAlertIcon } from '#src/ui/index.ts';
import styles from './session-form.module.css';

/** What the navigation to /login says when a password was just set: whose. */
export const passwordSet = (email: string) => ({ passwordChanged: email });

/** The e-mail that the form of /login begins with; '' where the navigation says nothing. */
export function emailFrom(state: unknown): string {
  return isPasswordChanged(state) && typeof state.passwordChanged === 'string' ? state.passwordChanged : '';
}

/** Why the person is asked to sign in, where it was not they who left. */
export function LoginNote() {
  const { state } = useLocation();
  const [isOver] = useState(() => session.ending() === 'refused');
  const note = isPasswordChanged(state)
    ? 'Пароль сохранён. Войдите с ним.'
    : isOver && 'Сессия закончилась. Войдите снова: всё, что ждёт отправки, сохранено.';
  return <div role="status">{note ? <p className={styles.note}>{note}</p> : null}</div>;
}

function isPasswordChanged(state: unknown): state is { passwordChanged: unknown } {
  return typeof state === 'object' && state !== null && 'passwordChanged' in state;
}

/** What the server said about the form, under it; the live region is there before the message comes. */
export function ServerMessage({ message }: { message: string | undefined }) {
  return (
    <div role="alert">
      {message ? (
        <p className={styles.message}>
          <CircleAlertIcon size={18} />
          {message}
        </p>
      ) : null}
    </div>
  );
}

/** Shown where nothing reached the server. */
export const noConnection = 'Нет подключения. Проверьте сеть и повторите.';

/** What is shown at a form: the server's own message, else the text that the specification names. */
export function failureMessage(error: unknown, otherwise: string): string {
  return (error instanceof ApiError ? error.serverMessage : undefined) ?? otherwise;
}

export function isNetworkError(error: unknown): boolean {
  return error instanceof NetworkError;
}

/** What the server said of single fields, as far as the form has them. */
export function fieldFailures<Field extends string>(error: unknown, fields: readonly Field[]): [Field, string][] {
  if (!(error instanceof ApiError)) return [];
  return fields.flatMap((field) => {
    const message = error.fields[field];
    return message === undefined ? [] : [[field, message]];
  });
}
