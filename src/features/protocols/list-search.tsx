import { useEffect, useRef, useState } from 'react';
import { SearchField } from '#src/components/search-field.tsx';
import styles from './protocol-list.module.css';

const typingPause = 300;

/** The search over protocols; asks once the person pauses, at once on Enter. */
export function ListSearch({ value, onSearch }: { value: string | undefined; onSearch: (text?: string) => void }) {
  const [text, setText] = useState(value ?? '');
  const asked = useRef(value);
  const ask = useRef(onSearch);
  ask.current = onSearch;

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
      asked.current = search;
      ask.current(search);
    }, typingPause);
    return () => clearTimeout(timer);
  }, [text]);

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
        label="Поиск по протоколам"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </form>
  );
}
