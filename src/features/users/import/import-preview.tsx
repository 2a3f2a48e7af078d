import Download from 'lucide-react/icons/download';
import type { ImportRow, ImportVerdict } from '#contract/identity/people-import.ts';
import { shortened } from '#contract/text/shortened.ts';
import { csvOf, formatNumber, isolated } from '#src/format/index.ts';
import { Badge, Button, saveFile, type Tone } from '#src/ui/index.ts';
import styles from './import-dialog.module.css';

const order = { refuse: 0, add: 1, exists: 2 } as const;
const tones: Record<ImportVerdict['action'], Tone> = { refuse: 'bad', add: 'ok', exists: 'plain' };
/** Maximum number of listed rows. */
const maxShown = 200;

/** What of a person stands beside the name, as it was read. */
function detailsOf(row: ImportRow | undefined): string {
  return [row?.email, row?.position, row?.organization, row?.phone].filter(Boolean).join(' · ');
}

interface ImportPreviewProps {
  rows: readonly ImportRow[];
  verdicts: readonly ImportVerdict[];
  unreadColumns: readonly string[];
}

/** Outcome of each row of a table; errors come first. */
export function ImportPreview({ rows, verdicts, unreadColumns }: ImportPreviewProps) {
  const rowOf = new Map(rows.map((row) => [row.line, row]));
  const sorted = [...verdicts].sort((a, b) => order[a.action] - order[b.action] || a.line - b.line);
  const count = (action: ImportVerdict['action']) => verdicts.filter((each) => each.action === action).length;
  const unseen = sorted.length - maxShown;
  const saveRefused = () => {
    const refused = sorted.filter(({ action }) => action === 'refuse');
    const cells = refused.map(({ line, words }) => [
      line,
      rowOf.get(line)?.name ?? '',
      rowOf.get(line)?.email ?? '',
      words,
    ]);
    const csv = csvOf(['Строка', 'ФИО', 'E-mail', 'Что не так'], cells);
    saveFile(new Blob([csv], { type: 'text/csv' }), 'Строки с ошибками.csv');
  };
  return (
    <div>
      <p role="status" className={styles.counts}>
        <Badge tone={count('add') > 0 ? 'ok' : 'plain'}>Будет добавлено: {formatNumber(count('add'))}</Badge>
        <Badge>Уже есть: {formatNumber(count('exists'))}</Badge>
        {count('refuse') > 0 ? <Badge tone="bad">С ошибками: {formatNumber(count('refuse'))}</Badge> : null}
      </p>
      {unreadColumns.length > 0 ? (
        <p className={styles.file}>
          {unreadColumns.length === 1 ? 'Не прочитан столбец' : 'Не прочитаны столбцы'}{' '}
          {unreadColumns.map((name) => `«${isolated(shortened(name, 40))}»`).join(', ')}. Нужны названия из образца.
        </p>
      ) : null}
      {count('refuse') > 0 ? (
        <Button size="small" variant="quiet" icon={Download} onClick={saveRefused}>
          Скачать строки с ошибками
        </Button>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard can as well */}
      <ul aria-label="Строки таблицы" className={styles.rows} tabIndex={0}>
        {sorted.slice(0, maxShown).map(({ line, action, words }) => (
          <li key={line} className={styles.row}>
            <span className={styles.line}>{line}</span>
            <span dir="auto">
              {rowOf.get(line)?.name || rowOf.get(line)?.email || 'Пустая строка'}
              <span className={styles.email}>{detailsOf(rowOf.get(line))}</span>
            </span>
            <span className={styles[tones[action]]}>{words}</span>
          </li>
        ))}
        {unseen > 0 ? <li className={styles.row}>…и ещё строк: {formatNumber(unseen)}</li> : null}
      </ul>
    </div>
  );
}
