import { useQueries, useQueryClient } from '@tanstack/react-query';
import { protocolTitle } from '#src/lib/protocol-title.ts';
import { cachedProtocol, protocolQuery } from '#src/lib/queries/protocols.ts';
import { layProtocol } from '#src/lib/writes/lay-protocols.ts';
import { useWrites } from '#src/lib/writes/use-writes.ts';

/** The titles of protocols of whom only the id is known: as the device has them, else read one by one. */
export function useProtocolTitles(ids: readonly (string | null | undefined)[]): Map<string, string> {
  const client = useQueryClient();
  const rows = useWrites();
  const wanted = [...new Set(ids.filter((id) => id !== null && id !== undefined))];
  const known = new Map(wanted.map((id) => [id, layProtocol(cachedProtocol(client, id), id, rows)]));
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
