import { tableText } from '../editing/pasted-text.ts';
import { isName, speakerCell, takeSpeaker, takeTime, withTime } from './pasted-speaker.ts';

/** A question as it was written elsewhere; `speaker` holds the original words, '' where nobody is named. */
export interface PastedQuestion {
  title: string;
  speaker: string;
}

interface Row {
  /** Number or bullet at the start of the row; '' for none. */
  mark: string;
  cells: string[];
  /** Whether a blank line precedes the row. */
  isApart: boolean;
}

/**
 * Returns the questions of an agenda from Word, Excel or a mail, in order; all that is not recognised stays in their
 * titles.
 * @param html the same text as HTML; it is preferred where it has tables or lists
 */
export function questionsIn(text: string, html = ''): PastedQuestion[] {
  const structured = /<(?:table|li)[\s>]/i.test(html) || text.trim() === '' ? textOfLists(html) : undefined;
  const rows = withoutMail(rowsOf(structured ?? text));
  const columns = columnsOf(rows);
  const questions: PastedQuestion[] = [];
  let top: string | undefined;
  const isInner = innerNumbers();
  for (const row of columns.rows) {
    const last = questions.at(-1);
    if (row.cells.filter((cell) => cell !== '').length > 1) {
      questions.push(questionOfCells(row, columns.kinds));
      continue;
    }
    const words = row.cells.find((cell) => cell !== '') ?? '';
    const kind = kindOf(row.mark);
    if (!last && isHeading(words)) continue;
    if (last && row.mark === '' && speakerLine.test(words)) {
      const { title, speaker } = takeSpeaker(words);
      last.speaker = joined(last.speaker, speaker, ', ');
      last.title = joined(last.title, title, ' ');
      continue;
    }
    if (last && row.mark === '' && isName(words)) {
      last.speaker = joined(last.speaker, words, ', ');
      continue;
    }
    const isMore = row.mark === '' && top !== undefined && (structured ? /^\p{Ll}/u.test(words) : !row.isApart);
    const isInnerNumber = isInner(row.mark);
    const isBelow = row.mark !== '' && top !== undefined && (kind !== top || isInnerNumber);
    if (last && isMore) last.title = joined(last.title, words, ' ');
    else if (last && isBelow && last.title.length + words.length < longest)
      last.title = below(last.title, row.mark, words);
    else {
      if (row.mark !== '') top ??= kind;
      questions.push({ title: kind === 'point' ? `${row.mark} ${words}` : words, speaker: '' });
    }
  }
  return questions.map(understood).filter(({ title, speaker }) => title !== '' || speaker !== '');
}

/** Maximum length of a title. */
const longest = 10_000;

const speakerLine = /^(?:со)?докладчики?\s*[:–—-]/i;

const list = '(?:повестк[аи](?:\\s+дня)?|вопросы(?:\\s+повестки(?:\\s+дня)?)?)';
const ofMeeting = '(?:\\s+(?:заседани|совещани|собрани|встреч|план[её]рк|конференци)[яи](?:\\s[^:]{0,200}(?=:$))?)?';
const heading = new RegExp(`^(?:проект\\s+)?${list}${ofMeeting}\\s*[:.]?$`, 'i');

/** Whether the line is the heading of the agenda itself. */
function isHeading(words: string): boolean {
  return heading.test(words);
}

const greeting = /^(?:уважаем[ыа][йея]|добр(?:ый|ое|ого) (?:день|дня|утро|вечер)|здравствуйте|коллеги)(?![а-яё])/i;
const request = /^(?:прошу|просим|направля|высыла)/i;
const closing = /^(?:[Сс] уважением(?:[,.!]|$| [А-ЯЁ])|(?:Заранее )?(?:[Сс]пасибо|[Бб]лагодарю)[.!]?$|--$)/;

/** Leaves out greeting and signature of a mail; what may be a question stays. */
function withoutMail(rows: Row[]): Row[] {
  const words = rows.map(({ mark, cells }) => (mark === '' ? cells.join('') : ''));
  const numbered = words.indexOf('');
  const isOpening = (line: string, at: number) =>
    (greeting.test(line) && /^[^.!]{1,60}[.!,]$/.test(line)) ||
    ((at < numbered || line.endsWith(':')) && (greeting.test(line) || request.test(line)));
  const from = words.findIndex((line, at) => !isOpening(line, at));
  const end = words.findIndex((line) => closing.test(line));
  const isEnd = end > from && end > words.length - 8 && words.lastIndexOf('') < end;
  return from < 0 ? rows : rows.slice(from, isEnd ? end : undefined);
}

/** Takes the speaker and the time out of a title; the time has no field and is appended to the title. */
function understood({ title, speaker }: PastedQuestion): PastedQuestion {
  const outer = takeTime(title);
  const found = takeSpeaker(outer.title);
  const inner = takeTime(found.title);
  const words = withTime(withTime(inner.title, inner.time), outer.time);
  return { title: words, speaker: joined(speaker, found.speaker, ', ') };
}

function joined(one: string, other: string, by: string): string {
  return one && other ? one + by + other : one || other;
}

/** Appends a sub-point of a question to its title, on the same line. */
function below(title: string, mark: string, words: string): string {
  const isBullet = kindOf(mark) === 'bullet';
  const by = isBullet ? ' — ' : /[.:;,]$/.test(title) ? ' ' : '; ';
  return title + by + (isBullet ? words : `${mark} ${words}`);
}

