import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { SignedOffVersion } from '#contract/document.ts';
import type { Protocol } from '#contract/protocol.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { versionQuery, versionsQuery } from './queries.ts';
import { useEditionOfAddress } from './version-list.tsx';

interface SignedVersion {
  version: SignedOffVersion | undefined;
  /** What this device does not have, in words that also tell what is printed instead. */
  missing: string[];
  isComing: boolean;
}

/**
 * Returns the version that the address names, or else the one in force of a final protocol; none for a protocol that is
 * still edited.
 */
export function useSignedVersion({ id, stage }: Protocol): SignedVersion {
  const { edition } = useEditionOfAddress();
  // Undefined at first, even where the server was reached before: meanwhile the data of this device are used.
  const { documents } = useOffers();
  const isSigned = documents !== false && (edition !== undefined || stage === 'final');
  const enabled = documents === true && isSigned;
  const list = useQuery({ ...versionsQuery(id), enabled: enabled && edition === undefined });
  const asked = edition ?? list.data?.find(({ reopened_for }) => !reopened_for)?.edition;
  const read = useQuery({ ...versionQuery(id, asked ?? 0), enabled: enabled && asked !== undefined });
  if (!isSigned) return { version: undefined, missing: [], isComing: documents === undefined };
  const missing =
    edition === undefined
      ? 'подписанная версия (поручения показаны такими, какими стали)'
      : `версия ${edition} (показан протокол, какой он сейчас)`;
  const isComing = documents === undefined || isReading(list) || isReading(read);
  return { version: read.data, missing: [missing], isComing };
}

/** Whether it may still arrive: not after a failure, and not without a connection. */
const isReading = ({ data, fetchStatus, failureCount }: UseQueryResult) =>
  data === undefined && fetchStatus === 'fetching' && failureCount === 0;
