import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { calls } from '#contract/calls.ts';
import type { Role } from '#contract/roles.ts';
import { openQueue, undoNewest, undoOffers } from '#src/features/queue/index.ts';
import { openSearch } from '#src/features/search/index.ts';
import { useSession } from '#src/sync/index.ts';
import {
  closeShortcutHelp,
  followKeys,
  openShortcutHelp,
  type Shortcut,
  useShortcutHelp,
  whenStarted,
  withScreens,
} from '#src/ui/index.ts';
import { access, mayOpen } from './access.ts';
import { shortcutAddresses } from './shortcut-addresses.ts';
import { areShortcutsOn } from './shortcut-choice.ts';

const load = () => import('./shortcut-help-dialog.tsx');
const ShortcutHelpDialog = lazy(async () => ({ default: (await load()).ShortcutHelpDialog }));

/** Listens for the shortcuts of a signed-in person, and shows the list of them. */
export function Shortcuts({ role }: { role: Role }) {
  const { userId = '' } = useSession();
  const isHelpOpen = useShortcutHelp();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // Like a link: the address that is already open adds no second history entry.
  const go = (to: string) => void navigate(to, { replace: to === pathname + search });
  const own = appShortcuts(role, go);
  const active = useEffectEvent(() => (areShortcutsOn(userId) ? withScreens(own) : []));

  useLayoutEffect(() => followKeys(() => active()), []);
  // Loaded in advance, after the first screen, for use offline.
  useEffect(() => whenStarted(() => void load().catch(() => undefined)), []);
  // Closed on unmount, so that it is not open for the next person.
  useEffect(() => closeShortcutHelp, []);

  if (!isHelpOpen) return null;
  return (
    <Suspense fallback={null}>
      <ShortcutHelpDialog userId={userId} shortcuts={withScreens(own)} />
    </Suspense>
  );
}

interface NavigationShortcut extends Omit<Shortcut, 'run'> {
  to: string;
  roles: readonly Role[];
}

/**
 * «g» stands for «go», as on other sites; the second letter is that of the section, in English or on the same Russian
 * key.
 */
const navigationShortcuts: readonly NavigationShortcut[] = [
  { keys: 'g h', title: 'Главная', group: 'Разделы', to: '/main/home', roles: access.home },
  { keys: 'g m', title: 'Встречи', group: 'Разделы', to: '/main/meetings', roles: access.meetings },
  { keys: 'g p', title: 'Протоколы', group: 'Разделы', to: '/main/protocols', roles: access.protocols },
  { keys: 'g t', title: 'Поручения', group: 'Разделы', to: '/main/protocols?tab=tasks', roles: access.protocols },
  { keys: 'g c', title: 'Секретари', group: 'Разделы', to: '/main/secretaries', roles: access.secretaries },
  { keys: 'g k', title: 'Ключевые слова', group: 'Разделы', to: '/main/settings/keywords', roles: access.keywords },
  { keys: 'g u', title: 'Пользователи', group: 'Разделы', to: '/main/settings/users', roles: access.users },
  { keys: 'g s', title: 'Настройки', group: 'Разделы', to: '/main/settings', roles: access.settings },
  { keys: 'n', title: 'Новая встреча', group: 'Создать', to: shortcutAddresses.meeting, roles: access.meetings },
  { keys: 'p', title: 'Новый протокол', group: 'Создать', to: shortcutAddresses.protocol, roles: access.protocols },
];

/** Only for roles that create something: others have nothing to restore. */
const undo: Shortcut = {
  keys: 'ctrl+z',
  title: 'Отменить удаление',
  group: 'Везде',
  run: () => void undoNewest(),
  isReady: () => undoOffers().length > 0,
};

/** The shortcut also works inside text fields: people often search while writing. */
const find: Shortcut = { keys: 'ctrl+k', title: 'Поиск', group: 'Везде', run: openSearch, isForWriters: true };

/** Returns the shortcuts of every screen, for what the role may open. */
function appShortcuts(role: Role, go: (to: string) => void): Shortcut[] {
  return [
    ...navigationShortcuts
      .filter(({ roles }) => mayOpen(roles, role))
      .map(({ keys, title, group, to }) => ({ keys, title, group, run: () => go(to) })),
    ...(mayOpen(calls.search.access, role) ? [find] : []),
    { keys: 'q', title: 'Очередь отправки', group: 'Везде', run: openQueue },
    ...(mayOpen(access.protocols, role) ? [undo] : []),
    { keys: '?', title: 'Сочетания клавиш', group: 'Везде', run: openShortcutHelp },
  ];
}
