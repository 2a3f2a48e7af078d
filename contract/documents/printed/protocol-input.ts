import type { Evidence } from '#contract/evidence.ts';
import { blocksOf } from '#contract/protocols/formatted-text.ts';
import type { AgendaItem, Protocol } from '#contract/protocols/protocol.ts';
import type { DocumentAgendaItem, DocumentInput, DocumentPerson } from './document-input.ts';

type People = Map<string, DocumentPerson>;

/** Converts a protocol of the API, and the people that it names by id, to the input of the printed protocol. */
export function documentInput(protocol: Protocol, named: readonly (DocumentPerson & { id: string })[]): DocumentInput {
  const people: People = new Map(named.map((person) => [person.id, person]));
  return {
    stage: protocol.stage,
    number: protocol.number,
    title: protocol.title,
    kind: protocol.kind,
    body: protocol.body,
    heldAt: protocol.held_at,
    endedAt: protocol.ended_at,
    place: protocol.place,
    organization: protocol.organization,
    chairman: find(people, protocol.chairman_id),
    secretary: find(people, protocol.secretary_id),
    quorum: protocol.quorum,
    members: (protocol.members ?? []).map((member) => {
      const person = find(people, member.member_id);
      return {
        id: member.member_id,
        name: person?.name || member.name,
        position: member.position ?? person?.position,
        organization: member.organization ?? person?.organization,
        kind: member.kind,
        rowId: member.id,
        attendance: member.attendance,
      };
    }),
    attachments: (protocol.attachments ?? []).map(({ agenda_id, title, name, sheets, position }) => {
      return { agenda_id, title, name, sheets, position };
    }),
    agenda: (protocol.agenda ?? []).map((item) => agendaItem(item, people)),
    tasks: (protocol.tasks ?? []).map((task) => ({
      ...task,
      evidence: printed(task.evidence),
      assignee: find(people, task.assignee_id),
      origin: task.origin_task_id ? task.origin : undefined,
    })),
  };
}

const find = (people: People, id: string | null | undefined) => (id ? people.get(id) : undefined);

/** Decisions are separate points, or one text from a client without points. */
function agendaItem(item: AgendaItem, people: People): DocumentAgendaItem {
  const points = (item.decisions ?? []).map(({ id, text, level, evidence, votes }) => ({
    id,
    text,
    level,
    votes,
    at: printed(evidence)?.start,
  }));
  const isPointed = points.length > 0;
  return {
    id: item.id,
    title: item.title,
    speaker: find(people, item.speaker_id) ?? { name: item.speaker_name },
    listened: item.listened,
    discussion: item.discussion,
    listenedBlocks: blocksOf(item, 'listened'),
    discussionBlocks: blocksOf(item, 'discussion'),
    decisions: isPointed ? points : [{ text: item.decision, at: printed(item.evidence)?.start }],
    votes: item.votes,
    at: isPointed ? printed(item.evidence)?.start : undefined,
  };
}

/**
 * Returns the evidence unless it names a recording. Such a moment was noted while the recording ran, as an aid for
 * writing: it would be printed beside every point, and may belong to another recording.
 */
function printed(evidence: Evidence | null | undefined): Evidence | undefined {
  return evidence && !evidence.recording_id ? evidence : undefined;
}
