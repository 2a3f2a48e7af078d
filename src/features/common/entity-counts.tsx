import type * as z from 'zod/mini';
import type { entityCounts, taskCounts } from '#contract/statistics.ts';
import { Counts } from '#src/ui/index.ts';

/** How much of each one secretary has; without them what is still coming. */
export function EntityCounts({ counts }: { counts: z.infer<typeof entityCounts> | undefined }) {
  const { meetings, protocols, final_protocols, tasks, keywords } = counts ?? {};
  return (
    <Counts
      none="Сервер не прислал показателей"
      isComing={counts === undefined}
      items={[
        { key: 'meetings', value: meetings, words: ['встреча', 'встречи', 'встреч'] },
        { key: 'protocols', value: protocols, words: ['протокол', 'протокола', 'протоколов'] },
        {
          key: 'final_protocols',
          value: final_protocols,
          words: ['итоговый протокол', 'итоговых протокола', 'итоговых протоколов'],
        },
        { key: 'tasks', value: tasks, words: ['поручение', 'поручения', 'поручений'] },
        { key: 'keywords', value: keywords, words: ['ключевое слово', 'ключевых слова', 'ключевых слов'] },
      ]}
    />
  );
}

/** A secretary's tasks by status; the overdue ones are part of those that are open; without them what is still coming. */
export function TaskCounts({ counts }: { counts: z.infer<typeof taskCounts> | undefined }) {
  const { total, new: fresh, in_progress, done, cancelled, overdue } = counts ?? {};
  return (
    <Counts
      none="Сервер не прислал показателей"
      isComing={counts === undefined}
      items={[
        { key: 'total', value: total, words: ['поручение всего', 'поручения всего', 'поручений всего'] },
        { key: 'new', value: fresh, words: ['новое', 'новых', 'новых'] },
        { key: 'in_progress', value: in_progress, words: ['в работе', 'в работе', 'в работе'] },
        { key: 'done', value: done, words: ['выполнено', 'выполнено', 'выполнено'] },
        { key: 'cancelled', value: cancelled, words: ['отменено', 'отменено', 'отменено'] },
        { key: 'overdue', value: overdue, words: ['просрочено', 'просрочено', 'просрочено'], tone: 'bad' },
      ]}
    />
  );
}
