import type { Protocol } from '#contract/protocol.ts';
import type { Stage } from '#contract/stage.ts';
import { Card } from '#src/components/card.tsx';
import { DataList } from '#src/components/data-list.tsx';
import { QueryView } from '#src/components/query-view.tsx';
import { protocolTitle } from '#src/lib/protocol-title.ts';
import { useProtocolList } from '#src/lib/writes/use-laid-protocols.ts';
import styles from './home-screen.module.css';

const nextSteps: Partial<Record<Stage, string>> = {
  error_video_process: 'Обработка остановилась: повторите её',
  video_uploaded: 'Видео получено: запустите обработку',
  success_video_process: 'Черновик готов: проверьте и завершите',
  finish: 'Завершён: сформируйте итоговый',
};
const order = Object.keys(nextSteps);
const shown = 5;

/** The newest protocols that wait for the secretary, the most urgent first. */
export function Attention() {
  const query = useProtocolList();
  return (
    <Card bare>
      <div className={styles.head}>
        <h2>Ждут вас</h2>
      </div>
      <QueryView query={query}>
        {({ rows }) => {
          const waiting = rows.filter(({ stage }) => nextSteps[stage]).sort(byUrgency);
          if (waiting.length === 0) return <p className={styles.nothing}>Все недавние протоколы в порядке.</p>;
          return (
            <DataList
              label="Ждут вас"
              rows={waiting.slice(0, shown).map((protocol) => ({
                id: protocol.id,
                title: protocolTitle(protocol),
                to: `/main/protocols/${encodeURIComponent(protocol.id)}`,
                note: nextSteps[protocol.stage],
              }))}
            />
          );
        }}
      </QueryView>
    </Card>
  );
}

function byUrgency(a: Protocol, b: Protocol): number {
  return order.indexOf(a.stage) - order.indexOf(b.stage);
}
