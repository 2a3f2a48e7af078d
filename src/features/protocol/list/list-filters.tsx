import ChevronDown from 'lucide-react/icons/chevron-down';
import Funnel from 'lucide-react/icons/funnel';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { lazy, Suspense, useId, useState } from 'react';
import { Button, buttonClass, Card, Icon, useChosen } from '#src/ui/index.ts';
import type { ListPlace, ListTab } from './list-address.ts';
import styles from './protocol-list.module.css';

// Loaded lazily: date fields and people pickers are large, and most visits need none.
const FilterFields = lazy(async () => ({ default: (await import('./filter-fields.tsx')).FilterFields }));

/** Filters in the fields of each tab. */
const narrowing = {
  protocols: ['from', 'to', 'person_id', 'body_id', 'chairman_id'],
  tasks: ['assignee', 'on'],
} as const satisfies Record<ListTab, readonly (keyof ListPlace)[]>;

interface ListFiltersProps {
  tab: ListTab;
  place: ListPlace;
  onChange: (change: Partial<ListPlace>) => void;
}

/**
 * «Отбор»: the button beside the search, and the fields below it; open at first where the address has such a filter.
 */
export function useListFilters({ tab, place, onChange }: ListFiltersProps) {
  const count = narrowing[tab].filter((name) => place[name] !== undefined).length;
  const [isOpen, setOpen] = useState(count > 0);
  const id = useId();
  const button = (
    <Button icon={SlidersHorizontal} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
      {count > 0 ? `Отбор: ${count}` : 'Отбор'}
    </Button>
  );
  const fields = isOpen ? (
    <Card bare>
      <section id={id} aria-label="Отбор" className={styles.filters}>
        <Suspense fallback={<div className={styles.waiting} />}>
          <FilterFields tab={tab} place={place} onChange={onChange} />
        </Suspense>
        {count > 0 ? (
          <Button
            variant="quiet"
            size="small"
            onClick={() => onChange(Object.fromEntries(narrowing[tab].map((name) => [name, undefined])))}
          >
            Снять отбор
          </Button>
        ) : null}
      </section>
    </Card>
  ) : null;
  return { button, fields };
}

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
