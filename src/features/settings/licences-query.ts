import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { NetworkError, ReplyError } from '#src/sync/index.ts';

const licences = z.object({
  packages: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      licence: z.catch(z.optional(z.string()), undefined),
      text: z.optional(z.number()),
    }),
  ),
  texts: z.array(z.string()),
});

/** What others wrote of the app, and the terms of it: the build lays it beside the app (scripts/licences.ts). */
export function licencesQuery() {
  return queryOptions({
    queryKey: ['licences'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const reply = await fetch('/licences.json', { signal }).catch((cause: unknown) => {
        throw new NetworkError('the licences', { cause });
      });
      const parsed = z.safeParse(licences, await reply.json().catch(() => undefined));
      if (!parsed.success) throw new ReplyError('the licences are not beside the app');
      return parsed.data;
    },
  });
}
