import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, use, useEffect } from 'react';
import type { Role } from '#contract/roles.ts';
import { openArea } from './area.ts';

interface SignedInProps {
  userId: string;
  role: Role;
  children: ReactNode;
}

/** The data of one person: the cache that the device kept is there before the first screen draws. */
export function SignedIn({ userId, role, children }: SignedInProps) {
  const area = openArea(userId);
  use(area.restored);
  useEffect(() => area.close, [area]);
  useEffect(() => area.start(role), [area, role]);
  return <QueryClientProvider client={area.queryClient}>{children}</QueryClientProvider>;
}
