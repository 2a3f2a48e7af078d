import { longestLine, maxLines, type SpokenSegment } from './spoken-segment.ts';

/** Thrown for a file without subtitles; the message is worded for people. */
export class SubtitleProblem extends Error {
  override readonly name = 'SubtitleProblem';
}

const time = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`;
const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?:\s|$)`);
// `[^<>]` keeps a tag from containing the start of another one, so that many unclosed tags are read in linear time.
const marks = /<\/?[a-zA-Z][^<>]*>|<\d[\d:.]*>|\{\\[^{}]*\}/g;
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  quot: '"',
  apos: "'",
  lrm: '',
  rlm: '',
};

/**
 * Returns the lines of a WebVTT or SubRip text in chronological order, without style tags. Speakers are read from
 * WebVTT's `<v …>` and from «Имя: » before the words.
 * @throws SubtitleProblem if there is no line at all
 */
export function parseSubtitles(text: string): SpokenSegment[] {
  const rows = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const isWebVtt = /^WEBVTT(\s|$)/.test(rows[0] ?? '');
  const starts = rows.flatMap((row, index) => (timing.test(row) ? [index] : []));
  const lines = starts.flatMap((at, index) => {
    const [from, to] = timesOf(rows[at] ?? '');
    const words = cueText(rows.slice(at + 1, starts[index + 1]), isWebVtt, index + 1 < starts.length);
    return voicesOf(words).map((voice) => ({ start: from, end: Math.max(from, to), ...voice }));
  });
  const segments = lines.filter((line) => line.text !== '').sort((a, b) => a.start - b.start);
  if (segments.length === 0) throw new SubtitleProblem('В файле нет субтитров SRT или WebVTT');
  if (segments.length > maxLines) throw new SubtitleProblem('В файле слишком много строк');
  return takeSpeakers(segments);
}

function timesOf(row: string): [number, number] {
  const parts = (timing.exec(row) ?? [])
    .slice(1)
    .map((part, index) => (index % 4 === 3 ? (part ?? '').padEnd(3, '0') : part));
  const [h1, m1, s1, f1, h2, m2, s2, f2] = parts.map((part) => Number(part ?? 0));
  const seconds = (h = 0, m = 0, s = 0, f = 0) => h * 3600 + m * 60 + s + f / 1000;
  return [seconds(h1, m1, s1, f1), seconds(h2, m2, s2, f2)];
}

/** Returns the text rows of one cue: in WebVTT an empty row ends it, in SubRip the next number. */
function cueText(rows: string[], isWebVtt: boolean, isFollowed: boolean): string {
  const empty = rows.findIndex((row) => row.trim() === '');
  if (isWebVtt) return rows.slice(0, empty === -1 ? undefined : empty).join('\n');
  const last = rows.findLastIndex((row) => row.trim() !== '');
  const isNumbered = isFollowed && /^\s*\d+\s*$/.test(rows[last] ?? '');
  return rows.slice(0, isNumbered ? last : undefined).join('\n');
}

/** Returns the text of each voice in a cue, without tags. */
function voicesOf(cue: string): Pick<SpokenSegment, 'text' | 'speaker'>[] {
  const [before = '', ...voices] = cue.split(/<v(?=[.\s])/);
  const named = voices.map((voice) => {
    const end = voice.search(/[<>]/);
    // An unclosed tag is plain text.
    if (voice[end] !== '>') return { text: plain(`<v${voice}`) };
    const [classes = ''] = voice.split(/\s/, 1);
    const speaker = plain(voice.slice(classes.length, end)).slice(0, 200);
    return { text: plain(voice.slice(end + 1)), ...(speaker && { speaker }) };
  });
  return [{ text: plain(before) }, ...named];
}

function plain(text: string): string {
  return text
    .replace(marks, '')
    .replace(/&(?:(amp|lt|gt|nbsp|quot|apos|lrm|rlm)|#(\d{1,7}|x[\da-f]{1,6}));/gi, characterOf)
    .replaceAll('\0', '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestLine)
    .toWellFormed();
}

/** Returns the character that is written by its name or its number, or the text as it is. */
function characterOf(written: string, name: string | undefined, number = ''): string {
  if (name !== undefined) return entities[name.toLowerCase()] ?? written;
  const code = Number(number.replace(/^x/i, '0x'));
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}

const prefix = /^([\p{Lu}][\p{L}\d.’'\- ]{0,80}?):\s+(\S[\s\S]*)$/u;
/** «Иванов Иван», «Иванов И. П.», «Зал 2». */
const isFullName = (words: readonly string[]) =>
  words.length > 1 && words.length < 6 && words.every((word) => /^(\p{Lu}[\p{L}.’'-]*|\d{1,3})$/u.test(word));
/** «Иванов И. П.»: nothing but a person is written so. */
const initials = /^\p{Lu}[\p{L}’'-]+(\s+\p{Lu}\.){1,2}$|^\p{Lu}[\p{L}’'-]+\s+\p{Lu}\.\p{Lu}\.$/u;
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
 * Share of the lines that begin with a name, above which a name counts that is written once, and above which a single word that
 * recurs does.
 */
const [mostNamed, oftenNamed] = [0.5, 0.3];

/**
 * Takes the speaker out of «Имя: слова». What stands before a colon is a name if it can be nothing else, or if it looks like one
 * and recurs, or if many lines begin so: else «Смотрите: …» would lose its word. Nobody's name begins with a word of minutes.
 */
export function takeSpeakers(lines: SpokenSegment[]): SpokenSegment[] {
  const found = lines.map((line) => {
    const [, name = '', text = ''] = (line.speaker === undefined && prefix.exec(line.text)) || [];
    return looksLikeName(name) ? { name, text } : undefined;
  });
  const times = new Map<string, number>();
  for (const each of found) if (each) times.set(each.name, (times.get(each.name) ?? 0) + 1);
  const share = found.filter((each) => each !== undefined).length / Math.max(1, lines.length);
  const isName = (name: string) => {
    const words = name.split(/\s+/);
    const recurs = (times.get(name) ?? 0) > 1;
    if (initials.test(name)) return true;
    if (unknownVoice.test(words[0] ?? '')) return recurs || isFullName(words);
    const isPerson = isFullName(words) && !/\d/.test(name);
    return isPerson ? recurs || share >= mostNamed : recurs && share >= oftenNamed;
  };
  return lines.map((line, index) => {
    const { name, text } = found[index] ?? {};
    return name !== undefined && text !== undefined && isName(name) ? { ...line, text, speaker: name } : line;
  });
}

function looksLikeName(name: string): boolean {
  const words = name.split(/\s+/);
  return !noName.test(words[0] ?? '') && (isFullName(words) || /^\p{L}+$/u.test(name));
}
