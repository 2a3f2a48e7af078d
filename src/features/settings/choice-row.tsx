import type { LucideIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { Icon } from '#src/ui/index.ts';
import styles from './settings-screen.module.css';

interface ChoiceRowProps<T extends string> {
  label: string;
  choices: readonly { value: T; title: string; icon?: LucideIcon; className?: string | undefined }[];
  of: { read: () => T; apply: (value: T) => void };
}

/** One of a few looks, which holds at once and stays on this device. */
export function ChoiceRow<T extends string>({ label, choices, of }: ChoiceRowProps<T>) {
  const name = useId();
  const [chosen, setChosen] = useState(of.read);
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(({ value, title, icon, className }) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={chosen === value}
            onChange={() => {
              of.apply(value);
              setChosen(value);
            }}
          />
          {icon ? <Icon of={icon} size={18} /> : null}
          <span className={className}>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}
