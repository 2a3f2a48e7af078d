import styles from './marked-text.module.css';

/** A text in which the found words are highlighted. */
export function MarkedText({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  let from = 0;
  const parts = marks.flatMap(([start, end]) => {
    if (start < from || end > text.length) return [];
    const before = text.slice(from, start);
    from = end;
    return [
      before,
      <mark key={start} className={styles.mark}>
        {text.slice(start, end)}
      </mark>,
    ];
  });
  return (
    <bdi>
      {parts}
      {text.slice(from)}
    </bdi>
  );
}
