import type { Ref } from 'react';
import { errorWords } from '#src/sync/index.ts';
import styles from './forms.module.css';

interface SaveFailureProps {
  /** Error of the last attempt; nothing is shown without one. */
  error: unknown;
  ref?: Ref<HTMLParagraphElement>;
}

/** Shows why a form was not saved. */
export function SaveFailure({ error, ref }: SaveFailureProps) {
  if (!error) return null;
  const { title, words } = errorWords(error);
  return (
    <p ref={ref} className={styles.failure} role="alert">
      <strong>Не сохранено. {title}.</strong> {words}
    </p>
  );
}
