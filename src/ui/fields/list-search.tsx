import Search from 'lucide-react/icons/search';
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react';
import fieldStyles from '../base/field.module.css';
import { Icon } from '../base/icon.tsx';
import { useShortcuts } from '../keys/shortcuts.ts';
import styles from './list-search.module.css';

const typingPause = 300;

interface ListSearchProps {
  label: string;
  value: string | undefined;
  onSearch: (text?: string) => void;
}

/** Search field of a list; searches after a pause in typing, or at once on Enter. */
export function ListSearch({ label, value, onSearch }: ListSearchProps) {
  const [text, setText] = useState(value ?? '');
  const asked = useRef(value);
  const field = useRef<HTMLInputElement>(null);
  const ask = useEffectEvent(onSearch);

  // «Back» and «forward» change the address without the field.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value ?? '');
  }, [value]);

  useEffect(() => {
    const search = text.trim() || undefined;
    if (search === asked.current) return;
    const timer = setTimeout(() => {
      // Enter has already started this search.
      if (search === asked.current) return;
      asked.current = search;
      ask(search);
    }, typingPause);
    return () => clearTimeout(timer);
  }, [text]);

  useShortcuts([
    {
      keys: '/',
      title: label,
      group: 'На этом экране',
      run: () => {
        field.current?.focus();
        field.current?.select();
      },
    },
  ]);

  const submit = () => {
    asked.current = text.trim() || undefined;
    onSearch(asked.current);
  };

  return (
    <form
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SearchField
        ref={field}
        label={label}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </form>
  );
}

/** A search field (role searchbox); the label is its accessible name and its placeholder. */
export function SearchField({ label, ...rest }: { label: string } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <div className={fieldStyles.search}>
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
        className={fieldStyles.control}
      />
    </div>
  );
}
