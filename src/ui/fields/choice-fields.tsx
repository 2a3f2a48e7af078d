import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentProps, useState } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from '../base/field.module.css';
import { Icon } from '../base/icon.tsx';
import choiceStripStyles from './choice-strip.module.css';
import { Field, type FieldText } from './text-field.tsx';

/** A native select. */
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

interface ChoiceStripProps<Value extends string> {
  label: string;
  choices: readonly { value: Value; title: string }[];
  /** Undefined while none is chosen. */
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** A few choices beside each other, one of which is selected. */
export function ChoiceStrip<Value extends string>({ label, choices, value, onChange }: ChoiceStripProps<Value>) {
  return (
    <fieldset className={choiceStripStyles.strip} aria-label={label}>
      {choices.map((each) => (
        <button key={each.value} type="button" aria-pressed={each.value === value} onClick={() => onChange(each.value)}>
          {each.title}
        </button>
      ))}
    </fieldset>
  );
}

/**
 * Returns the value of a control whose state is in the address: at first what was chosen, then what the address says.
 * The router follows in a transition; until then a controlled control would jump back.
 */
export function useChosen<T>(given: T): [T, (chosen: T) => void] {
  const [held, hold] = useState({ given, shown: given });
  const isOld = held.given !== given;
  if (isOld) hold({ given, shown: given });
  return [isOld ? given : held.shown, (chosen) => hold({ given, shown: chosen })];
}
