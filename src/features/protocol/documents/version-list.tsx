import { Link } from 'react-router-dom';
import type { ProtocolVersion } from '#contract/document.ts';
import type { Protocol } from '#contract/protocol.ts';
import { Badge } from '#src/ui/index.ts';
import styles from './documents.module.css';
import { FileSums } from './file-sums.tsx';
import { editionParameter } from './version-address.ts';
import { VersionFiles } from './version-files.tsx';
import { reopened, signedOff } from './version-words.ts';

interface VersionListProps {
  protocol: Protocol;
  versions: readonly ProtocolVersion[];
}

/** Every final version with its files as they were signed off, and why it was opened again; each can be read. */
export function VersionList({ protocol, versions }: VersionListProps) {
  return (
    <ul className={styles.list} aria-label="Версии">
      {versions.map((version) => (
        <li key={version.edition}>
          <p className={styles.head}>
            <Link
              to={`?${editionParameter}=${version.edition}`}
              aria-label={`Версия ${version.edition}, читать`}
              data-edition={version.edition}
            >
              Версия {version.edition}
            </Link>
            {version.reopened_for ? null : <Badge tone="ok">действует</Badge>}
          </p>
          <p className={styles.quiet}>{signedOff(version)}</p>
          {version.reopened_for ? <p className={styles.quiet}>{reopened(version)}</p> : null}
          <VersionFiles protocol={protocol} edition={version.edition} />
          <FileSums version={version} />
        </li>
      ))}
    </ul>
  );
}
