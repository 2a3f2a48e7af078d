import CircleCheck from 'lucide-react/icons/circle-check';
import { closeQueue, SendQueue, useQueueStatus } from '#src/features/queue/index.ts';
import { EmptyState } from '#src/ui/index.ts';
import { SideDrawer } from './side-drawer.tsx';

/** Drawer with the send queue. */
export function QueueDrawer({ wanted }: { wanted: readonly string[] }) {
  const { words, total, state } = useQueueStatus();
  return (
    <SideDrawer
      title="Очередь отправки"
      words={total > 0 || state === 'offline' ? `${words}.` : undefined}
      onClose={closeQueue}
    >
      <SendQueue
        wanted={wanted}
        empty={
          <EmptyState icon={CircleCheck} title="Всё отправлено">
            Здесь видно, что ещё не дошло до сервера: изменения, сделанные без подключения, и загружаемые видео.
          </EmptyState>
        }
      />
    </SideDrawer>
  );
}
