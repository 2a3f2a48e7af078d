import { Link } from 'react-router-dom';
import { Table } from '#src/components/table.tsx';
import { personName } from '#src/lib/people.ts';
import { formatNumber, plural } from '#src/lib/plurals.ts';
import styles from './secretaries.module.css';
import { type SecretariesPlace, secretariesAddress } from './secretaries-address.ts';
import type { Secretary } from './use-secretaries.ts';

const figures = [
  { key: 'meetings', title: 'Встречи', words: ['встреча', 'встречи', 'встреч'] },
  { key: 'protocols', title: 'Протоколы', words: ['протокол', 'протокола', 'протоколов'] },
  { key: 'tasks', title: 'Поручения', words: ['поручение', 'поручения', 'поручений'] },
  { key: 'overdue_tasks', title: 'Просрочено', words: ['просрочено', 'просрочено', 'просрочено'] },
] as const;

/** A row of figures for each secretary; the name opens theirs. */
export function SecretaryTable({ secretaries, place }: { secretaries: Secretary[]; place: SecretariesPlace }) {
  const shown = figures.filter(({ key }) => secretaries.some((each) => typeof each[key] === 'number'));
  const head = (
    <>
      <th scope="col">Имя</th>
      {shown.map(({ key, title }) => (
        <th key={key} scope="col" className={styles.figure}>
          {title}
        </th>
      ))}
    </>
  );
  return (
    <Table label="Секретари" head={head}>
      {secretaries.map((secretary) => (
        <tr key={secretary.id} className={secretary.id === place.id ? styles.chosen : undefined}>
          <td className={styles.name}>
            <Link
              to={secretariesAddress({ ...place, id: secretary.id })}
              aria-current={secretary.id === place.id ? 'true' : undefined}
            >
              {personName(secretary)}
            </Link>
          </td>
          {shown.map(({ key, words }) => (
            <Figure key={key} value={secretary[key]} words={words} bad={key === 'overdue_tasks'} />
          ))}
        </tr>
      ))}
    </Table>
  );
}

interface FigureProps {
  value: number | null | undefined;
  words: readonly [one: string, few: string, many: string];
  bad: boolean;
}

/** On a phone the column's title is gone: the word stands beside the figure. */
function Figure({ value, words, bad }: FigureProps) {
  if (typeof value !== 'number') return <td className={styles.figure} />;
  return (
    <td className={styles.figure}>
      <span className={bad && value > 0 ? styles.bad : undefined}>
        {formatNumber(value)} <span className={styles.word}>{plural(value, ...words)}</span>
      </span>
    </td>
  );
}
