import ChevronDown from 'lucide-react/icons/chevron-down';
import Funnel from 'lucide-react/icons/funnel';
import { type Stage, stages, stageWords } from '#contract/stage.ts';
import { buttonClass } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { useChosen } from '#src/lib/use-chosen.ts';
import styles from './protocol-list.module.css';

interface StageFilterProps {
  value: Stage | undefined;
  onChange: (stage: Stage | undefined) => void;
}

/** The stage filter: a native choice that looks like a button. */
export function StageFilter({ value, onChange }: StageFilterProps) {
  const [shown, choose] = useChosen(value);
  return (
    <div className={styles.stage}>
      <select
        aria-label="Стадия"
        className={buttonClass({})}
        value={shown ?? ''}
        onChange={({ currentTarget }) => {
          const chosen = stages.find((stage) => stage === currentTarget.value);
          choose(chosen);
          onChange(chosen);
        }}
      >
        <option value="">{shown ? 'Все стадии' : 'Стадия'}</option>
        {stages.map((stage) => (
          <option key={stage} value={stage}>
            {stageWords[stage]}
          </option>
        ))}
      </select>
      <Icon of={Funnel} />
      <Icon of={ChevronDown} size={16} />
    </div>
  );
}
