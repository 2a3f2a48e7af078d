import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ApiError, NetworkError, session } from '#src/sync/index.ts';
import { CircleAlertIcon } from '#src/ui/index.ts';
import styles from './session-form.module.css';

/** Navigation state for /login after a password was set: the e-mail of its owner. */
export const passwordSet = (email: string) => ({ passwordChanged: email });

/** Returns the initial e-mail of the form of /login; '' where the navigation state has none. */
export function emailFrom(state: unknown): string {
  return isPasswordChanged(state) && typeof state.passwordChanged === 'string' ? state.passwordChanged : '';
}

/** Why the person is asked to sign in, where they did not sign out themselves. */
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

/** The server's message below the form; the live region exists before the message. */
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

/** Message where the server was not reached. */
export const noConnection = 'Нет подключения. Проверьте сеть и повторите.';

/** Returns the message at a form: the server's own, else the text from the specification. */
export function failureMessage(error: unknown, otherwise: string): string {
  return (error instanceof ApiError ? error.serverMessage : undefined) ?? otherwise;
}

export function isNetworkError(error: unknown): boolean {
  return error instanceof NetworkError;
}

/** Returns the server's errors of single fields, for the fields that the form has. */
export function fieldFailures<Field extends string>(error: unknown, fields: readonly Field[]): [Field, string][] {
  if (!(error instanceof ApiError)) return [];
  return fields.flatMap((field) => {
    const message = error.fields[field];
    return message === undefined ? [] : [[field, message]];
  });
}
