import { QueryClient } from '@tanstack/react-query';
import { ApiError, NetworkError } from './api-errors.ts';

const minute = 60_000;

/** How long what was fetched is kept at all, on the device too; 60 seconds of it count as fresh. */
export const keepFor = 7 * 24 * 60 * minute;

/** The cache of one signed-in person. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: minute, gcTime: keepFor, retry: worthRetrying },
      mutations: { gcTime: 0, networkMode: 'always' },
    },
  });
}

/** A lost line and a server in trouble may answer another time; a refusal stays one. */
function worthRetrying(failures: number, error: Error): boolean {
  if (error instanceof NetworkError) return failures < 3;
  return error instanceof ApiError && error.status >= 500 && failures < 2;
}
