import { isDeepStrictEqual } from 'node:util';
import type { Member } from '#contract/bodies/member.ts';
import { extractParts } from '#contract/documents/printed/build-extract.ts';
import { hasContent } from '#contract/documents/printed/build-minutes.ts';
import type { DocumentPerson } from '#contract/documents/printed/document-input.ts';
import { printSettings } from '#contract/documents/printed/print-settings.ts';
import { documentInput } from '#contract/documents/printed/protocol-input.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';

type Person = DocumentPerson & { id: string };
type Settings = Parameters<typeof printSettings>[0];

/** Replaces the name of a member whom an extract only counts among those present. */
const counted = '…';

/** Returns the people whom the reduced protocol still names. */
export function peopleNamed<P extends { id: string }>(people: readonly P[], protocol: Protocol): P[] {
  const { agenda, chairman_id, members, secretary_id, tasks } = protocol;
  const ids = new Set([
    ...[chairman_id, secretary_id],
    ...(members ?? []).map(({ member_id }) => member_id),
    ...(agenda ?? []).map(({ speaker_id }) => speaker_id),
    ...(tasks ?? []).map(({ assignee_id }) => assignee_id),
  ]);
  return people.filter(({ id }) => ids.has(id));
}

/** A reduced protocol, the agenda items of which somebody reads the extracts, and what these are printed from. */
export type ExtractOrder = {
  protocol: Protocol;
  items: readonly string[];
  people: readonly Person[];
  settings: Settings;
};

/**
 * Returns the members that the extracts print. Where the extracts give only the number of those present, their names
 * are removed, unless a decision would read differently without them.
 */
export function printedMembers({ protocol, items, people, settings }: ExtractOrder): Member[] {
  const isOwn = new Set(items);
  const extracts = (from: Protocol) => {
    const input = documentInput(from, people);
    const agenda = input.agenda.filter(hasContent);
    const positions = agenda.flatMap(({ id }, index) => (isOwn.has(id) ? [index + 1] : []));
    return extractParts({ ...input, agenda }, positions, printSettings(settings, input));
  };
  const members = protocol.members ?? [];
  const fewer = members.map((each) => withoutName(each, protocol));
  return isDeepStrictEqual(extracts({ ...protocol, members: fewer }), extracts(protocol)) ? fewer : members;
}

function withoutName(member: Member, { chairman_id, secretary_id }: Protocol): Member {
  const { attendance, id, kind, member_id } = member;
  const isOfficer = kind === 'chairman' || kind === 'secretary';
  const isListed = isOfficer || kind === 'invited' || kind === 'absent' || attendance?.state === 'absent';
  if (isListed || (member_id && (member_id === chairman_id || member_id === secretary_id))) return member;
  return { id, kind, name: counted, ...(attendance && { attendance: { state: attendance.state } }) };
}
