import type { QueryClient } from '@tanstack/react-query';
import { uuidv7 } from 'uuidv7';
import type { User } from '#contract/identity/user.ts';
import { maxQuestions } from '#contract/protocols/protocol.ts';
import { cachedPeople } from '#src/data/person/index.ts';
import type { ChosenPerson } from '#src/features/people/index.ts';
import { counted } from '#src/format/index.ts';
import { type NewProtocolForm, nameOnly } from '../editing/protocol-form.ts';
import type { PastedQuestion } from './pasted-agenda.ts';
import { findSpeaker } from './pasted-speaker.ts';

/** A question with its title and speaker, as the form of a protocol holds it. */
export type PlannedItem = NewProtocolForm['agenda'][number];

type Known = Pick<User, 'id' | 'name' | 'position'>;

/** Maximum length of a speaker's name. */
const longestName = 300;

/**
 * Returns agenda items with their speakers found among people; a speaker who is not found is kept by name.
 * @param groups people to search, in order of preference
 */
export function plannedItems(questions: readonly PastedQuestion[], groups: readonly (readonly Known[])[]) {
  return questions.map(({ title, speaker }): PlannedItem => {
    const found = speaker ? findSpeaker(speaker, groups) : undefined;
    if (found) {
      const words = found.rest ? `${title} (${found.rest})` : title;
      return { id: uuidv7(), title: words, speaker: [{ id: found.id, name: found.name }] };
    }
    if (speaker.length > longestName) return { id: uuidv7(), title: `${title} (${speaker})`, speaker: [] };
    return { id: uuidv7(), title, speaker: speaker ? [{ id: nameOnly, name: speaker }] : [] };
  });
}

/** Returns why `added` questions cannot be added to `there` existing ones; undefined where they can. */
export function tooMany(added: number, there: number): string | undefined {
  if (there + added <= maxQuestions) return undefined;
  const inText = counted(added, 'вопрос', 'вопроса', 'вопросов');
  const before = there > 0 ? `, в повестке уже ${there}` : '';
  return `Не вставлено: в тексте ${inText}${before}, а может быть не больше ${maxQuestions}. Вставьте по частям.`;
}

/** Returns the people among whom speakers are searched: participants first, then all people cached on the device. */
export function peopleToAsk(client: QueryClient, members: readonly ChosenPerson[]) {
  const known = cachedPeople(client);
  const positions = new Map(known.map(({ id, position }) => [id, position]));
  return [members.map((person) => ({ ...person, position: positions.get(person.id) })), known];
}
