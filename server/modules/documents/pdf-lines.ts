import { createRequire } from 'node:module';

type Inline = {
  text: string;
  width: number;
  trailingCut?: number;
  /** No line may end between this inline and the next. */
  noNewLine?: boolean;
  noWrap?: boolean;
};
type Line = {
  maxWidth: number;
  inlines: Inline[];
  inlineWidths: number;
  leadingCut: number;
  newLineForced?: boolean;
  lastLineInParagraph?: boolean;
  addInline(inline: Inline): void;
  getAvailableWidth(): number;
};
type TextNode = { _inlines?: Inline[] };
type Builder = { writer: { context(): { availableWidth: number } }; buildNextLine(node: TextNode): Line | null };
type Measure = { widthOfText(text: string, inline: Inline): number };
type Modules = {
  builder: { default: { prototype: Builder } };
  line: { default: new (maxWidth: number) => Line };
  inlines: { default: new (pdfDocument: null) => Measure };
};
/** Width that an inline needs on a line, together with the following inlines that must stay on the same line. */
type Unbreakable = { width: number; trailingCut: number };
type Paragraph = { inlines: Inline[]; unbreakable: Unbreakable[]; next: number };

/**
 * Makes pdfmake break paragraphs into lines in linear time. By itself it copies the rest of a paragraph for each word,
 * and sums up the rest of an unbreakable row for each of its words (buildNextLine in pdfmake/src/LayoutBuilder.js;
 * pinned, and tested). The resulting lines are the same.
 */
export function breakLinesInLinearTime(): void {
  const require = createRequire(import.meta.url);
  const { builder, line, inlines }: Modules = {
    builder: require('pdfmake/js/LayoutBuilder.js'),
    line: require('pdfmake/js/Line.js'),
    inlines: require('pdfmake/js/TextInlines.js'),
  };
  const measure = new inlines.default(null);
  const paragraphs = new WeakMap<Inline[], Paragraph>();
  builder.default.prototype.buildNextLine = function (node) {
    if (!node._inlines) return null;
    const paragraph = paragraphs.get(node._inlines) ?? paragraphOf(node._inlines);
    paragraphs.set(node._inlines, paragraph);
    if (paragraph.next === paragraph.inlines.length) return null;
    const next = new line.default(this.writer.context().availableWidth);
    fill(next, paragraph, measure);
    next.lastLineInParagraph = paragraph.next === paragraph.inlines.length;
    return next;
  };
}

function paragraphOf(inlines: Inline[]): Paragraph {
  const unbreakable: Unbreakable[] = [];
  for (const [index, inline] of [...inlines.entries()].reverse())
    unbreakable[index] = withRest(inline, unbreakable[index + 1]);
  return { inlines, unbreakable, next: 0 };
}

function withRest({ width, trailingCut = 0, noNewLine }: Inline, rest: Unbreakable | undefined): Unbreakable {
  if (!noNewLine || !rest) return { width, trailingCut };
  return { width: width + rest.width, trailingCut: trailingCut + rest.trailingCut };
}

/**
 * Moves the inlines that fit from the paragraph into an empty line: at least one, which is cut if it is too long by
 * itself.
 */
function fill(line: Line, paragraph: Paragraph, measure: Measure): void {
  const { inlines, unbreakable } = paragraph;
  let goesOn = true;
  for (;;) {
    const inline = inlines[paragraph.next];
    const needed = unbreakable[paragraph.next];
    if (!inline || !needed || !(goesOn || fits(line, needed))) return;
    const rest = inline.noWrap ? undefined : cutToFit(inline, line.getAvailableWidth(), measure);
    if (rest) {
      inlines[paragraph.next] = rest;
      unbreakable[paragraph.next] = withRest(rest, unbreakable[paragraph.next + 1]);
    } else paragraph.next += 1;
    line.addInline(inline);
    goesOn = !rest && inline.noNewLine === true;
  }
}

function fits(line: Line, { width, trailingCut }: Unbreakable): boolean {
  return !line.newLineForced && line.inlineWidths + width - line.leadingCut - trailingCut <= line.maxWidth;
}

/** Shortens an inline to the letters that there is room for, at least one. @returns the rest, if any */
function cutToFit(inline: Inline, room: number, measure: Measure): Inline | undefined {
  const { text } = inline;
  if (text.length < 2 || inline.width <= room) return undefined;
  let [most, tooMany] = [1, text.length + 1];
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (measure.widthOfText(text.slice(0, middle), inline) <= room) most = middle;
    else tooMany = middle;
  }
  if (most === text.length) return undefined;
  const rest = { ...inline, text: text.slice(most) };
  rest.width = measure.widthOfText(rest.text, rest);
  inline.text = text.slice(0, most);
  inline.width = measure.widthOfText(inline.text, inline);
  return rest;
}
