import { type TaskFilter as Filter, taskFilters } from '#contract/task-order.ts';
import { ChoiceFilter } from './choice-filter.tsx';

const words: Record<Filter, string> = { open: 'Открытые', overdue: 'Просроченные', done: 'Выполненные' };

interface TaskFilterProps {
  value: Filter | undefined;
  onChange: (filter: Filter | undefined) => void;
}

/** Which tasks the list is narrowed to. */
export function TaskFilter(props: TaskFilterProps) {
  return <ChoiceFilter label="Статус" all="Все поручения" choices={taskFilters} words={words} {...props} />;
}
