import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { SignedOffVersion } from '#contract/document.ts';
import type { Protocol } from '#contract/protocol.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { versionQuery, versionsQuery } from './queries.ts';
import { useEditionOfAddress } from './version-list.tsx';

interface SignedVersion {
  version: SignedOffVersion | undefined;
  /** What is printed in its place, where this device does not have it. */
  missing: string[];
  isComing: boolean;
}

/** The version that the address names, else the one in force of a final protocol; nothing of a protocol that is worked on. */
export function useSignedVersion({ id, stage }: Protocol): SignedVersion {
  const { edition } = useEditionOfAddress();
  // Undefined at first, also where the server was heard long ago: what this device has is read meanwhile.
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

/** Whether it may still come: not where it was refused once, and not without a connection. */
const isReading = ({ data, fetchStatus, failureCount }: UseQueryResult) =>
  data === undefined && fetchStatus === 'fetching' && failureCount === 0;
