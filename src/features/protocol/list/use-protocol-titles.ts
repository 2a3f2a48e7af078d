import { useQueries, useQueryClient } from '@tanstack/react-query';
import { applyToProtocol, cachedProtocol, protocolQuery, protocolTitle } from '#src/data/protocol/index.ts';
import { useQueuedMutations } from '#src/sync/index.ts';

/** The titles of protocols of whom only the id is known: as the device has them, else read one by one. */
export function useProtocolTitles(ids: readonly (string | null | undefined)[]): Map<string, string> {
  const client = useQueryClient();
  const rows = useQueuedMutations();
  const wanted = [...new Set(ids.filter((id) => id !== null && id !== undefined))];
  const known = new Map(wanted.map((id) => [id, applyToProtocol(cachedProtocol(client, id), id, rows)]));
  const answers = useQueries({
    queries: wanted.map((id) => ({
      ...protocolQuery(id),
      enabled: !known.get(id),
      retry: false,
      refetchInterval: false as const,
    })),
  });
  return new Map(
    wanted.flatMap((id, index) => {
      const protocol = known.get(id) ?? answers[index]?.data;
      return protocol ? [[id, protocolTitle(protocol)] as const] : [];
    }),
  );
}
