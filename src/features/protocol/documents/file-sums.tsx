import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import type { ProtocolVersion } from '#contract/document.ts';
import { DetailsSummary, IconButton } from '#src/ui/index.ts';
import styles from './documents.module.css';

/** The SHA-256 of a version's files, to be compared with what somebody holds in their hands. */
export function FileSums({ version }: { version: ProtocolVersion }) {
  const [said, say] = useState('');
  const sums = [
    { format: 'PDF', sum: version.pdf_sha256 },
    { format: 'DOCX', sum: version.docx_sha256 },
  ].flatMap(({ format, sum }) => (sum ? [{ format, sum }] : []));
  if (sums.length === 0) return <p className={styles.quiet}>Файлы версии готовятся…</p>;
  const copy = (format: string, sum: string) =>
    navigator.clipboard.writeText(sum).then(
      () => say(`SHA-256 файла ${format} скопирован`),
      () => say('Скопировать не удалось: выделите сумму и скопируйте её сами'),
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
        {said}
      </p>
    </details>
  );
}
