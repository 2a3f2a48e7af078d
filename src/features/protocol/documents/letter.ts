import type { Protocol } from '#contract/protocol.ts';
import { readDate } from '#src/format/index.ts';

/** «Протокол № 12 от 20.11.2026: Совещание по бюджету». */
export function letterSubject(protocol: Protocol): string {
  const { title } = protocol;
  const name = nameOf(protocol);
  return title?.trim() ? `${name}: ${title.trim()}`.slice(0, 300) : name;
}

/** What the letter says unless the person writes something else. */
export function letterText(protocol: Protocol): string {
  const name = nameOf(protocol).replace(/^П/, 'п');
  return `Здравствуйте!\n\nНаправляем ${name}. Документ\u00A0— во вложении.`;
}

function nameOf({ number, held_at }: Protocol): string {
  // With the year: a letter is read years later, too.
  const day = readDate(held_at)?.toLocaleDateString('ru');
  return ['Протокол', number && `№ ${number}`, day && `от ${day}`].filter(Boolean).join(' ');
}
