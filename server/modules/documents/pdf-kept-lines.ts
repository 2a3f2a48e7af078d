import { createRequire } from 'node:module';

type Line = { y: number; lastLineInParagraph?: boolean; getHeight(): number };
type Shape = { y?: number; y1?: number };
type Item = { item: Line | Shape };
type Context = { y: number; availableHeight: number; getCurrentPage(): { items: Item[] } };
type Writer = {
  transactionLevel: number;
  context(): Context;
  pushContext(): void;
  popContext(): void;
  moveToNextPage(): void;
  addFragment(
    part: { items: Item[]; height: number; yOffset: number },
    useBlockXOffset: boolean,
    useBlockYOffset: boolean,
  ): unknown;
};
/** `isAtTop`: the first node of a stack, printed only if the stack begins at the top of a page. */
type Node = { table?: unknown; tag?: { type: string }; isAtTop?: boolean };
type Container = { stack: Node[]; positions: unknown[]; isKeptByLines?: boolean };
type Builder = { writer: Writer; processVerticalContainer(container: Container): void };

/** Lines of a paragraph that stay on one page at its beginning and at its end. */
const minLines = 2;
/** Maximum number of lines of a heading that is not split. */
const wholeHeading = 8;
/** Sums of fractions have rounding errors. */
const slack = 0.01;

/**
 * Makes pdfmake keep a stack that `isKeptByLines` on one page, but split its paragraphs where they have room for two
 * lines before and after the split. By itself it knows only blocks that are never split: a long paragraph would leave
 * most of a page empty (processVerticalContainer in pdfmake/src/LayoutBuilder.js; pinned, and tested).
 */
export function splitKeptParagraphs(): void {
  const require = createRequire(import.meta.url);
  const { prototype } = (require('pdfmake/js/LayoutBuilder.js') as { default: { prototype: Builder } }).default;
  const { processVerticalContainer } = prototype;
  prototype.processVerticalContainer = function (container) {
    const { writer } = this;
    if (!container.isKeptByLines) return processVerticalContainer.call(this, container);
    // All is laid out on one endless page, as pdfmake does with an unbreakable block.
    writer.transactionLevel += 1;
    writer.pushContext();
    const { items } = writer.context().getCurrentPage();
    let head: Layout['head'];
    const splits = container.stack.flatMap((node) => {
      const start = items.length;
      processVerticalContainer.call(this, { stack: [node], positions: container.positions });
      if (node.isAtTop) head = { items: items.splice(0), height: writer.context().y };
      return node.table ? [] : splitsOf(items.slice(start), /^H\d$/.test(node.tag?.type ?? ''));
    });
    const { y: height } = writer.context();
    writer.popContext();
    writer.transactionLevel -= 1;
    place(writer, { items, splits, height, head });
  };
}

/** What is laid out on an endless page, below a head for the top of a page, and where it may be split. */
type Layout = {
  items: readonly Item[];
  splits: readonly number[];
  height: number;
  head?: { items: readonly Item[]; height: number } | undefined;
};

/** Returns the positions at which these paragraphs may be split, from top to bottom. */
function splitsOf(items: readonly Item[], isHeading: boolean): number[] {
  const paragraphs: Line[][] = [[]];
  for (const { item } of items) {
    if (!isLine(item)) continue;
    paragraphs.at(-1)?.push(item);
    if (item.lastLineInParagraph) paragraphs.push([]);
  }
  return paragraphs.flatMap((lines) =>
    isHeading && lines.length <= wholeHeading ? [] : lines.slice(minLines, 1 - minLines).map(({ y }) => y),
  );
}

/** Moves the items from the endless page to the pages of the document. */
function place(writer: Writer, { items, splits, height, head }: Layout): void {
  let isTop = writer.context().getCurrentPage().items.length === 0;
  let isBegun = false;
  let from = 0;
  for (;;) {
    const context = writer.context();
    if (!isBegun) from = isTop ? 0 : (head?.height ?? 0);
    const end = from + context.availableHeight + slack;
    const split = splits.findLast((y) => y > from && y <= end) ?? (isTop ? firstBeyond(items, from, end) : undefined);
    const to = height <= end || (isTop && split === undefined) ? height : split;
    const isLast = to === height;
    if (to !== undefined) {
      const inside = items.filter((each) => (!isBegun || topOf(each) >= from) && (isLast || topOf(each) < to));
      const all = !isBegun && isTop && head ? [...head.items, ...inside] : inside;
      const part = { items: all, height: Math.min(to - from, context.availableHeight), yOffset: context.y - from };
      writer.addFragment(part, false, true);
      isBegun = true;
      from = to;
    }
    if (isLast) return;
    writer.moveToNextPage();
    isTop = true;
  }
}

/** Returns the top of the first line that does not fit, where nothing may be split; undefined if not even one fits. */
function firstBeyond(items: readonly Item[], from: number, end: number): number | undefined {
  const beyond = items.flatMap(({ item }) =>
    isLine(item) && item.y > from && item.y + item.getHeight() > end ? item.y : [],
  );
  return beyond.length > 0 ? Math.min(...beyond) : undefined;
}

const isLine = (item: Line | Shape): item is Line => 'getHeight' in item;

const topOf = ({ item }: Item) => item.y ?? ('y1' in item ? item.y1 : undefined) ?? 0;
