import { type Stage, stages, stageWords } from '#contract/stage.ts';
import { statusFilters, statusFilterWords } from '#contract/tasks/task-order.ts';
import { personName } from '#src/data/person/index.ts';
import type { ReadingPlace } from '#src/data/reading/index.ts';
import { SelectField } from '#src/ui/index.ts';
import type { Secretary } from '../list/figures.ts';
import styles from './reading.module.css';

interface ReadingFieldsProps {
  place: ReadingPlace;
  secretaries: readonly Secretary[];
  onChange: (change: Partial<ReadingPlace>) => void;
}

/** Filter fields above a list: the secretary and the state. */
export function ReadingFields({ place, secretaries, onChange }: ReadingFieldsProps) {
  return (
    <div className={styles.fields}>
      {place.view === 'tasks' ? (
        <SelectField
          label="Статус"
          value={place.status ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ status: statusFilters.find((known) => known === value) })
          }
        >
          <option value="">Все поручения</option>
          {statusFilters.map((status) => (
            <option key={status} value={status}>
              {statusFilterWords[status]}
            </option>
          ))}
        </SelectField>
      ) : null}
      {place.view === 'protocols' ? (
        <SelectField
          label="Стадия"
          value={place.stage ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ stage: stages.find((known: Stage) => known === value) })
          }
        >
          <option value="">Все стадии</option>
          {stages.map((stage) => (
            <option key={stage} value={stage}>
              {stageWords[stage]}
            </option>
          ))}
        </SelectField>
      ) : null}
      <SelectField
        label="Секретарь"
        value={place.secretary ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ secretary: value || undefined })}
      >
        <option value="">Все секретари</option>
        {secretaries.map((secretary) => (
          <option key={secretary.id} value={secretary.id}>
            {personName(secretary)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
