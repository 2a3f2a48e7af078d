import type { User } from '#contract/identity/user.ts';
import { comparisonKey } from '#contract/text/comparison-key.ts';

/** Returns the name of a person, even if the provider sends none: «Пользователь 12». */
export function personName({ id, name, email }: Pick<User, 'id' | 'name' | 'email'>): string {
  return name?.trim() || email?.trim() || (isReadable(id) ? `Пользователь ${id}` : 'Пользователь без имени и e-mail');
}

/** Returns a placeholder for a name that is not in the cache; the name is loaded once there is a connection. */
export function unreadName(id: string): string {
  return isReadable(id) ? `Пользователь ${id}` : 'Имя ещё не загружено';
}

/** A short number is meaningful to people, a random id is not. */
function isReadable(id: string): boolean {
  return id.length <= 8;
}

/** Returns «финансовый директор, АО «Север»»; '' if neither is known. */
export function personNote({ position, organization }: Pick<User, 'position' | 'organization'>): string {
  return [position, organization].filter((part) => part?.trim()).join(', ');
}

/**
 * Returns the people whose name, position, organization or e-mail contains every word; matches at the start of the name
 * come first.
 */
export function matchPeople(people: readonly User[], text: string): User[] {
  const words = comparisonKey(text).split(/\s+/).filter(Boolean);
  const found = people.filter((person) => {
    const known = comparisonKey([personName(person), person.email, personNote(person)].join(' '));
    return words.every((word) => known.includes(word));
  });
  const begins = (person: User) => comparisonKey(personName(person)).startsWith(words.join(' '));
  return [...found.filter(begins), ...found.filter((person) => !begins(person))];
}
