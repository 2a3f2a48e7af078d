import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { SettingsScreen } from '#src/features/settings/settings-screen.tsx';
import { tabOf, useSettingsTab } from '#src/features/tabs/index.ts';
import { Spinner } from '#src/ui/index.ts';

const ParticipationScreen = lazy(async () => ({
  default: (await import('#src/features/protocol/participation/participation-screen.tsx')).ParticipationScreen,
}));

/** /main/settings: the profile and the app; with ?tab=tasks, meetings or protocols the person's own participation. */
export function SettingsArea() {
  const { search } = useLocation();
  const tab = useSettingsTab();
  if (tab === undefined) return <Spinner page />;
  if (tab === 'profile' || tab === 'notices' || tab === 'documents' || tab === 'state') {
    return <SettingsScreen tab={tab} />;
  }
  // The tab is written into the address, so that it stays open when no tasks are left.
  if (tabOf(search) === undefined) return <Navigate to={`?tab=${tab}`} replace />;
  return (
    <Suspense fallback={<Spinner page />}>
      <ParticipationScreen tab={tab} />
    </Suspense>
  );
}
