import type * as z from 'zod/mini';
import type { managerStatistics } from '#contract/statistics.ts';
import { Counts } from '#src/ui/index.ts';

/** The sums over all the manager's secretaries; without them what is still coming. */
export function Totals({ totals }: { totals: z.infer<typeof managerStatistics> | undefined }) {
  return (
    <Counts
      none="Сервер не прислал показателей"
      isComing={totals === undefined}
      items={[
        { key: 'secretaries', value: totals?.secretaries, words: ['секретарь', 'секретаря', 'секретарей'] },
        { key: 'meetings', value: totals?.meetings, words: ['встреча', 'встречи', 'встреч'] },
        { key: 'protocols', value: totals?.protocols, words: ['протокол', 'протокола', 'протоколов'] },
        {
          key: 'final_protocols',
          value: totals?.final_protocols,
          words: ['итоговый протокол', 'итоговых протокола', 'итоговых протоколов'],
        },
        { key: 'tasks', value: totals?.tasks, words: ['поручение', 'поручения', 'поручений'] },
        { key: 'done_tasks', value: totals?.done_tasks, words: ['выполнено', 'выполнено', 'выполнено'] },
        {
          key: 'overdue_tasks',
          value: totals?.overdue_tasks,
          words: ['просрочено', 'просрочено', 'просрочено'],
          tone: 'bad',
        },
      ]}
    />
  );
}
