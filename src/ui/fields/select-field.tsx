import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { classNames } from '../display/class-names.ts';
import { Icon } from '../display/icon.tsx';
import styles from './field.module.css';
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
