import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { participants, type Role } from '#contract/roles.ts';
import { useHasNotices } from '#src/data/notice/index.ts';
import { ownTasksQuery } from '#src/data/participation/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useSession } from '#src/sync/index.ts';
import { SectionTabs } from '#src/ui/index.ts';

const settings = '/main/settings';

/** The parts of /main/settings itself, by the `tab` of its query; `profile` is there without one. */
export type SettingsTab = 'profile' | 'notices' | 'documents' | 'state' | 'tasks' | 'meetings' | 'protocols';

/** The parts of the settings that the role may open; none where there is but one. */
export function SettingsTabs() {
  const { role } = useSession();
  const { pathname } = useLocation();
  const offered = useOfferedTabs();
  const open = useSettingsTab();
  if (!role) return null;
  const part = (tab: SettingsTab, title: string, to = `${settings}?tab=${tab}`) =>
    offered.includes(tab) ? [{ to, title, current: pathname === settings && open === tab }] : [];
  const isStaff = role !== 'external';
  // Who only takes part comes for that; the profile is last, under an address that leads on to nothing else.
  const profile = part('profile', 'Профиль и приложение', isStaff ? settings : undefined);
  const notices = part('notices', 'Уведомления');
  const own = [
    ...part('tasks', 'Мои поручения'),
    ...part('meetings', 'Мои встречи'),
    ...part('protocols', 'Протоколы'),
  ];
  const links = [
    ...(isStaff ? profile : []),
    ...(isStaff ? notices : []),
    ...(isStaff ? [{ to: `${settings}/users`, title: 'Пользователи' }] : []),
    ...(role === 'secretary' ? [{ to: `${settings}/keywords`, title: 'Ключевые слова' }] : []),
    ...part('documents', 'Документы'),
    ...part('state', 'Состояние'),
    ...own,
    ...(isStaff ? [] : [...notices, ...profile]),
  ];
  return links.length > 1 ? <SectionTabs label="Настройки" tabs={links} /> : null;
}

/**
 * The open tab of the settings. Who only takes part lands at their tasks, where some wait; undefined while that is being
 * asked.
 */
export function useSettingsTab(): SettingsTab | undefined {
  const { search } = useLocation();
  const { role } = useSession();
  const { participation } = useOffers();
  const offered = useOfferedTabs();
  const named = tabOf(search);
  const isLanding = role === 'external' && named === undefined && participation !== false;
  const open = useQuery({ ...ownTasksQuery({ status: 'open' }), enabled: isLanding && participation === true });
  if (isLanding) {
    if (open.data) return open.data.rows.length > 0 ? 'tasks' : 'profile';
    return open.isError || open.fetchStatus === 'paused' ? 'profile' : undefined;
  }
  return named && offered.includes(named) ? named : 'profile';
}

/** The tab that the query of the settings' address names. */
export function tabOf(search: string): SettingsTab | undefined {
  const named = new URLSearchParams(search).get('tab');
  return tabs.find((tab) => tab === named);
}

/** Who may be given tasks and take part in meetings. */
const isParticipant = (role: Role) => participants.some((each) => each === role);

const tabs: readonly SettingsTab[] = ['profile', 'notices', 'documents', 'state', 'tasks', 'meetings', 'protocols'];

/** The tabs of this role on this server; that of the documents stays as long as it is not known which server it is. */
function useOfferedTabs(): SettingsTab[] {
  const { role } = useSession();
  const { documents, documentSettings, serverState, participation } = useOffers();
  const { search } = useLocation();
  const hasNotices = useHasNotices();
  const own: readonly SettingsTab[] = role && isParticipant(role) ? ['tasks', 'meetings', 'protocols'] : [];
  const hasDocuments = documents || (documentSettings && tabOf(search) === 'documents');
  return [
    'profile',
    ...(hasNotices ? (['notices'] as const) : []),
    ...(role === 'admin' && hasDocuments ? (['documents'] as const) : []),
    ...(role === 'admin' && serverState ? (['state'] as const) : []),
    ...(participation ? own : []),
  ];
}
