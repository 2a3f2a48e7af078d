import Settings from 'lucide-react/icons/settings';
import { noticeSettingsAddress } from '#src/data/notice/index.ts';
import { NoticeList } from '#src/features/notices/notice-list.tsx';
import { closeNotices } from '#src/features/notices/notice-panel.ts';
import { ButtonLink } from '#src/ui/index.ts';
import { SideDrawer } from './side-drawer.tsx';

/** Drawer with the person's notices. */
export function NoticeDrawer() {
  return (
    <SideDrawer
      title="Уведомления"
      tools={
        <ButtonLink to={noticeSettingsAddress} size="small" variant="quiet" icon={Settings} onClick={closeNotices}>
          Настроить
        </ButtonLink>
      }
      onClose={closeNotices}
    >
      <NoticeList onLeave={closeNotices} />
    </SideDrawer>
  );
}
