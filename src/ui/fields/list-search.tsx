import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useShortcuts } from '../keys/shortcuts.ts';
import styles from './list-search.module.css';
import { SearchField } from './search-field.tsx';

const typingPause = 300;

interface ListSearchProps {
  label: string;
  value: string | undefined;
  onSearch: (text?: string) => void;
}

/** The search over a list; asks once the person pauses, at once on Enter. */
export function ListSearch({ label, value, onSearch }: ListSearchProps) {
  const [text, setText] = useState(value ?? '');
  const asked = useRef(value);
  const field = useRef<HTMLInputElement>(null);
  const ask = useEffectEvent(onSearch);

  // Back and forward change the address under the field.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value ?? '');
  }, [value]);

  useEffect(() => {
    const search = text.trim() || undefined;
    if (search === asked.current) return;
    const timer = setTimeout(() => {
      // Enter was quicker.
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
