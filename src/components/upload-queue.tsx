import { Link } from 'react-router-dom';
import { useUploads } from '#src/lib/use-uploads.ts';
import styles from './upload-item.module.css';
import { UploadItem } from './upload-item.tsx';

/** «Очередь отправки»: every upload that is not through yet. */
export function UploadQueue() {
  const waiting = useUploads().filter(({ state }) => state !== 'done' && state !== 'cancelled');
  if (waiting.length === 0) return <p className={styles.quiet}>Всё отправлено.</p>;
  return (
    <ul className={styles.list} aria-label="Очередь отправки">
      {waiting.map((upload) => (
        <li key={upload.id}>
          <UploadItem upload={upload} />
          <Link className={styles.protocol} to={`/main/protocols/${encodeURIComponent(upload.protocolId)}`}>
            Открыть протокол
          </Link>
        </li>
      ))}
    </ul>
  );
}
