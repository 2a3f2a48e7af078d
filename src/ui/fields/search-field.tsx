import Search from 'lucide-react/icons/search';
import type { ComponentProps } from 'react';
import styles from '../base/field.module.css';
import { Icon } from '../base/icon.tsx';

/** A search field (role searchbox); the label is its accessible name and its placeholder. */
export function SearchField({ label, ...rest }: { label: string } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <div className={styles.search}>
      <Icon of={Search} size={18} />
      <input
        placeholder={label}
        maxLength={200}
        enterKeyHint="search"
        autoComplete="off"
        dir="auto"
        {...rest}
        type="search"
        aria-label={label}
        className={styles.control}
      />
    </div>
  );
}
