import { uuidv7 } from 'uuidv7';
import type { Body, BodyQuestion } from '#contract/bodies/body.ts';
import { meetingOfBody } from '#src/data/body/index.ts';
import { agendaOf, type NewProtocolForm } from '../editing/protocol-form.ts';

/** Values of a new protocol's form that come from another record. */
export type Filling = Partial<NewProtocolForm>;

/** Returns the initial values of a new protocol of a body. */
export function bodyPrefill(body: Body): Filling {
  const { title, kind, place, members, chairman, questions, quorum } = meetingOfBody(body);
  return { title, kind, place, members, chairman, agenda: freshQuestions(questions, members), quorum };
}

/** Returns questions of another agenda as new ones. */
export function freshQuestions(
  questions: readonly BodyQuestion[],
  people: readonly { id: string; name: string }[],
): NewProtocolForm['agenda'] {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return agendaOf(questions, names).map((question) => ({ ...question, id: uuidv7() }));
}
