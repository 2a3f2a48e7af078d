import CircleAlert from 'lucide-react/icons/circle-alert';
import { Icon } from '#src/components/icon.tsx';
import styles from './session-form.module.css';

/** What the server said about the form, under it; the live region is there before the message comes. */
export function ServerMessage({ message }: { message: string | undefined }) {
  return (
    <div role="alert" className={styles.alert}>
      {message ? (
        <p className={styles.message}>
          <Icon of={CircleAlert} size={18} />
          {message}
        </p>
      ) : null}
    </div>
  );
}
