import ChevronDown from 'lucide-react/icons/chevron-down';
import { bodyTitle, useBodies } from '#src/data/body/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { listedName } from '#src/format/index.ts';
import { classNames, fieldStyles, Icon, useChosen } from '#src/ui/index.ts';
import styles from './meetings-screen.module.css';

interface BodyFilterProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** Select of the body whose meetings are shown; renders nothing where there are no bodies. */
export function BodyFilter({ value, onChange }: BodyFilterProps) {
  const { known, query } = useBodies();
  const { bodies: isOffered } = useOffers();
  const [shown, show] = useChosen(value);
  if (known.length === 0 && !value) {
    const isAsked = isOffered !== false && query.data === undefined && !query.isError;
    // Its space is reserved until the bodies are known: on a phone it takes a line of its own and would move the
    // calendar.
    return isAsked ? <div aria-hidden className={classNames(styles.body, styles.bodyRoom)} /> : null;
  }
  return (
    <div className={classNames(fieldStyles.inside, styles.body)}>
      <select
        aria-label="Чьи встречи"
        className={classNames(fieldStyles.control, fieldStyles.select)}
        value={shown ?? ''}
        onChange={({ currentTarget }) => {
          const id = currentTarget.value || undefined;
          show(id);
          onChange(id);
        }}
      >
        <option value="">Все встречи</option>
        {shown && !known.some(({ id }) => id === shown) ? <option value={shown}>Выбранная комиссия</option> : null}
        {known.map((body) => (
          <option key={body.id} value={body.id}>
            {listedName(bodyTitle(body))}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size={16} className={fieldStyles.chevron ?? ''} />
    </div>
  );
}
