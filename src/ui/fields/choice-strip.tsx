import styles from './choice-strip.module.css';

interface ChoiceStripProps<Value extends string> {
  label: string;
  choices: readonly { value: Value; title: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A few choices beside each other, one of which holds. */
export function ChoiceStrip<Value extends string>({ label, choices, value, onChange }: ChoiceStripProps<Value>) {
  return (
    <fieldset className={styles.strip} aria-label={label}>
      {choices.map((each) => (
        <button key={each.value} type="button" aria-pressed={each.value === value} onClick={() => onChange(each.value)}>
          {each.title}
        </button>
      ))}
    </fieldset>
  );
}
