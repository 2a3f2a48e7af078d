import Settings from 'lucide-react/icons/settings';
import X from 'lucide-react/icons/x';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { noticeSettingsAddress } from '#src/data/notice/index.ts';
import { NoticeList } from '#src/features/notices/notice-list.tsx';
import { closeNotices } from '#src/features/notices/notice-panel.ts';
import { ButtonLink, IconButton } from '#src/ui/index.ts';
import styles from './queue-drawer.module.css';

/** The notices beside the screen that they were opened on; Escape, the cross and a click beside them close them. */
export function NoticeDrawer() {
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) closeNotices();
      }}
    >
      <Modal className={styles.drawer ?? ''}>
        <Dialog className={styles.dialog ?? ''}>
          <div className={styles.top}>
            <Heading slot="title" level={2} className={styles.heading ?? ''}>
              Уведомления
            </Heading>
            <span className={styles.tools}>
              <ButtonLink
                to={noticeSettingsAddress}
                size="small"
                variant="quiet"
                icon={Settings}
                onClick={closeNotices}
              >
                Настроить
              </ButtonLink>
              <IconButton icon={X} label="Закрыть" onClick={closeNotices} />
            </span>
          </div>
          <div className={styles.body}>
            <NoticeList onLeave={closeNotices} />
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
