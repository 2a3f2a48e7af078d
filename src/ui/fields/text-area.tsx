import type { ComponentProps } from 'react';
import { classNames } from '../base/class-names.ts';
import field from '../base/field.module.css';
import styles from './text-area.module.css';
import { Field, type FieldText } from './text-field.tsx';

/** A multi-line text field that grows with its content. */
export function TextArea({ label, error, hint, className, ...rest }: FieldText & ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(ties) => (
        <textarea
          rows={2}
          dir="auto"
          {...rest}
          {...ties}
          className={classNames(field.control, styles.area, className)}
        />
      )}
    </Field>
  );
}