const marks = [
  /^\d{1,3}(?:\.\d{1,3})+[.)]?(?=\s|$)/,
  // Not «2025. Итоги года».
  /^\(?(?!(?:19|20)\d\d)\d{1,4}\s?[.)](?=\D|$)/,
  /^(?=[IVXLC])(?:X{0,3})(?:IX|IV|V?I{0,3})[.)](?=\s|$)/,
  /^(?:[-–—•·*▪◦●§](?=\s|$|\p{L})|o(?=\s|$))/u,
] as const;

const kinds = ['point', 'number', 'roman', 'bullet'] as const;

function kindOf(mark: string): (typeof kinds)[number] | undefined {
  return kinds[marks.findIndex((pattern) => pattern.test(mark))];
}

/** Returns a predicate for numbers of sub-points: «1)», «2)» below «1.», but not the «2)» that follows «1.». */
function innerNumbers(): (mark: string) => boolean {
  let outer: string | undefined;
  let last = 0;
  return (mark) => {
    const [, digits, sign] = /^\(?(\d{1,4})\s?([.)])$/.exec(mark) ?? [];
    if (!digits) return false;
    outer ??= sign;
    const isInner = sign !== outer && Number(digits) === last + 1;
    last = isInner ? last + 1 : 0;
    return isInner;
  };
}

function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  let isApart = false;
  /** A mark that stands alone on its line and belongs to the next one. */
  let alone = '';
  let counted = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    const cells = line.split('\t').map((cell) => cell.replaceAll(/\s+/g, ' ').trim());
    const first = cells.findIndex((cell) => cell !== '');
    const words = cells[first] ?? '';
    if (words === '') {
      isApart = true;
      continue;
    }
    // In Excel the number has a cell of its own, in Word it stands before a tab.
    const isOnly = cells.slice(first + 1).every((cell) => cell === '');
    const isNumber = /^(?!(?:19|20)\d\d)\d{1,4}$/.test(words) && (!isOnly || Number(words) === counted + 1);
    const mark = isNumber ? `${words}.` : (marks.map((pattern) => pattern.exec(words)?.[0]).find(Boolean) ?? '');
    if (mark !== '') cells[first] = isNumber ? '' : words.slice(mark.length).trim();
    const isAlone = isOnly && cells[first] === '';
    // It is kept as text where the next line has a mark of its own.
    if (alone !== '' && mark !== '') rows.push({ mark: '', cells: [alone], isApart });
    if (isAlone && isNumber) counted += 1;
    if (!isAlone) rows.push({ mark: mark || alone.replace(/\d$/, '$&.'), cells, isApart });
    alone = isAlone ? words : '';
    isApart = false;
  }
  if (alone !== '') rows.push({ mark: '', cells: [alone], isApart });
  return rows;
}

type Column = 'title' | 'speaker' | 'time' | 'number' | undefined;

const headers: [Column, RegExp][] = [
  ['number', /^(?:№|n|no|номер)(?![а-яё])/i],
  ['speaker', /доклад|выступа|ответствен/i],
  ['time', /врем|регламент|длительн|продолжит/i],
  ['title', /вопрос|тема|повестк|наименован|содержан/i],
];

/**
 * Returns the kinds of a table's columns by its header row; without a header no kinds, and each cell is guessed alone.
 */
function columnsOf(rows: Row[]): { kinds: Column[]; rows: Row[] } {
  const at = rows.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1);
  const kindsOf = rows[at]?.cells.map((cell) => headers.find(([, words]) => words.test(cell))?.[0]) ?? [];
  const found = new Set(kindsOf.filter((kind) => kind !== undefined));
  const isHead = found.has('title') && found.size > 1 && (rows[at]?.cells ?? []).every((cell) => cell.length < 60);
  return isHead ? { kinds: kindsOf, rows: rows.toSpliced(at, 1) } : { kinds: [], rows };
}

function questionOfCells({ mark, cells }: Row, columns: Column[]): PastedQuestion {
  let title = '';
  let speaker = '';
  let time = '';
  const others: string[] = [];
  cells.forEach((cell, index) => {
    const kind = columns[index] ?? (columns.length > 0 ? undefined : guess(cell));
    if (cell === '') return;
    if (kind === 'speaker') speaker = joined(speaker, cell, ', ');
    else if (kind === 'time' && time === '') time = /^\d+$/.test(cell) ? `${cell} мин` : cell;
    else if (kind === 'title' || title === '') title = joined(title, cell, ' ');
    else others.push(cell);
  });
  const numbered = kindOf(mark) === 'point' ? `${mark} ${title}` : title;
  return { title: withTime([numbered, ...others].join(' — '), time), speaker };
}

function guess(cell: string): Column {
  if (takeTime(`, ${cell}`).title === '') return 'time';
  return speakerCell(cell) ? 'speaker' : undefined;
}

/** Returns the text of copied HTML with tabs between table cells and with the list numbers written out. */
function textOfLists(html: string): string {
  // Parsed this way, scripts do not run and images are not loaded.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const places = new Map<Element, number>();
  for (const item of body.querySelectorAll('li')) {
    const list = item.parentElement ?? body;
    const place = (places.get(list) ?? Number(list.getAttribute('start') ?? 1) - 1) + 1;
    places.set(list, place);
    const parent = list.parentElement?.closest('ol, ul');
    const mark =
      list.tagName === 'UL' ? (parent ? '◦' : '•') : parent ? `${places.get(parent) ?? 1}.${place}.` : `${place}.`;
    item.prepend(`${mark} `);
  }
  // `tableText` reads all lines, but only of HTML with a table; an empty one is added for HTML without.
  return tableText(`${body.innerHTML}<table></table>`) ?? '';
}
