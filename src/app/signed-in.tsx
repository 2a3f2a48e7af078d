import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { Role } from '#contract/roles.ts';
import { Spinner } from '#src/ui/index.ts';
import { openUserScope } from './user-scope.ts';

interface SignedInProps {
  userId: string;
  role: Role;
  children: ReactNode;
}

/** The data of one person: the cache that the device kept is there before the first screen draws. */
export function SignedIn({ userId, role, children }: SignedInProps) {
  const area = openUserScope(userId);
  const [ready, setReady] = useState(area.isRestored);

  useEffect(() => {
    let left = false;
    void area.restored.then(() => left || setReady(true));
    return () => {
      left = true;
      area.close();
    };
  }, [area]);
  useEffect(() => area.start(role), [area, role]);

  // No Suspense: React keeps a fallback for 300 ms, however short the wait was.
  if (!ready) return <Spinner page />;
  return <QueryClientProvider client={area.queryClient}>{children}</QueryClientProvider>;
}
