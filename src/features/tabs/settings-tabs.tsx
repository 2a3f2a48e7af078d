import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { OwnMeeting } from '#contract/participation/participation.ts';
import { participants, type Role } from '#contract/roles.ts';
import { useHasNotices } from '#src/data/notice/index.ts';
import { ownMeetingsQuery, ownProtocolsQuery, ownTasksQuery } from '#src/data/participation/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { readDate } from '#src/format/index.ts';
import { useSession } from '#src/sync/index.ts';
import { SectionTabs } from '#src/ui/index.ts';

const settings = '/main/settings';

/** The sections of /main/settings itself, by the `tab` of its query; without one it is `profile`. */
export type SettingsTab = 'profile' | 'notices' | 'documents' | 'state' | 'tasks' | 'meetings' | 'protocols';

/** Tabs of the settings that the role may open; renders nothing where there is only one. */
export function SettingsTabs({ open }: { open?: SettingsTab }) {
  const { role } = useSession();
  const offered = useOfferedTabs();
  if (!role) return null;
  // A tab is shown until the server is known to lack it: one that came later would move the screen below.
  const part = (tab: SettingsTab, title: string, to = `${settings}?tab=${tab}`) =>
    offered[tab] === false ? [] : [{ to, title, current: open === tab }];
  const isStaff = role !== 'external';
  // For an external the own work comes first and the profile last: for them /main/settings without a tab may open the
  // tasks.
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
 * Returns the open tab of the settings; undefined while the server has not yet said whether it has the named one. An
 * external person lands on their tasks if some are open, else on their meetings or protocols if there are any; undefined
 * while that is being asked.
 */
export function useSettingsTab(): SettingsTab | undefined {
  const { search } = useLocation();
  const { role } = useSession();
  const { participation } = useOffers();
  const offered = useOfferedTabs();
  const named = tabOf(search);
  const isLanding = role === 'external' && named === undefined && participation !== false;
  const landing = useLandingTab(isLanding && participation === true);
  if (isLanding) return landing;
  if (named === undefined || offered[named] === false) return 'profile';
  return offered[named] ? named : undefined;
}

function useLandingTab(isAsked: boolean): SettingsTab | undefined {
  const [now] = useState(() => new Date());
  const open = useQuery({ ...ownTasksQuery({ status: 'open' }), enabled: isAsked });
  const isWithoutTasks = isAsked && open.data?.rows.length === 0;
  const meetings = useQuery({ ...ownMeetingsQuery(now), enabled: isWithoutTasks });
  const protocols = useQuery({ ...ownProtocolsQuery(1), enabled: isWithoutTasks });
  if (isUnanswered(open)) return 'profile';
  if (!open.data) return undefined;
  if (open.data.rows.length > 0) return 'tasks';
  const isComing = ({ end_at, start_at }: OwnMeeting) => (readDate(end_at) ?? readDate(start_at) ?? now) >= now;
  if (meetings.data?.some(isComing)) return 'meetings';
  if (!meetings.data && !isUnanswered(meetings)) return undefined;
  if (protocols.data && protocols.data.rows.length > 0) return 'protocols';
  if (!protocols.data && !isUnanswered(protocols)) return undefined;
  return meetings.data && meetings.data.length > 0 ? 'meetings' : 'profile';
}

/** Whether a query has no answer and gets none now. */
function isUnanswered({ data, isError, fetchStatus }: UseQueryResult): boolean {
  return data === undefined && (isError || fetchStatus === 'paused');
}

/** Returns the tab that the query of the settings' address names. */
export function tabOf(search: string): SettingsTab | undefined {
  const named = new URLSearchParams(search).get('tab');
  return tabs.find((tab) => tab === named);
}

/** Whether a role may be given tasks and take part in meetings. */
const isParticipant = (role: Role) => participants.some((each) => each === role);

const tabs: readonly SettingsTab[] = ['profile', 'notices', 'documents', 'state', 'tasks', 'meetings', 'protocols'];

/**
 * Says of each tab whether this role has it on this server; undefined while that is not known. The tab of the documents,
 * once named, stays until the server is known to lack it.
 */
function useOfferedTabs(): Record<SettingsTab, boolean | undefined> {
  const { role } = useSession();
  const { documents, documentSettings, serverState, participation } = useOffers();
  const { search } = useLocation();
  const hasNotices = useHasNotices();
  const isAdmin = role === 'admin';
  const hasOwn = role && isParticipant(role) ? participation : false;
  return {
    profile: true,
    notices: hasNotices,
    documents: isAdmin && ((documentSettings && tabOf(search) === 'documents') || documents),
    state: isAdmin && serverState,
    tasks: hasOwn,
    meetings: hasOwn,
    protocols: hasOwn,
  };
}
