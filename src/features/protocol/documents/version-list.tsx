import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { documentFormats, type ProtocolVersion } from '#contract/documents/document.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { formatMoment, shortName } from '#src/format/index.ts';
import { Badge, Button, DetailsSummary, IconButton } from '#src/ui/index.ts';
import styles from './documents.module.css';
import { useDocumentDownload } from './use-document-download.ts';
import { VersionSignatures } from './version-signatures.tsx';

interface VersionListProps {
  protocol: Protocol;
  versions: readonly ProtocolVersion[];
  /** Whether this person may record who has signed them. */
  mayMark?: boolean;
}

/** All final versions with their files as signed off, and the reasons why they were reopened; each can be read. */
export function VersionList({ protocol, versions, mayMark = false }: VersionListProps) {
  const [query] = useSearchParams();
  return (
    <ul className={styles.list} aria-label="Версии">
      {versions.map((version) => (
        <li key={version.edition}>
          <p className={styles.head}>
            <Link
              to={withEdition(query, version.edition)}
              aria-label={`Версия ${version.edition}, читать`}
              data-edition={version.edition}
            >
              Версия {version.edition}
            </Link>
            {version.reopened_for ? null : <Badge tone="ok">действует</Badge>}
          </p>
          <p className={styles.quiet}>{signedOff(version)}</p>
          {version.template_name ? <p className={styles.quiet}>DOCX по шаблону «{version.template_name}»</p> : null}
          {version.reopened_for ? <p className={styles.quiet}>{reopened(version)}</p> : null}
          <VersionFiles protocol={protocol} edition={version.edition} />
          <FileSums version={version} />
          <VersionSignatures protocol={protocol} version={version} mayMark={mayMark} />
        </li>
      ))}
    </ul>
  );
}

/** The two files of a final version as signed off. */
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

/** SHA-256 sums of a version's files, to verify a copy. */
export function FileSums({ version }: { version: ProtocolVersion }) {
  const [announcement, announce] = useState('');
  const sums = [
    { format: 'PDF', sum: version.pdf_sha256 },
    { format: 'DOCX', sum: version.docx_sha256 },
  ].flatMap(({ format, sum }) => (sum ? [{ format, sum }] : []));
  if (sums.length === 0) return <p className={styles.quiet}>Файлы версии готовятся…</p>;
  const copy = (format: string, sum: string) =>
    navigator.clipboard.writeText(sum).then(
      () => announce(`SHA-256 файла ${format} скопирован`),
      () => announce('Скопировать не удалось: выделите сумму и скопируйте её сами'),
    );
  return (
    <details className={styles.sums}>
      <DetailsSummary>Контрольные суммы SHA-256</DetailsSummary>
      {sums.map(({ format, sum }) => (
        <div key={format} className={styles.sum}>
          <span>{format}</span>
          <code>{sum}</code>
          <IconButton
            icon={Copy}
            size="small"
            label={`Скопировать SHA-256 файла ${format}`}
            onClick={() => void copy(format, sum)}
          />
        </div>
      ))}
      <p role="status" className={styles.quiet}>
        {announcement}
      </p>
    </details>
  );
}

/** Returns «№ 12 · 22 ноября, 13:00 · Петрова А. С.» */
export function signedOff({ number, created_at, created_by_name }: ProtocolVersion): string {
  const by = created_by_name ? shortName(created_by_name) : undefined;
  return [number && `№\u00A0${number}`, formatMoment(created_at), by].filter(Boolean).join(' · ');
}

/** Returns «Открыта заново 21 ноября, 15:00: Опечатка в решении». */
export function reopened({ reopened_at, reopened_for }: ProtocolVersion): string {
  const when = formatMoment(reopened_at);
  return `Открыта заново${when ? ` ${when}` : ''}: ${reopened_for}`;
}

/** `?edition=1` in the address of a protocol: the final version that is read in place of the sheet. */
const editionParameter = 'edition';

/** Returns the same address with a version. */
function withEdition(query: URLSearchParams, edition: number): string {
  const next = new URLSearchParams(query);
  next.set(editionParameter, String(edition));
  return `?${next}`;
}

/** Returns the version that the address names, and the function that leads back to the current protocol. */
export function useEditionOfAddress(): { edition: number | undefined; leave: () => void } {
  const [query, setQuery] = useSearchParams();
  const asked = query.get(editionParameter) ?? '';
  const leave = () =>
    setQuery((now) => {
      now.delete(editionParameter);
      return now;
    });
  return { edition: /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : undefined, leave };
}
