import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { ProtocolRecipients } from '#contract/document.ts';
import { counted } from '#src/format/index.ts';
import { fieldStyles as field, Spinner } from '#src/ui/index.ts';
import styles from './documents.module.css';

interface RecipientFieldsProps {
  /** Undefined while they are asked for. */
  people: ProtocolRecipients['people'] | undefined;
  /** How many of them are ticked. */
  count: number;
  field: UseFormRegisterReturn;
  error: string | undefined;
}

/** «Получатели»: those who took part, each with the address that the letter goes to. */
export function RecipientFields({ people, count, field: registered, error }: RecipientFieldsProps) {
  const note = useId();
  return (
    <fieldset className={styles.recipients} aria-describedby={error ? note : undefined}>
      <legend className={field.label}>Получатели</legend>
      {people ? null : <Spinner />}
      {people && people.length > 0 ? (
        <>
          <p className={styles.quiet}>{counted(count, 'получатель', 'получателя', 'получателей')}</p>
          <div className={styles.people}>
            {people.map(({ id, name, email }) => (
              <label key={id} className={styles.recipient}>
                <input type="checkbox" value={id} {...registered} aria-invalid={error ? true : undefined} />
                <span>
                  {name || email} {name ? <span className={styles.quiet}>{email}</span> : null}
                </span>
              </label>
            ))}
          </div>
        </>
      ) : null}
      {error ? (
        <p id={note} className={field.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
