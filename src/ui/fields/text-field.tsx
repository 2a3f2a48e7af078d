import type { ComponentProps } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from '../base/field.module.css';
import { Field, type FieldText } from './field.tsx';
import { pasteAsLine } from './paste-as-line.ts';

/** One line of text, or a native date or time field. */
export function TextField({ label, error, hint, className, ...rest }: FieldText & ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(ties) => (
        <input
          type="text"
          dir="auto"
          onPaste={pasteAsLine}
          {...rest}
          {...ties}
          className={classNames(styles.control, className)}
        />
      )}
    </Field>
  );
}
