import type { Protocol } from '#contract/protocol.ts';
import { formatDay, readDate } from '#src/lib/dates.ts';

/** «Протокол № 12 от 20 ноября: Совещание по бюджету». */
export function letterSubject(protocol: Protocol): string {
  const { title } = protocol;
  const name = nameOf(protocol);
  return title?.trim() ? `${name}: ${title.trim()}`.slice(0, 300) : name;
}

/** What the letter says unless the person writes something else. */
export function letterText(protocol: Protocol): string {
  const name = nameOf(protocol).replace(/^П/, 'п');
  return `Здравствуйте!\n\nНаправляем ${name}. Документ — во вложении.`;
}

function nameOf({ number, held_at }: Protocol): string {
  const day = formatDay(readDate(held_at));
  return ['Протокол', number && `№ ${number}`, day && `от ${day}`].filter(Boolean).join(' ');
}
