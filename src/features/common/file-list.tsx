import FileText from 'lucide-react/icons/file-text';
import type { ReactNode } from 'react';
import { formatBytes, shownFileName } from '#src/format/index.ts';
import { useOnline } from '#src/sync/index.ts';
import { Icon, layout } from '#src/ui/index.ts';
import styles from './file-list.module.css';

export interface ListedFile {
  key: string;
  name: string;
  size?: number | null | undefined;
  /** The address of the download. */
  url?: string | null | undefined;
  /** Where it is called otherwise than its file. */
  title?: string | undefined;
  /** After the size. */
  details?: string | undefined;
  /** Below it, where there is room for more than a word: why it is not there yet. */
  below?: ReactNode;
  /** At the right: a button, a word. */
  aside?: ReactNode;
  struck?: boolean;
}

/** Files by name and size. What the server has is downloaded online alone, and says so without one. */
export function FileList({ label, files }: { label: string; files: ListedFile[] }) {
  const online = useOnline();
  return (
    <ul className={layout.stack(1)} aria-label={label}>
      {files.map(({ key, name, title = name, size, details, below, url, aside, struck }) => (
        <li key={key} className={styles.file}>
          <Icon of={FileText} size={18} />
          <span className={styles.words}>
            {url && !struck && online ? (
              <a href={url} download={name}>
                <bdi>{shownFileName(title)}</bdi>
              </a>
            ) : (
              <bdi className={struck ? styles.struck : undefined}>{shownFileName(title)}</bdi>
            )}
            {typeof size === 'number' ? <span className={styles.size}> {formatBytes(size)}</span> : null}
            {details ? <span className={styles.details}> · {details}</span> : null}
            {url && !struck && !online ? <span className={styles.note}>Скачивается с подключением</span> : null}
            {below ? <span className={styles.below}>{below}</span> : null}
          </span>
          {typeof aside === 'string' ? <span className={styles.size}>{aside}</span> : aside}
        </li>
      ))}
    </ul>
  );
}
