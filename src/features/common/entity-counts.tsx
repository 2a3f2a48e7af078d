import type * as z from 'zod/mini';
import type { entityCounts } from '#contract/statistics.ts';
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
