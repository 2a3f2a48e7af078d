import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { useOffers } from '#src/data/provider/index.ts';
import { isBodiesTab } from '#src/features/common/index.ts';
import { MeetingsScreen } from '#src/features/meetings/meetings-screen.tsx';
import { Spinner } from '#src/ui/index.ts';

const BodiesScreen = lazy(async () => ({
  default: (await import('#src/features/protocol/bodies/bodies-screen.tsx')).BodiesScreen,
}));

/** /main/meetings: the calendar; with ?tab=bodies the commissions and departments, where the server keeps them. */
export function MeetingsArea() {
  const { search } = useLocation();
  const isOffered = useOffers().bodies !== false;
  if (!isOffered || !isBodiesTab(search)) return <MeetingsScreen />;
  return (
    <Suspense fallback={<Spinner page />}>
      <BodiesScreen />
    </Suspense>
  );
}
