import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { tabOf, useSettingsTab } from '#src/features/common/index.ts';
import { SettingsScreen } from '#src/features/settings/settings-screen.tsx';
import { Spinner } from '#src/ui/index.ts';

const ParticipationScreen = lazy(async () => ({
  default: (await import('#src/features/protocol/participation/participation-screen.tsx')).ParticipationScreen,
}));

/** /main/settings: the profile and the app; under ?tab=tasks, meetings and protocols what one takes part in. */
export function SettingsArea() {
  const { search } = useLocation();
  const tab = useSettingsTab();
  if (tab === undefined) return <Spinner page />;
  if (tab === 'profile' || tab === 'notices' || tab === 'documents' || tab === 'state') {
    return <SettingsScreen tab={tab} />;
  }
  // The address says where one is, so that it stays there when nothing waits any more.
  if (tabOf(search) === undefined) return <Navigate to={`?tab=${tab}`} replace />;
  return (
    <Suspense fallback={<Spinner page />}>
      <ParticipationScreen tab={tab} />
    </Suspense>
  );
}
