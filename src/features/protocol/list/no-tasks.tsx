import ListChecks from 'lucide-react/icons/list-checks';
import SearchX from 'lucide-react/icons/search-x';
import type { TaskFilter } from '#contract/task-order.ts';
import { ButtonLink, EmptyState } from '#src/ui/index.ts';

const noneWords: Record<TaskFilter, { title: string; words: string }> = {
  open: { title: 'Открытых поручений нет', words: 'Всё, что поручали, выполнено или отменено.' },
  overdue: { title: 'Просроченных поручений нет', words: 'Все сроки, которые наступили, соблюдены.' },
  done: { title: 'Выполненных поручений пока нет', words: 'Отметьте кружком то, что сделано: оно появится здесь.' },
};

interface NoTasksProps {
  search: string | undefined;
  status: TaskFilter | undefined;
  page: number;
}

/** Why there are no tasks, and what to do. */
export function NoTasks({ search, status, page }: NoTasksProps) {
  const back = <ButtonLink to="/main/protocols?tab=tasks">Показать все поручения</ButtonLink>;
  if (search) {
    return (
      <EmptyState icon={SearchX} title="Ничего не нашлось" actions={back}>
        Попробуйте другое слово.
      </EmptyState>
    );
  }
  if (status && page === 1) {
    return (
      <EmptyState icon={ListChecks} title={noneWords[status].title} actions={back}>
        {noneWords[status].words}
      </EmptyState>
    );
  }
  if (page > 1) return <EmptyState icon={ListChecks} title="На этой странице ничего нет" actions={back} />;
  return (
    <EmptyState
      icon={ListChecks}
      title="Поручений пока нет"
      actions={<ButtonLink to="/main/protocols">К протоколам</ButtonLink>}
    >
      Поручение даётся в протоколе: откройте его и добавьте, кому, что и к какому сроку сделать.
    </EmptyState>
  );
}
