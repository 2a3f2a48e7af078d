import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Field, type FieldText } from './field.tsx';

/** Several lines of text; a person may make it higher. */
export function TextAreaField({ label, error, hint, className, ...rest }: FieldText & ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(ties) => <textarea {...rest} {...ties} className={classNames(styles.control, styles.area, className)} />}
    </Field>
  );
}
