import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { Link } from 'react-router-dom';
import { plural } from '#contract/text/plurals.ts';
import { personName } from '#src/data/person/index.ts';
import { formatNumber } from '#src/format/index.ts';
import { Badge, classNames, FigureLink, Icon, Table, useMediaQuery } from '#src/ui/index.ts';
import { useFigureAddress } from '../figure-address.ts';
import styles from '../secretaries.module.css';
import { type SecretariesPlace, secretariesAddress } from '../secretaries-address.ts';
import type { Secretary } from './figures.ts';
import { type Figure, knownFigures } from './figures.ts';
import { nextOrder, type Order, type OrderKey, sortDirection } from './secretary-order.ts';

interface SecretaryTableProps {
  secretaries: Secretary[];
  place: SecretariesPlace;
  onOrder: (order: Order) => void;
}

/** A row of figures for each secretary; the name opens the secretary, a head sorts by its column. */
export function SecretaryTable({ secretaries, place, onOrder }: SecretaryTableProps) {
  const shown = knownFigures(secretaries);
  const addressOf = useFigureAddress();
  const head = (
    <>
      <SortHead name="name" title="Имя" order={place.order} onOrder={onOrder} />
      {shown.map(({ key, title, isMinor }) => (
        <SortHead
          key={key}
          name={key}
          title={title}
          order={place.order}
          onOrder={onOrder}
          className={classNames(styles.figure, isMinor && styles.minor)}
        />
      ))}
    </>
  );
  return (
    <Table label="Секретари" head={head} beside>
      {secretaries.map((secretary) => (
        <tr key={secretary.id} className={secretary.id === place.id ? styles.chosen : undefined}>
          <td className={styles.name}>
            <div className={styles.who}>
              <Link
                to={secretariesAddress({ ...place, id: secretary.id })}
                data-secretary={secretary.id}
                aria-current={secretary.id === place.id ? 'true' : undefined}
              >
                {personName(secretary)}
              </Link>
              {secretary.is_blocked ? <Badge>Доступ закрыт</Badge> : null}
            </div>
          </td>
          {shown.map((figure) => (
            <FigureCell
              key={figure.key}
              value={secretary[figure.key]}
              figure={figure}
              to={addressOf(figure.key, { secretary: secretary.id })}
            />
          ))}
        </tr>
      ))}
    </Table>
  );
}

interface SortHeadProps {
  name: OrderKey;
  title: string;
  order: Order;
  onOrder: (order: Order) => void;
  className?: string;
}

function SortHead({ name, title, order, onOrder, className }: SortHeadProps) {
  const direction = sortDirection(order, name);
  // On a phone only screen readers get the heads: what is invisible must not take the focus; a select sorts instead.
  const isUnseen = useMediaQuery('phone');
  if (isUnseen) {
    return (
      <th scope="col" aria-sort={direction} className={className}>
        {title}
      </th>
    );
  }
  return (
    <th scope="col" aria-sort={direction} className={className}>
      <button type="button" className={styles.sort} onClick={() => onOrder(nextOrder(order, name))}>
        {title}
        {direction === 'none' ? null : <Icon of={direction === 'ascending' ? ArrowUp : ArrowDown} size={16} />}
      </button>
    </th>
  );
}

interface FigureCellProps {
  value: number | null | undefined;
  figure: Figure;
  /** Address where what the figure counts is listed. */
  to: string | undefined;
}

/** A figure; on a phone, where the head is hidden, the word stands beside it. */
function FigureCell({ value, figure, to }: FigureCellProps) {
  const { key, words, isMinor } = figure;
  const className = classNames(styles.figure, isMinor && styles.minor);
  if (typeof value !== 'number') return <td className={className} />;
  const text = (
    <>
      {formatNumber(value)} <span className={styles.word}>{plural(value, ...words)}</span>
    </>
  );
  const tone = key === 'overdue_tasks' && value > 0 ? styles.bad : undefined;
  return (
    <td className={className}>
      {to ? (
        <FigureLink
          to={to}
          className={classNames(styles.number, tone)}
          // The word is visible only on a phone.
          aria-label={`${formatNumber(value)} ${plural(value, ...words)}`}
        >
          {text}
        </FigureLink>
      ) : (
        <span className={classNames(styles.number, tone)}>{text}</span>
      )}
    </td>
  );
}
