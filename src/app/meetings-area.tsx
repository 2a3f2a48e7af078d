import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { readHeldPlace } from '#src/data/meeting/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { MeetingsScreen } from '#src/features/meetings/meetings-screen.tsx';
import { isBodiesTab } from '#src/features/tabs/index.ts';
import { Spinner } from '#src/ui/index.ts';

const BodiesScreen = lazy(async () => ({
  default: (await import('#src/features/protocol/bodies/bodies-screen.tsx')).BodiesScreen,
}));

const HeldMeetingsScreen = lazy(async () => ({
  default: (await import('#src/features/meetings/held-meetings-screen.tsx')).HeldMeetingsScreen,
}));

/** /main/meetings: the calendar; under ?list= what a figure counts; and under ?tab=bodies the commissions and departments, where the server keeps them. */
export function MeetingsArea() {
  const { search } = useLocation();
  const { bodies, heldMeetings } = useOffers();
  const held = heldMeetings === false ? undefined : readHeldPlace(new URLSearchParams(search));
  const isBodies = bodies !== false && isBodiesTab(search);
  if (!isBodies && !held) return <MeetingsScreen />;
  return (
    <Suspense fallback={<Spinner page />}>
      {isBodies || !held ? <BodiesScreen /> : <HeldMeetingsScreen place={held} />}
    </Suspense>
  );
}
