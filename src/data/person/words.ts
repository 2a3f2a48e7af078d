import type { User } from '#contract/user.ts';

/** What a person is called, also where a provider sends no name: «Пользователь 12». */
export function personName({ id, name, email }: Pick<User, 'id' | 'name' | 'email'>): string {
  return name?.trim() || email?.trim() || (isReadable(id) ? `Пользователь ${id}` : 'Пользователь без имени и e-mail');
}

/** In place of a name that this device has not read: it comes with the connection. */
export function unreadName(id: string): string {
  return isReadable(id) ? `Пользователь ${id}` : 'Имя ещё не загружено';
}

/** A number says who it is to somebody; a random id, to nobody. */
function isReadable(id: string): boolean {
  return id.length <= 8;
}

/** «финансовый директор, АО «Север»»; '' where neither is known. */
export function personNote({ position, organization }: Pick<User, 'position' | 'organization'>): string {
  return [position, organization].filter((part) => part?.trim()).join(', ');
}

/** Those whose name, position, organization or e-mail holds every word of the text; whose name begins with it, first. */
export function matchPeople(people: readonly User[], text: string): User[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  const found = people.filter((person) => {
    const known = fold([personName(person), person.email, personNote(person)].join(' '));
    return words.every((word) => known.includes(word));
  });
  const begins = (person: User) => fold(personName(person)).startsWith(words.join(' '));
  return [...found.filter(begins), ...found.filter((person) => !begins(person))];
}

function fold(text: string): string {
  return text.toLocaleLowerCase('ru').replaceAll('ё', 'е');
}
