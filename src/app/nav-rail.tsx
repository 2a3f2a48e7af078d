import type { LucideIcon } from 'lucide-react';
import Bell from 'lucide-react/icons/bell';
import CalendarDays from 'lucide-react/icons/calendar-days';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import Cloud from 'lucide-react/icons/cloud';
import CloudOff from 'lucide-react/icons/cloud-off';
import CloudUpload from 'lucide-react/icons/cloud-upload';
import FileText from 'lucide-react/icons/file-text';
import House from 'lucide-react/icons/house';
import LogOut from 'lucide-react/icons/log-out';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import UsersRound from 'lucide-react/icons/users-round';
import { Link, NavLink } from 'react-router-dom';
import { calls } from '#contract/calls.ts';
import type { Role } from '#contract/roles.ts';
import { useHasNotices, useUnreadNotices } from '#src/data/notice/index.ts';
import { openNotices } from '#src/features/notices/notice-panel.ts';
import { openQueue, type QueueState, useQueueStatus } from '#src/features/queue/index.ts';
import { loadSearchPalette, openSearch } from '#src/features/search/index.ts';
import { counted } from '#src/format/index.ts';
import { classNames, Icon, Logo } from '#src/ui/index.ts';
import { landing, mayOpen } from './access.ts';
import styles from './nav-rail.module.css';

interface Entry {
  to: string;
  title: string;
  icon: LucideIcon;
  roles: readonly Role[];
}

const entries: Entry[] = [
  { to: '/main/home', title: 'Главная', icon: House, roles: ['secretary'] },
  { to: '/main/meetings', title: 'Встречи', icon: CalendarDays, roles: ['secretary'] },
  { to: '/main/protocols', title: 'Протоколы', icon: FileText, roles: ['secretary'] },
  { to: '/main/secretaries', title: 'Секретари', icon: UsersRound, roles: ['manager'] },
  { to: '/main/settings', title: 'Настройки', icon: Settings, roles: ['admin', 'manager', 'secretary'] },
];

/** Navigation rail: the sections of the role, the state of the connection and the queue, and the sign-out button. */
export function NavRail({ role, onLogout }: { role: Role; onLogout: () => void }) {
  return (
    <nav className={styles.rail} aria-label="Разделы">
      <Link to={landing(role)} className={styles.logo} aria-label="Протокол, на главный экран">
        <Logo />
      </Link>
      <ul className={styles.links}>
        {entries
          .filter(({ roles }) => roles.includes(role))
          .map(({ to, title, icon }) => (
            <li key={to}>
              <NavLink to={to} className={styles.link ?? ''}>
                <Icon of={icon} />
                {title}
              </NavLink>
            </li>
          ))}
      </ul>
      <div className={styles.foot}>
        <NoticeBell />
        {mayOpen(calls.search.access, role) ? <SearchButton /> : null}
        <QueueIndicator />
        <button type="button" className={styles.link} aria-label="Выйти" onClick={onLogout}>
          <Icon of={LogOut} />
          <span className={styles.caption}>Выйти</span>
        </button>
      </div>
    </nav>
  );
}

/** Button that opens the notices and shows the number of unread ones; renders nothing where there are no notices. */
function NoticeBell() {
  const hasNotices = useHasNotices();
  const unread = useUnreadNotices() ?? 0;
  // Until this is known the same content holds the place, hidden, so that nothing beside or below it moves later.
  if (hasNotices === undefined) {
    return (
      <span className={classNames(styles.link, styles.held)} aria-hidden>
        <Icon of={Bell} />
        <span className={styles.caption}>Уведомления</span>
      </span>
    );
  }
  if (!hasNotices) return null;
  return (
    <button
      type="button"
      className={styles.link}
      aria-haspopup="dialog"
      aria-label={`Уведомления: ${unread === 0 ? 'новых нет' : counted(unread, 'новое', 'новых', 'новых')}`}
      onClick={openNotices}
    >
      <span className={styles.icon}>
        <Icon of={Bell} />
        {unread > 0 ? (
          <span className={styles.count} aria-hidden>
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </span>
      <span className={styles.caption}>Уведомления</span>
    </button>
  );
}

/** Button that opens the search over everything. */
function SearchButton() {
  return (
    <button
      type="button"
      className={styles.link}
      aria-label="Поиск"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      title="Поиск (Ctrl + K)"
      onPointerEnter={() => void loadSearchPalette().catch(() => undefined)}
      onClick={openSearch}
    >
      <Icon of={Search} />
      <span className={styles.caption}>Поиск</span>
    </button>
  );
}

const icons: Record<QueueState, LucideIcon> = {
  online: Cloud,
  offline: CloudOff,
  sending: CloudUpload,
  waiting: Clock,
  attention: CircleAlert,
};

/** State of the connection and the queue, with the number of unsent things; opens «Очередь отправки». */
function QueueIndicator() {
  const { state, caption, words, total } = useQueueStatus();
  return (
    <button
      type="button"
      className={styles.link}
      aria-haspopup="dialog"
      aria-label={`${caption}. ${words}. Открыть очередь отправки`}
      title={words}
      onClick={() => openQueue()}
    >
      <span className={classNames(styles.icon, styles[state])}>
        <Icon of={icons[state]} />
        {total > 0 ? (
          <span className={styles.count} aria-hidden>
            {total > 99 ? '99+' : total}
          </span>
        ) : null}
      </span>
      <span className={styles.caption}>{caption}</span>
    </button>
  );
}
