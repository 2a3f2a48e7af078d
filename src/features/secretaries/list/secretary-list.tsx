import SearchX from 'lucide-react/icons/search-x';
import UsersRound from 'lucide-react/icons/users-round';
import { useNavigate } from 'react-router-dom';
import { ButtonLink, EmptyState, SelectField } from '#src/ui/index.ts';
import styles from '../secretaries.module.css';
import { type SecretariesPlace, secretariesAddress } from '../secretaries-address.ts';
import type { Secretary } from './figures.ts';
import { knownFigures } from './figures.ts';
import type { Order } from './secretary-order.ts';
import { byName, type OrderKey } from './secretary-order.ts';
import { SecretaryTable } from './secretary-table.tsx';

interface SecretaryListProps {
  /** The shown secretaries, in order. */
  found: Secretary[];
  /** Number of all secretaries, found or not. */
  all: number;
  place: SecretariesPlace;
}

/** The list, or the reason why it is empty. */
export function SecretaryList({ found, all, place }: SecretaryListProps) {
  const navigate = useNavigate();
  const sort = (order: Order) =>
    void navigate(secretariesAddress({ ...place, order }), { replace: true, preventScrollReset: true });
  if (found.length > 0) {
    return (
      <>
        <OrderChoice secretaries={found} order={place.order} onOrder={sort} />
        <SecretaryTable secretaries={found} place={place} onOrder={sort} />
      </>
    );
  }
  if (all > 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="Никого не нашли"
        actions={
          <ButtonLink to={secretariesAddress({ ...place, search: undefined })}>Показать всех секретарей</ButtonLink>
        }
      >
        Попробуйте другое имя.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={UsersRound}
      title="Секретарей пока нет"
      actions={<ButtonLink to="/main/settings/users">К пользователям</ButtonLink>}
    >
      Добавьте секретаря в разделе «Пользователи»: здесь появятся его показатели.
    </EmptyState>
  );
}

interface OrderChoiceProps {
  secretaries: readonly Secretary[];
  order: Order;
  onOrder: (order: Order) => void;
}

/** Select of the sort order, in place of the column heads, for which a phone has no room. */
function OrderChoice({ secretaries, order, onOrder }: OrderChoiceProps) {
  const shown = knownFigures(secretaries);
  if (shown.length === 0) return null;
  return (
    <div className={styles.order}>
      <SelectField
        label="Сначала"
        value={order.key}
        onChange={({ currentTarget }) => onOrder({ key: currentTarget.value as OrderKey, isTurned: false })}
      >
        <option value={byName.key}>По имени</option>
        {shown.map(({ key, title }) => (
          <option key={key} value={key}>
            {title}: больше
          </option>
        ))}
      </SelectField>
    </div>
  );
}
