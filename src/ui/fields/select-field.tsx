import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from '../base/field.module.css';
import { Icon } from '../base/icon.tsx';
import { Field, type FieldText } from './field.tsx';

/** A native choice of one. */
export function SelectField({ label, error, hint, className, ...rest }: FieldText & ComponentProps<'select'>) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(ties) => (
        <div className={styles.inside}>
          <select {...rest} {...ties} className={classNames(styles.control, styles.select, className)} />
          <Icon of={ChevronDown} size={16} className={styles.chevron ?? ''} />
        </div>
      )}
    </Field>
  );
}
