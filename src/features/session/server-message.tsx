import { CircleAlertIcon } from '#src/ui/index.ts';
import styles from './session-form.module.css';

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
