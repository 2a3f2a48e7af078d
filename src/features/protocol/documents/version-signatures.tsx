import Stamp from 'lucide-react/icons/stamp';
import { lazy, Suspense, useState } from 'react';
import type { ProtocolVersion } from '#contract/documents/document.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { Button } from '#src/ui/index.ts';
import styles from './documents.module.css';
import { useDocumentDownload } from './use-document-download.ts';

const SignaturesDialog = lazy(async () => ({
  default: (await import('./signatures-dialog.tsx')).SignaturesDialog,
}));

interface VersionSignaturesProps {
  protocol: Protocol;
  version: ProtocolVersion;
  mayMark: boolean;
}

/** Electronic signatures of a version, the copy with their marks, and the button that edits them. */
export function VersionSignatures({ protocol, version, mayMark }: VersionSignaturesProps) {
  const isKnown = useOffers().signatureMarks ?? false;
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<string>();
  const download = useDocumentDownload(protocol, ({ title, words }) => setFailure(`${title} ${words}`));
  const { edition } = version;
  const signatures = version.signatures ?? [];
  if (!isKnown || (!mayMark && signatures.length === 0)) return null;
  const copy = { edition, form: 'signed' } as const;
  return (
    <div className={styles.signed}>
      {signatures.length > 0 ? (
        <p className={styles.quiet}>Электронной подписью: {signatures.map(({ owner }) => owner).join(', ')}</p>
      ) : null}
      <div className={styles.buttons}>
        {signatures.length > 0 ? (
          <Button
            size="small"
            busy={download.isBusy('pdf', copy)}
            aria-label={`Копия с отметкой об электронной подписи: скачать, версия ${edition}`}
            onClick={() => {
              setFailure(undefined);
              void download.start('pdf', copy);
            }}
          >
            Копия с отметкой
          </Button>
        ) : null}
        {mayMark ? (
          <Button
            size="small"
            variant="quiet"
            className={styles.mark}
            icon={Stamp}
            aria-haspopup="dialog"
            aria-label={`Электронная подпись: отметить в версии ${edition}`}
            onClick={() => setOpen(true)}
          >
            Электронная подпись…
          </Button>
        ) : null}
      </div>
      {failure ? (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      ) : null}
      {isOpen ? (
        <Suspense fallback={null}>
          <SignaturesDialog protocolId={protocol.id} version={version} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
