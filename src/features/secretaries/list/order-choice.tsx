import { SelectField } from '#src/ui/index.ts';
import styles from '../secretaries.module.css';
import type { Secretary } from '../secretary.ts';
import { knownFigures } from './figures.ts';
import { byName, type Order, type OrderKey } from './secretary-order.ts';

interface OrderChoiceProps {
  secretaries: readonly Secretary[];
  order: Order;
  onOrder: (order: Order) => void;
}

/** In place of the heads that a phone has no room for. */
export function OrderChoice({ secretaries, order, onOrder }: OrderChoiceProps) {
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
