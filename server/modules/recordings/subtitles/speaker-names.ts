import type { SpokenSegment } from './spoken-segment.ts';

const prefix = /^([\p{Lu}][\p{L}\d.’'\- ]{0,80}?):\s+(\S[\s\S]*)$/u;
/** Matches «Иванов Иван», «Иванов И. П.», «Спикер 2». */
const isFullName = (name: string) => {
  const words = name.split(/\s+/);
  return words.length > 1 && words.length < 6 && words.every((word) => /^(\p{Lu}[\p{L}.’'-]*|\d{1,3})$/u.test(word));
};
/** Words of minutes that precede a colon without being a speaker. */
const noName =
  /^(вопрос|ответ|решили|решение|решено|постановили|слушали|выступили|поручили|поручение|итог|итого|внимание|примечание|первое|второе|третье|цитата|справка|срок|тема|повестка)$/i;

/**
 * Extracts the speaker from «Имя: слова»: a full name, or a single word that precedes more than one line and is not a
 * word of minutes.
 */
export function takeSpeakers(lines: SpokenSegment[]): SpokenSegment[] {
  const found = lines.map((line) => (line.speaker === undefined ? prefix.exec(line.text) : null));
  const times = new Map<string, number>();
  for (const [, name = ''] of found.filter((match) => match !== null)) times.set(name, (times.get(name) ?? 0) + 1);
  return lines.map((line, index) => {
    const [, name, text] = found[index] ?? [];
    if (name === undefined || text === undefined) return line;
    const isName = isFullName(name) || (/^\p{L}+$/u.test(name) && !noName.test(name) && (times.get(name) ?? 0) > 1);
    return isName ? { ...line, text, speaker: name } : line;
  });
}
