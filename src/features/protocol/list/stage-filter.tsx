import { type Stage, stages, stageWords } from '#contract/stage.ts';
import { ChoiceFilter } from './choice-filter.tsx';

interface StageFilterProps {
  value: Stage | undefined;
  onChange: (stage: Stage | undefined) => void;
}

/** Which stage the list of protocols is narrowed to. */
export function StageFilter(props: StageFilterProps) {
  return <ChoiceFilter label="Стадия" all="Все стадии" choices={stages} words={stageWords} {...props} />;
}
