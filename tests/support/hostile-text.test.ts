import type PizZip from 'pizzip';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { day, email, instant, requiredText } from '#contract/common.ts';
import { deadlinesIn } from '#contract/decisions/parse-deadline.ts';
import { splitDecision } from '#contract/decisions/split-decision.ts';
import { buildDocument } from '#contract/documents/printed/build-document.ts';
import { formatted } from '#contract/documents/printed/build-formatted.ts';
import { speakersOf } from '#contract/documents/printed/build-short.ts';
import { columnShares } from '#contract/documents/printed/column-shares.ts';
import { emphasisMarks } from '#contract/documents/printed/emphasis-marks.ts';
import { sampleProtocol } from '#contract/documents/printed/sample-protocol.ts';
import { fromFormFields } from '#contract/form-data.ts';
import { userCreate } from '#contract/identity/user.ts';
import { keywordKey } from '#contract/keywords/keyword-name.ts';
import { plannedQuestions } from '#contract/meetings/planned-questions.ts';
import { numberKey } from '#contract/protocols/protocol-number.ts';
import { mergeLines } from '#contract/recordings/merged-lines.ts';
import { deadlineDay } from '#contract/tasks/task-deadline.ts';
import { findWords, foldWords, searchWords } from '#contract/text/found-words.ts';
import { initialsFirst } from '#contract/text/person-name.ts';
import { isPrinted, lines, sentence, tidy } from '#contract/text/russian-text.ts';
import { isShortName } from '#contract/text/short-name.ts';
import { formsKey } from '#contract/text/word-forms.ts';
import { fontRuns } from '#server/modules/documents/pdf-text.ts';
import { emphasize } from '#server/modules/documents/templates/emphasis.ts';
import { paragraphTexts } from '#server/modules/documents/templates/template-places.ts';
import { findKeywords } from '#server/modules/insights/analysis/find-keywords.ts';
import { findProposals } from '#server/modules/insights/analysis/find-proposals.ts';
import { withoutThoughts } from '#server/modules/insights/analysis/language-model.ts';
import { sentencesOf } from '#server/modules/insights/analysis/sentences.ts';
import { decidedText, isDecision, isTask, openedQuestion } from '#server/modules/insights/analysis/speech-patterns.ts';
import { recurringTitle } from '#server/modules/protocols/tasks/recurring-title.ts';
import { decodeText } from '#server/modules/recordings/subtitles/decode-text.ts';
import { dropDrawings } from '#server/modules/recordings/subtitles/drop-drawings.ts';
import { parseSubtitles, takeSpeakers } from '#server/modules/recordings/subtitles/parse-subtitles.ts';
import { writeWebVtt } from '#server/modules/recordings/subtitles/write-webvtt.ts';
import { readRange } from '#server/modules/recordings/videos/video-file.ts';
import { searchKeyOf } from '#server/platform/db/index.ts';
import { cleanFileName } from '#server/platform/files/file-name.ts';
import { contentDisposition, prefersMinimal } from '#server/platform/http/headers.ts';
import { errorText } from '#server/platform/log/error-text.ts';
import { mailPage } from '#server/platform/mail/mail-page.ts';
import { reasonOf } from '#server/platform/mail/refusal-words.ts';
import { openableLink } from '#src/data/meeting/words.ts';
import { matchPeople } from '#src/data/person/words.ts';
import { readNames } from '#src/features/keywords/typed-names.ts';
import { questionsIn } from '#src/features/protocol/agenda/pasted-agenda.ts';
import { pointsIn } from '#src/features/protocol/editing/pasted-text.ts';
import { meantAddress } from '#src/features/protocol/passages/formats.ts';
import { chapterTrack } from '#src/features/protocol/playback/chapters.ts';
import { openProposals } from '#src/features/protocol/summary/open-proposals.ts';
import { differingWords } from '#src/features/protocol/transcript/compare-lines.ts';
import { markedParts, soughtWords } from '#src/features/protocol/transcript/spoken-words.ts';
import { csvOf, initials, readDate, shortName, shownFileName } from '#src/format/index.ts';
import { inOneLine, readDay } from '#src/ui/index.ts';
import { sampled } from './level.ts';

type Scanner = (text: string) => unknown;

