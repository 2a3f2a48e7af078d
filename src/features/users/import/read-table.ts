import { areEnough, headingsOf } from './people-columns.ts';

/** A file that cannot be read as a table of people; the message gives the reason in Russian. */
export class TableProblem extends Error {}

/** A table as it is written in a file; `sheet` names the one of several sheets that holds it. */
export type WrittenTable = { cells: string[][]; sheet?: string };

export async function readSheets(file: File): Promise<WrittenTable[]> {
  const { default: read } = await import('read-excel-file/universal');
  try {
    const sheets = await read(file);
    return sheets.map(({ sheet, data }) => {
      const cells = data.map((row) => row.map(cellText));
      return { cells, ...(sheets.length > 1 && { sheet }) };
    });
  } catch (cause) {
    throw new TableProblem('Файл не читается как таблица XLSX: возможно, он повреждён или защищён паролем', { cause });
  }
}

/** Returns what a table shows in a cell; days come as midnights of UTC. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'да' : 'нет';
  return cell instanceof Date ? cell.toLocaleDateString('ru', { timeZone: 'UTC' }) : String(cell);
}

export async function readCsv(file: File): Promise<string[][]> {
  const { default: papa } = await import('papaparse');
  const written = textOf(await file.arrayBuffer());
  // Excel writes the delimiter into a line of its own, which counts among the lines.
  const [line, named] = /^\uFEFF?sep=(.)(?=[\r\n])/i.exec(written) ?? [''];
  const text = written.slice(line.length);
  const fits = (delimiter: string) => {
    const headings = headingsOf(papa.parse<string[]>(text, { delimiter, preview: maxTop }).data);
    return headings !== undefined && areEnough(headings.columns);
  };
  const delimiter = named ?? delimiters.find(fits) ?? mostFrequentDelimiter(text);
  const { data, errors } = papa.parse<string[]>(text, { delimiter });
  // After an unclosed quote everything up to the end of the file is one cell, and its people would be lost silently.
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (quote)
    throw new TableProblem(
      `В строке ${(quote.row ?? 0) + 1} кавычки стоят неверно: исправьте её и выберите файл снова`,
    );
  return data;
}

/** Lines read to find the headings. */
const maxTop = 50;

const delimiters = [';', ',', '\t'] as const;

/** Returns the most frequent delimiter in the first line; the library guesses from several lines. */
function mostFrequentDelimiter(text: string): string {
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1);
  const counts = delimiters.map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).sign;
}

/** UTF-8, what a Russian Excel writes as CSV, or its «Текст Юникод», which begins with a mark of the order of its bytes. */
function textOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
    // A few broken letters are not worth losing all others: windows-1251 read as UTF-8 has hardly any Russian one.
    if (count(/\uFFFD/g) < count(/[а-яё]/gi)) return text;
    return new TextDecoder('windows-1251').decode(bytes);
  }
}
