import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Role } from '#contract/roles.ts';
import { useSession } from '#src/sync/index.ts';
import { closeShortcutHelp, followKeys, useShortcutHelp, whenIdle, withScreens } from '#src/ui/index.ts';
import { appShortcuts } from './app-shortcuts.ts';
import { areShortcutsOn } from './shortcut-choice.ts';

const load = () => import('./shortcut-help-dialog.tsx');
const ShortcutHelpDialog = lazy(async () => ({ default: (await load()).ShortcutHelpDialog }));

/** Listens for the shortcuts of a signed-in person, and shows which there are. */
export function Shortcuts({ role }: { role: Role }) {
  const { userId = '' } = useSession();
  const isHelpOpen = useShortcutHelp();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // As a link does: the place that is shown already makes no second entry in the history.
  const go = (to: string) => void navigate(to, { replace: to === pathname + search });
  const own = appShortcuts(role, go);
  const active = useEffectEvent(() => (areShortcutsOn(userId) ? withScreens(own) : []));

  useLayoutEffect(() => followKeys(() => active()), []);
  // There before the connection is gone, once the screen stands.
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), []);
  // What one person had open is not there for the next.
  useEffect(() => closeShortcutHelp, []);

  if (!isHelpOpen) return null;
  return (
    <Suspense fallback={null}>
      <ShortcutHelpDialog userId={userId} shortcuts={withScreens(own)} />
    </Suspense>
  );
}
