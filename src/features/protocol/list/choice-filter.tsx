import ChevronDown from 'lucide-react/icons/chevron-down';
import Funnel from 'lucide-react/icons/funnel';
import { buttonClass, Icon, useChosen } from '#src/ui/index.ts';
import styles from './protocol-list.module.css';

interface ChoiceFilterProps<T extends string> {
  /** The accessible name, also shown while nothing is chosen. */
  label: string;
  /** Text of the option that removes the filter. */
  all: string;
  choices: readonly T[];
  words: Record<T, string>;
  value: T | undefined;
  onChange: (value: T | undefined) => void;
}

/** Filter of a list: a native select that looks like a button. */
export function ChoiceFilter<T extends string>({ label, all, choices, words, value, onChange }: ChoiceFilterProps<T>) {
  const [shown, choose] = useChosen(value);
  return (
    <div className={styles.stage}>
      <select
        aria-label={label}
        className={buttonClass({})}
        value={shown ?? ''}
        onChange={({ currentTarget }) => {
          const chosen = choices.find((each) => each === currentTarget.value);
          choose(chosen);
          onChange(chosen);
        }}
      >
        <option value="">{shown ? all : label}</option>
        {choices.map((each) => (
          <option key={each} value={each}>
            {words[each]}
          </option>
        ))}
      </select>
      <Icon of={Funnel} />
      <Icon of={ChevronDown} size={16} />
    </div>
  );
}
