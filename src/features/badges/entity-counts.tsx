import type * as z from 'zod/mini';
import type { entityCounts, taskCounts } from '#contract/statistics/statistics.ts';
import { Counts } from '#src/ui/index.ts';

interface Linked<T> {
  counts: T | undefined;
  /** Returns the address where what a figure counts is listed; undefined where it is listed nowhere. */
  linkOf?: ((key: string) => string | undefined) | undefined;
}

/** Totals of one secretary; shows them as loading while `counts` is undefined. */
export function EntityCounts({ counts, linkOf }: Linked<z.infer<typeof entityCounts>>) {
  const { meetings, coming_meetings, protocols, final_protocols, tasks, keywords } = counts ?? {};
  return (
    <Counts
      none="Сервер не прислал показателей"
      isComing={counts === undefined}
      items={[
        { key: 'meetings', value: meetings, words: ['встреча', 'встречи', 'встреч'] as const },
        // Without the coming meetings, «113 встреч» would read as if all had been held.
        ...(coming_meetings
          ? [{ key: 'coming_meetings', value: coming_meetings, words: ['впереди', 'впереди', 'впереди'] as const }]
          : []),
        { key: 'protocols', value: protocols, words: ['протокол', 'протокола', 'протоколов'] as const },
        {
          key: 'final_protocols',
          value: final_protocols,
          words: ['итоговый протокол', 'итоговых протокола', 'итоговых протоколов'] as const,
        },
        { key: 'tasks', value: tasks, words: ['поручение', 'поручения', 'поручений'] as const },
        { key: 'keywords', value: keywords, words: ['ключевое слово', 'ключевых слова', 'ключевых слов'] as const },
      ].map((item) => ({ ...item, to: linkOf?.(item.key) }))}
    />
  );
}

/** A secretary's tasks by status; overdue tasks are among the open ones. Loading while `counts` is undefined. */
export function TaskCounts({ counts, linkOf }: Linked<z.infer<typeof taskCounts>>) {
  const { total, new: fresh, in_progress, done, cancelled, overdue } = counts ?? {};
  return (
    <Counts
      none="Сервер не прислал показателей"
      isComing={counts === undefined}
      items={[
        { key: 'total', value: total, words: ['поручение всего', 'поручения всего', 'поручений всего'] as const },
        { key: 'new', value: fresh, words: ['новое', 'новых', 'новых'] as const },
        { key: 'in_progress', value: in_progress, words: ['в работе', 'в работе', 'в работе'] as const },
        { key: 'done', value: done, words: ['выполнено', 'выполнено', 'выполнено'] as const },
        { key: 'cancelled', value: cancelled, words: ['отменено', 'отменено', 'отменено'] as const },
        {
          key: 'overdue',
          value: overdue,
          words: ['просрочено', 'просрочено', 'просрочено'] as const,
          tone: 'bad' as const,
        },
      ].map((item) => ({ ...item, to: linkOf?.(item.key) }))}
    />
  );
}
