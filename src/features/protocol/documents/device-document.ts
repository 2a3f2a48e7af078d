import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { documentSettings } from '#contract/document.ts';
import { buildDocument } from '#contract/printed/build-document.ts';
import type { DocumentModel } from '#contract/printed/document-model.ts';
import { printSettings } from '#contract/printed/print-settings.ts';
import { documentInput } from '#contract/printed/protocol-input.ts';
import type { Protocol } from '#contract/protocol.ts';
import { knownBody, printedBody } from '#src/data/body/index.ts';
import { personName, useCurrentUser, usePeople } from '#src/data/person/index.ts';
import { documentSettingsQuery } from '#src/data/protocol/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useNamed } from '../editing/people.ts';

export interface DeviceDocument {
  model: DocumentModel;
  /** What the server would print besides, as a sentence says it: «настройки печати организации». */
  missing: string[];
  /** Whether something of it is still being read. */
  isComing: boolean;
}

/** The document of a protocol made from what this device has, unsent changes among it. */
export function useDeviceDocument(protocol: Protocol): DeviceDocument {
  const { documents: enabled = false } = useOffers();
  const settings = useQuery({ ...documentSettingsQuery(), enabled });
  const me = useCurrentUser().data;
  const named = useNamed(protocol);
  const secretary = protocol.secretary_id ?? me?.id;
  const ids = secretary ? [...named, secretary] : [...named];
  const told = new Map(protocol.people?.map((person) => [person.id, person]));
  const read = usePeople(ids.filter((id) => !told.has(id)));
  const people = new Map(
    [...told, ...read.people].map(([id, person]) => [
      id,
      { id, name: personName(person), position: person.position, organization: person.organization },
    ]),
  );
  if (me) people.set(me.id, { id: me.id, name: personName(me), position: me.position, organization: me.organization });
  for (const { member_id: id, name, position, organization } of protocol.members ?? [])
    if (id && name && !people.has(id)) people.set(id, { id, name, position, organization });
  const client = useQueryClient();
  const { body, isMissing } = printedBody(protocol, (id) => knownBody(client, id));
  const link = new URL(`/main/protocols/${encodeURIComponent(protocol.id)}`, window.location.href).href;
  const input = { ...documentInput({ ...protocol, body, secretary_id: secretary }, [...people.values()]), link };
  const known = settings.data ?? z.parse(documentSettings, {});
  const unknown = ids.filter((id) => !people.has(id));
  return {
    model: buildDocument(input, printSettings(known, input)),
    missing: [
      ...(enabled && !settings.data ? ['настройки печати организации'] : []),
      ...(unknown.length > 0 ? ['имена и должности некоторых участников'] : []),
      ...(isMissing ? ['комиссия или отдел'] : []),
    ],
    isComing: read.isReading || (settings.isFetching && !settings.data && settings.failureCount === 0),
  };
}
