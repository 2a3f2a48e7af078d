import { uuidv7 } from 'uuidv7';
import { mostQuestions } from '#contract/protocol.ts';
import type { User } from '#contract/user.ts';
import { counted } from '#src/format/index.ts';
import type { NewProtocolForm } from '../editing/protocol-form.ts';
import { nameOnly } from '../editing/protocol-form.ts';
import type { PastedQuestion } from './pasted-agenda.ts';
import { findSpeaker } from './pasted-speaker.ts';

/** A question with its title and its speaker. */
export type PlannedItem = NewProtocolForm['agenda'][number];

type Known = Pick<User, 'id' | 'name' | 'position'>;

/** So long the name of a speaker may be. */
const longestName = 300;

/**
 * The questions with their speakers found among people; who is nobody's is a name.
 * @param groups who is asked first, and who after them
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

/** Why so many questions cannot be added to those that are there. */
export function tooMany(added: number, there: number): string | undefined {
  if (there + added <= mostQuestions) return undefined;
  const inText = counted(added, 'вопрос', 'вопроса', 'вопросов');
  const before = there > 0 ? `, в повестке уже ${there}` : '';
  return `Не вставлено: в тексте ${inText}${before}, а может быть не больше ${mostQuestions}. Вставьте по частям.`;
}
