import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { documentSettings, type SignedOffVersion } from '#contract/documents/document.ts';
import { buildDocument } from '#contract/documents/printed/build-document.ts';
import type { DocumentModel } from '#contract/documents/printed/document-model.ts';
import { printSettings } from '#contract/documents/printed/print-settings.ts';
import { printedAddress } from '#contract/documents/printed/printed-address.ts';
import { documentInput } from '#contract/documents/printed/protocol-input.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { knownBody, printedBody } from '#src/data/body/index.ts';
import { currentUserQuery, personName, useCurrentUser, usePeople } from '#src/data/person/index.ts';
import { documentSettingsQuery } from '#src/data/protocol/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useNamed } from '../editing/people.ts';
import { versionQuery, versionsQuery } from './queries.ts';
import { useEditionOfAddress } from './version-list.tsx';

export interface DeviceDocument {
  model: DocumentModel;
  /** What only the server's document would contain, in words: «настройки печати организации». */
  missing: string[];
  /** Whether a part of it is still being read. */
  isComing: boolean;
}

/**
 * Returns the document of a protocol: the signed version named by the address or in force, or else what this device
 * has.
 */
export function useDeviceDocument(protocol: Protocol): DeviceDocument {
  const signed = useSignedVersion(protocol);
  const live = useLiveDocument(protocol, signed.version === undefined);
  if (signed.version) return signedDocument(protocol.id, signed.version);
  return { ...live, missing: [...signed.missing, ...live.missing], isComing: signed.isComing || live.isComing };
}

/** Keeps the parts of the document that only the server has: the signed version, or the settings of the organization. */
export function useServerParts(protocol: Protocol): void {
  const { version } = useSignedVersion(protocol);
  usePrintSettings(version === undefined);
  // The owner is the secretary of a protocol without one. Unsent changes do not matter here, so nothing renders with them.
  useQuery(currentUserQuery());
}

function usePrintSettings(isWanted: boolean) {
  const { documents = false } = useOffers();
  const enabled = documents && isWanted;
  const { data, isFetching, failureCount } = useQuery({ ...documentSettingsQuery(), enabled });
  return { data, isMissing: enabled && !data, isComing: isFetching && !data && failureCount === 0 };
}

/**
 * Returns the document as it was signed off, with the settings of that day; later changes of its tasks are not part of
 * it.
 */
function signedDocument(id: string, { protocol, people, settings }: SignedOffVersion): DeviceDocument {
  const input = { ...documentInput({ ...protocol, stage: 'final' }, people), link: linkOf(id) };
  return {
    model: buildDocument(input, printSettings(settings ?? z.parse(documentSettings, {}), input)),
    missing: settings ? [] : ['настройки печати, с которыми он подписан'],
    isComing: false,
  };
}

const linkOf = (id: string) => new URL(printedAddress(id), window.location.href).href;

/** Returns the document from the data of this device, including unsent changes. */
function useLiveDocument(protocol: Protocol, isWanted: boolean): DeviceDocument {
  const settings = usePrintSettings(isWanted);
  const me = useCurrentUser().data;
  const named = useNamed(protocol);
  // Without a secretary it is the owner. The people are told only to readers of another's protocol.
  const secretary = protocol.secretary_id ?? (protocol.people ? undefined : me?.id);
  const ids = secretary ? [...named, secretary] : [...named];
  const inProtocol = new Map(protocol.people?.map((person) => [person.id, person]));
  const read = usePeople(isWanted ? ids.filter((id) => !inProtocol.has(id)) : []);
  const people = new Map(
    [...inProtocol, ...read.people].map(([id, person]) => [
      id,
      { id, name: personName(person), position: person.position, organization: person.organization },
    ]),
  );
  if (me) people.set(me.id, { id: me.id, name: personName(me), position: me.position, organization: me.organization });
  for (const { member_id: id, name, position, organization } of protocol.members ?? [])
    if (id && name && !people.has(id)) people.set(id, { id, name, position, organization });
  const client = useQueryClient();
  const { body, isMissing } = printedBody(protocol, (id) => knownBody(client, id));
  const shown = documentInput({ ...protocol, body, secretary_id: secretary }, [...people.values()]);
  const input = { ...shown, link: linkOf(protocol.id) };
  const known = settings.data ?? z.parse(documentSettings, {});
  const unknown = ids.filter((id) => !people.has(id));
  return {
    model: buildDocument(input, printSettings(known, input)),
    missing: [
      ...(settings.isMissing ? ['настройки печати организации'] : []),
      ...(unknown.length > 0 ? ['имена и должности некоторых участников'] : []),
      ...(isMissing ? ['комиссия или отдел'] : []),
    ],
    isComing: read.isReading || settings.isComing,
  };
}

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
function useSignedVersion({ id, stage }: Protocol): SignedVersion {
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
