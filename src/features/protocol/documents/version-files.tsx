import { useState } from 'react';
import { documentFormats } from '#contract/document.ts';
import type { Protocol } from '#contract/protocol.ts';
import { Button } from '#src/ui/index.ts';
import styles from './documents.module.css';
import { useDocumentDownload } from './use-document-download.ts';

/** The two files of a final version, as they were signed off. */
export function VersionFiles({ protocol, edition }: { protocol: Protocol; edition: number }) {
  const [failure, setFailure] = useState<string>();
  const download = useDocumentDownload(protocol, ({ title, words }) => setFailure(`${title} ${words}`));
  return (
    <>
      <div className={styles.buttons}>
        {documentFormats.map((format) => (
          <Button
            key={format}
            size="small"
            busy={download.isBusy(format, { edition })}
            aria-label={`Версия ${edition}: скачать ${format.toUpperCase()}`}
            onClick={() => {
              setFailure(undefined);
              void download.start(format, { edition });
            }}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
      {failure ? (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      ) : null}
    </>
  );
}
