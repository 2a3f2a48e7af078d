import X from 'lucide-react/icons/x';
import { Link } from 'react-router-dom';
import { Icon } from '../base/icon.tsx';
import styles from './filter-chips.module.css';

export interface FilterChip {
  /** What a list is narrowed to. */
  words: string;
  /** The address of the list without it. */
  to: string;
}

/** What a list is narrowed to besides its fields, each with the way out of it. */
export function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Отбор">
      {chips.map(({ words, to }) => (
        <li key={words}>
          <Link to={to} className={styles.chip} aria-label={`Убрать отбор: ${words}`}>
            {words}
            <Icon of={X} size={16} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
