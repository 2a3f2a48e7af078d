import { useState } from 'react';
import { documentFormats, type ProtocolVersion } from '#contract/document.ts';
import type { Protocol } from '#contract/protocol.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { formatMoment } from '#src/lib/dates.ts';
import { shortName } from '#src/lib/person-names.ts';
import { FileSums } from './file-sums.tsx';
import styles from './papers.module.css';
import { useDocumentDownload } from './use-document-download.ts';

interface VersionListProps {
  protocol: Protocol;
  versions: readonly ProtocolVersion[];
}

/** Every final version with its files as they were signed off, and why it was opened again. */
export function VersionList({ protocol, versions }: VersionListProps) {
  const [failure, setFailure] = useState<string>();
  const download = useDocumentDownload(protocol, ({ title, words }) => setFailure(`${title} ${words}`));
  return (
    <>
      <ul className={styles.list} aria-label="Версии">
        {versions.map((version) => (
          <li key={version.edition}>
            <p className={styles.head}>
              Версия {version.edition}
              {version.reopened_for ? null : <Badge tone="ok">действует</Badge>}
            </p>
            <p className={styles.quiet}>{signedOff(version)}</p>
            {version.reopened_for ? <p className={styles.quiet}>{reopened(version)}</p> : null}
            <div className={styles.buttons}>
              {documentFormats.map((format) => (
                <Button
                  key={format}
                  size="small"
                  busy={download.isBusy(format, { edition: version.edition })}
                  aria-label={`Версия ${version.edition}: скачать ${format.toUpperCase()}`}
                  onClick={() => {
                    setFailure(undefined);
                    void download.start(format, { edition: version.edition });
                  }}
                >
                  {format.toUpperCase()}
                </Button>
              ))}
            </div>
            <FileSums version={version} />
          </li>
        ))}
      </ul>
      <div role="alert">{failure ? <p className={styles.failure}>{failure}</p> : null}</div>
    </>
  );
}

function signedOff({ number, created_at, created_by_name }: ProtocolVersion): string {
  const by = created_by_name ? shortName(created_by_name) : undefined;
  return [number && `№\u00A0${number}`, formatMoment(created_at), by].filter(Boolean).join(' · ');
}

function reopened({ reopened_at, reopened_for }: ProtocolVersion): string {
  const when = formatMoment(reopened_at);
  return `Открыта заново${when ? ` ${when}` : ''}: ${reopened_for}`;
}
