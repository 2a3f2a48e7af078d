import { useCurrentUser } from '#src/data/person/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { Card } from '#src/ui/index.ts';
import { ProfileForm } from './profile-form.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';

/** Who is signed in, to be changed by them. */
export function ProfileCard() {
  const query = useCurrentUser();
  return (
    <Card title="Профиль">
      <QueryView query={query} skeleton={<ProfileSkeleton />}>
        {(me) => <ProfileForm key={me.id} me={me} />}
      </QueryView>
    </Card>
  );
}