const settings = { presentLimit: 15, timeZone: 'Europe/Moscow' };
const cue = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`;
const line = (text: string) => ({ id: 's', start: 0, end: 1, speaker: null, text });
/** A whole line, and its parts as lines of the same moments. */
const linesOf = (text: string) => [
  { start: 0, end: 200, text },
  ...(text.match(/.{1,40}/gsu) ?? []).map((part, at) => ({ start: at % 200, end: (at % 200) + 5, text: part })),
];
const parses =
  (schema: z.core.$ZodType): Scanner =>
  (text) =>
    (schema as z.ZodMiniType).safeParse(text);

/** All functions that scan a person's text by a regular expression or letter by letter. */
const scanners: Record<string, Scanner> = {
  email: parses(email),
  instant: parses(instant),
  day: parses(day),
  requiredText: parses(requiredText(200)),
  userCreate: (text) => userCreate.safeParse({ name: text, email: text, role: 'external' }),
  fromFormFields: (text) => fromFormFields(userCreate, [[text, text]]),
  keywordKey,
  numberKey,
  deadlineDay,
  formsKey,
  searchWords,
  foldWords,
  splitDecision: (text) =>
    splitDecision(text, { people: [{ id: 'u', name: 'Иванов Иван Иванович' }], from: '2026-11-20' }),
  deadlinesIn: (text) => deadlinesIn(text, '2026-11-20'),
  mergeLines: (text) =>
    mergeLines([
      { id: 'a', start: 0, lines: linesOf(text) },
      { id: 'b', start: 0, speaker: text.slice(0, 200), lines: linesOf(text) },
    ]),
  columnShares: (text) =>
    columnShares([
      [[{ text }], [{ text: 'x', bold: true }, { text }]],
      ...(text.match(/.{1,40}/gsu) ?? []).map((part) => [[{ text: part }], [{ text: 'а' }]]),
    ]),
  findWords: (text) => findWords(text, ['слово', 'о']),
  searchKeyOf: (text) => searchKeyOf(text, text),
  buildDocument: (text) =>
    buildDocument(
      {
        ...sampleProtocol,
        ...{ title: text.slice(0, 10_000), kind: text.slice(0, 200), number: text.slice(0, 50) },
        members: [{ id: 'm', name: text.slice(0, 200), position: text.slice(0, 200), kind: 'present' }],
        agenda: [{ id: 'a', discussion: text, decisions: [{ text: text.slice(0, 10_000) }] }],
        tasks: [{ title: text.slice(0, 10_000) }],
      },
      settings,
    ),
  tableOfFigures: (text) => formatted([{ kind: 'table', rows: [[[{ text: `1${text}x` }]], [[{ text: '1' }]]] }]),
  listedPeople: (text) =>
    buildDocument(
      {
        ...sampleProtocol,
        members: (text.match(/.{1,40}/gsu) ?? []).map((part, row) => ({ name: `${row} ${part}` })),
      },
      settings,
      { form: 'attendance' },
    ),
  fontRuns,
  initialsFirst,
  isShortName,
  isPrinted,
  lines,
  sentence,
  tidy,
  speakersOf: (text) => speakersOf({ id: 'a', discussion: text, speaker: { name: text } }, [{ name: text }]),
  cleanFileName,
  recurringTitle,
  readRange: (text) => readRange(text, 1_000),
  findKeywords: (text) => findKeywords([line(text)], ['слово', 'а б']),
  findProposals: (text) => findProposals([line(text)], {}),
  withoutThoughts,
  sentencesOf: (text) => sentencesOf([line(text)]),
  turnsOfSpeech: (text) =>
    // Sentences are given in one line.
    [openedQuestion, isDecision, isTask, decidedText].map((tells) => tells(text.replace(/\s+/g, ' '))),
  contentDisposition: (text) => contentDisposition('attachment', text),
  errorText: (text) => errorText(new Error(text)),
  reasonOf: (text) =>
    reasonOf(Object.assign(new Error(text), { response: text, command: 'RCPT TO', responseCode: 550 })),
  paragraphTexts,
  emphasize: (text) => {
    const xml = `${text}${emphasisMarks.bold.on}`;
    emphasize({ files: { 'word/document.xml': {} }, file: () => ({ asText: () => xml }) } as unknown as PizZip);
  },
  mailPage: (text) => mailPage({ title: text, body: [text] }),
  prefersMinimal: (text) => prefersMinimal({ headers: { prefer: text } }),
  decodeText: (text) => decodeText(Buffer.from(text)),
  parseSubtitles: (text) => parseSubtitles(cue(text)),
  parseWebVtt: (text) => parseSubtitles(`WEBVTT\n\n00:01.000 --> 00:02.000\n<v ${text}\n`),
  subtitleRows: (text) => parseSubtitles(`${text}\n${cue('да')}`),
  dropDrawings,
  takeSpeakers: (text) => takeSpeakers([line(text)].map(({ start, end }) => ({ start, end, text }))),
  writeWebVtt: (text) => writeWebVtt([{ start: 0, end: 1, text, speaker: text }]),
  readDay,
  readDate,
  initials: (text) => initials({ name: text, email: text }),
  inOneLine,
  readNames: (text) => readNames(text, ['смета']),
  shownFileName,
  pointsIn,
  questionsIn,
  plannedQuestions,
  chapterTrack: (text) => chapterTrack([{ start: 0, title: text } as never], 60),
  openProposals: (text) =>
    openProposals([{ id: 'p', kind: 'question', state: 'open', text } as never], {
      agenda: [{ id: 'a', title: text }],
      tasks: [],
    }),
  differingWords: (text) => differingWords(text, `${text} и`),
  markedParts: (text) => markedParts(text, soughtWords('слово'), ['смета']),
  csvOf: (text) => csvOf([text], [[text]]),
  openableLink,
  meantAddress: (text) => meantAddress(`a@${text} x`),
  matchPeople: (text) => matchPeople([{ id: 'u', role: 'external', name: text, email: 'a@b.ru' }], text.slice(0, 200)),
  shortName,
};

/** Repeated units that make a regular expression backtrack when the end of the match is missing. */
const repeated = [
  ...[' ', '\t', '\n', '\u00a0', ' \u00a0', '\u202f', '\u200b', '\u0301', '\u0301\u0316', '\u200d', '\0'],
  ...['а', 'A', '1', '0', 'а ', 'А ', 'а\u00a0', 'А-', 'а.', 'А. ', 'т. А', 'слово '],
  ...['-', '- ', '– ', '— ', ' -', '" ', '"а ', '«"', '№ ', '(', '((', '[', '[1', ']', '/', '//', '\\'],
  ...['.', '!', '?', '!\t', '…»', ',', ', ', ';', ' ;', ':', ': ', 'А: ', '=', '+', '@', 'a@', 'a.', "'", '&'],
  ...['{\\', '{', '<', '<a', '</', '<1', '<v ', '<v.', '<v x>', '&#', '&#1', '&amp', '<think>', '</think>', '<!--'],
  ...['1. О деле, докладчик Иванов И. И., 10 мин (', '1. О деле, докладчик Иванов И. И., 10 мин (\n'],
  ...['http://a', '://', 'www.w', 'www. ', '😀', '😀\u200d', '1\ufe0f', '🇷🇺', '\ud83d'],
  ...['T', 'T+01:00', '2026-01-01T', '00:00:01,000 --> ', '1\n', '1) ', '0)\t', '1.', 'bytes=', 'return='],
  ...['до ', 'до 1 ', 'решили ', 'решили: ', 'на повестке ', 'в\tповестке\t', 'первый вопрос ', 'итак, ', 'поручить '],
];
/** Scanners that build a whole document, or compare: at the short level each meets a small share of the repetitions. */
const dear = new Set(['listedPeople', 'buildDocument', 'markedParts', 'mergeLines', 'splitDecision']);
/** Units that were quadratic once, or are the very case of a scanner: it meets them at the short level, too. */
const always: Record<string, readonly string[]> = {
  parseSubtitles: ['{\\'],
  tableOfFigures: [' '],
  dropDrawings: ['m 0 0 ', 'm '],
  splitDecision: ['до 1 ', 'Иванов '],
  deadlinesIn: ['до 1 ', 'срок '],
  columnShares: ['1 ', '100 '],
  mergeLines: ['а '],
  meantAddress: ['.a'],
  paragraphTexts: ['<w:br a', '<w:p a', '<w:t a', '<w:t>', '<w:p>'],
  emphasize: ['<w:r>', '<w:r a', '<w:r></w:r>'],
  reasonOf: ['user ', 'mailbox '],
};
const shapes = [(text: string) => text, (text: string) => `x${text}\nx`, (text: string) => `x ${text}x`];

const [small, large] = [2_500, 20_000];
/** Processor time in milliseconds below which no comparison is needed. */
const quick = 40;
/**
 * Maximum growth of the time for the large text, compared with eight small ones; a quadratic scan would take eight
 * times.
 */
const maxGrowth = 3.5;

/**
 * Measures the processor time of this many scans, in milliseconds. The clock ticks every 4 ms, so one short scan may be
 * 0.
 */
function spentOn(scan: Scanner, text: string, times = 1): number {
  const started = process.threadCpuUsage();
  for (let done = 0; done < times; done += 1) {
    try {
      scan(text);
    } catch (error) {
      // Rejecting a text is a valid result; a RangeError is not.
      if (!(error instanceof Error) || error instanceof RangeError) throw error;
    }
  }
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1_000;
}

const grown = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length));

test.each(Object.entries(scanners))('%s handles hostile text without quadratic growth of its time', (name, scan) => {
  const slow: string[] = [];
  const units = new Set([...sampled(repeated, dear.has(name) ? 16 : 4, name.length), ...(always[name] ?? [])]);
  for (const unit of units)
    for (const shape of shapes) {
      const long = spentOn(scan, shape(grown(unit, large)));
      if (long <= quick) continue;
      // The best of several runs, since other work of the machine only adds time.
      const few = shape(grown(unit, small));
      const short = Math.max(4, Math.min(...[1, 2, 3].map(() => spentOn(scan, few, large / small))));
      const again = Math.min(long, spentOn(scan, shape(grown(unit, large))));
      if (again > quick && again / short > maxGrowth) slow.push(`${JSON.stringify(shape(unit))}: ${again / short}`);
    }
  expect(slow).toEqual([]);
});
