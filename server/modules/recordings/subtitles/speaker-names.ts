import type { SpokenSegment } from './spoken-segment.ts';

const prefix = /^([\p{Lu}][\p{L}\d.’'\- ]{0,80}?):\s+(\S[\s\S]*)$/u;
/** «Иванов Иван», «Иванов И. П.», «Зал 2». */
const isFullName = (words: readonly string[]) =>
  words.length > 1 && words.length < 6 && words.every((word) => /^(\p{Lu}[\p{L}.’'-]*|\d{1,3})$/u.test(word));
/** Words that programs use for an unknown speaker. */
const unknownVoice = /^(спикер|говорящий|участни(к|ца)|гость|голос|дорожка|speaker|participant|guest|voice|track)$/i;
/** Words of minutes and of slides that stand before a colon without being anybody. */
const noName = new RegExp(
  `^(${[
    'вопрос(ы)?|ответ|решили|решени[ея]|решено|постановили|слушали|выступили|поручили|поручени[ея]|итоги?|итого|внимание|примечание',
    'первое|второе|третье|цитата|справка|срок|тема|повестка|голосование|предложение|поправка|задача|цель|вывод',
    'слайд|пункт|приложение|раздел|глава|часть|статья|страница|таблица|план|проект|программа|этап|шаг|вариант|пример',
  ].join('|')})$`,
  'i',
);

/**
 * Takes the speaker out of «Имя: слова»: a full name, or a single word or one with a number that stands so before more than one
 * line. Nobody's name begins with a word of minutes.
 */
export function takeSpeakers(lines: SpokenSegment[]): SpokenSegment[] {
  const found = lines.map((line) => (line.speaker === undefined ? prefix.exec(line.text) : null));
  const times = new Map<string, number>();
  for (const [, name = ''] of found.filter((match) => match !== null)) times.set(name, (times.get(name) ?? 0) + 1);
  const isName = (name: string) => {
    const words = name.split(/\s+/);
    const [first = ''] = words;
    if (noName.test(first)) return false;
    const isSure = unknownVoice.test(first) || !/\d/.test(name);
    if (isFullName(words) && isSure) return true;
    return (isFullName(words) || /^\p{L}+$/u.test(name)) && (times.get(name) ?? 0) > 1;
  };
  return lines.map((line, index) => {
    const [, name, text] = found[index] ?? [];
    if (name === undefined || text === undefined) return line;
    return isName(name) ? { ...line, text, speaker: name } : line;
  });
}
