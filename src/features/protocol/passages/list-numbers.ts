import { type FormattedBlock, type FormattedText, listMarks } from '#contract/protocols/formatted-text.ts';

/**
 * Returns the blocks with the numbers of the copied text: a list numbered otherwise than in this app, «1.1.», «а)» or
 * from 2 on, becomes paragraphs that begin with these numbers, because texts refer to them.
 * @param signs number before each numbered point in the copied text
 */
export function withNumbers(blocks: FormattedText, signs: ReadonlyMap<FormattedBlock, string>): FormattedText {
  const marks = listMarks(blocks);
  const kept: FormattedText = [];
  for (let at = 0; at < blocks.length; ) {
    // Consecutive points are counted together.
    let end = at;
    while (isPoint(blocks[end])) end += 1;
    const points = blocks.slice(at, Math.max(end, at + 1));
    const isCounted = points.every(
      (block, index) => block.kind !== 'number' || isSame(signs.get(block), marks[at + index]),
    );
    kept.push(...(isCounted ? points : points.map((block) => inWords(block, signs.get(block)))));
    at += points.length;
  }
  return kept;
}

const isPoint = (block: FormattedBlock | undefined) => block?.kind === 'number' || block?.kind === 'bullet';

function inWords(block: FormattedBlock, sign: string | undefined): FormattedBlock {
  if (block.kind !== 'number' || !sign) return block;
  return { kind: 'paragraph', pieces: [{ text: `${sign} ` }, ...block.pieces] };
}

/** Whether both are the same number: «2.» equals «2)». */
function isSame(sign = '', mark = ''): boolean {
  return sign.replace(/^\(?(\d+)[.)]$/, '$1.') === mark;
}

/** Returns the number that a browser draws before a point of a numbered list: «3.», «c.», «III.». */
export function signOfPoint(point: Element): string {
  const list = point.parentElement;
  if (!(list instanceof HTMLOListElement)) return '';
  let number = numbered.get(point);
  if (number === undefined) {
    let next = list.reversed && !list.hasAttribute('start') ? list.children.length : list.start;
    for (const each of list.children) {
      if (!(each instanceof HTMLLIElement)) continue;
      if (each.hasAttribute('value')) next = each.value;
      numbered.set(each, next);
      next += list.reversed ? -1 : 1;
    }
    number = numbered.get(point) ?? 1;
  }
  return `${written(number, list.type)}.`;
}

/** Cache of the numbers, so that each list is counted once. */
const numbered = new WeakMap<Element, number>();

function written(number: number, type: string): string {
  if (/^a$/i.test(type) && number >= 1 && number <= 26) return inCase(String.fromCharCode(96 + number), type);
  if (/^i$/i.test(type) && number >= 1 && number < 400) return inCase(roman(number), type);
  return String(number);
}

const inCase = (letters: string, type: string) => (/[AI]/.test(type) ? letters.toUpperCase() : letters);

const romanSigns: [string, number][] = [
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
];

function roman(number: number): string {
  let left = number;
  return romanSigns
    .map(([sign, worth]) => {
      const times = Math.floor(left / worth);
      left -= times * worth;
      return sign.repeat(times);
    })
    .join('');
}
