import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '#src/data/person/index.ts';
import { useSession } from '#src/sync/index.ts';

/** The id of who is signed in; undefined until it is known. */
export function useOwnId(): string | undefined {
  const { userId } = useSession();
  const me = useQuery({ ...currentUserQuery(), enabled: userId === undefined });
  return userId ?? me.data?.id;
}
