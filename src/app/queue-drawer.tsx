import CircleCheck from 'lucide-react/icons/circle-check';
import X from 'lucide-react/icons/x';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { closeQueue, SendQueue, useQueueStatus } from '#src/features/queue/index.ts';
import { EmptyState, IconButton } from '#src/ui/index.ts';
import styles from './queue-drawer.module.css';

/** The queue beside the screen that it was opened on; Escape, the cross and a click beside it close it. */
export function QueueDrawer({ wanted }: { wanted: readonly string[] }) {
  const { words, total, state } = useQueueStatus();
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) closeQueue();
      }}
    >
      <Modal className={styles.drawer ?? ''}>
        <Dialog className={styles.dialog ?? ''}>
          <div className={styles.top}>
            <Heading slot="title" level={2} className={styles.heading ?? ''}>
              Очередь отправки
            </Heading>
            <IconButton icon={X} label="Закрыть" onClick={closeQueue} />
          </div>
          {total > 0 || state === 'offline' ? <p className={styles.words}>{words}.</p> : null}
          <div className={styles.body}>
            <SendQueue
              wanted={wanted}
              empty={
                <EmptyState icon={CircleCheck} title="Всё отправлено">
                  Здесь видно, что ещё не дошло до сервера: изменения, сделанные без подключения, и загружаемые видео.
                </EmptyState>
              }
            />
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
