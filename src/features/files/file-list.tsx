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
  /** Shown name, where it differs from the name of the file. */
  title?: string | undefined;
  /** Text after the size. */
  details?: string | undefined;
  /** Content below the name, for more than a word: for example why the file is missing. */
  below?: ReactNode;
  /** Content at the right: a button or a word. */
  aside?: ReactNode;
  struck?: boolean;
}

/** Files by name and size. Files on the server can be downloaded only online; offline a note says so. */
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
