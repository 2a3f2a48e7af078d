import type { LucideIcon } from 'lucide-react';
import CalendarDays from 'lucide-react/icons/calendar-days';
import FileText from 'lucide-react/icons/file-text';
import House from 'lucide-react/icons/house';
import LogOut from 'lucide-react/icons/log-out';
import Settings from 'lucide-react/icons/settings';
import UsersRound from 'lucide-react/icons/users-round';
import { Link, NavLink } from 'react-router-dom';
import type { Role } from '#contract/roles.ts';
import { Icon, Logo } from '#src/ui/index.ts';
import { landing } from './access.ts';
import styles from './nav-rail.module.css';
import { QueueIndicator } from './queue-indicator.tsx';

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

/** The navigation bar: what the role may open, how the line and the queue are, and the way out. */
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
        <QueueIndicator />
        <button type="button" className={styles.link} aria-label="Выйти" onClick={onLogout}>
          <Icon of={LogOut} />
          <span className={styles.caption}>Выйти</span>
        </button>
      </div>
    </nav>
  );
}
