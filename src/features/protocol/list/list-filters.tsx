import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { lazy, Suspense, useId, useState } from 'react';
import { Button, Card } from '#src/ui/index.ts';
import type { ListPlace, ListTab } from './list-address.ts';
import styles from './list-filters.module.css';

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
