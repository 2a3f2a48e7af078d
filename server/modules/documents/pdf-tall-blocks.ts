import { createRequire } from 'node:module';

type Page = { items: unknown[]; pageSize: { height: number }; xOffset?: number; yOffset?: number; height?: number };
type Context = {
  pages: Page[];
  page: number;
  x: number;
  y: number;
  availableWidth: number;
  pageMargins: { top: number; bottom: number };
  getCurrentPage(): Page;
};
type Repeatable = { height: number };
type Writer = {
  transactionLevel: number;
  originalX: number;
  repeatables: Repeatable[];
  context(): Context;
  pushContext(width: number, height: number): void;
  popContext(): void;
  addFragment(fragment: Page): unknown;
  beginUnbreakableBlock(width?: number, height?: number): void;
  commitUnbreakableBlock(x?: number, y?: number): void;
};

/**
 * Points by which a page of a block is lower than the page it is placed on, since sums of fractions have rounding
 * errors.
 */
const slack = 0.01;

/**
 * Makes pdfmake print an unbreakable block that is taller than a page, starting at the top of a page. By itself it
 * silently omits the whole block: it treats it as one endless page, which then fits nowhere (beginUnbreakableBlock in
 * pdfmake/src/PageElementWriter.js; pinned, and tested).
 */
export function printTallBlocks(): void {
  const require = createRequire(import.meta.url);
  const { prototype } = (require('pdfmake/js/PageElementWriter.js') as { default: { prototype: Writer } }).default;
  const { beginUnbreakableBlock, commitUnbreakableBlock } = prototype;
  /** Header rows of the tables around an open block; they repeat on the pages where it is placed. */
  const setAside = new WeakMap<Writer, Repeatable[]>();
  prototype.beginUnbreakableBlock = function (width, height) {
    if (this.transactionLevel > 0 || width !== undefined) return beginUnbreakableBlock.call(this, width, height);
    const context = this.context();
    const { top, bottom } = context.pageMargins;
    const heads = this.repeatables.reduce((sum, head) => sum + head.height, 0);
    this.transactionLevel = 1;
    this.originalX = context.x;
    this.pushContext(context.availableWidth, context.getCurrentPage().pageSize.height - top - bottom - heads - slack);
    setAside.set(this, this.repeatables);
    this.repeatables = [];
  };
  prototype.commitUnbreakableBlock = function (x, y) {
    const heads = setAside.get(this);
    if (this.transactionLevel > 1 || !heads) return commitUnbreakableBlock.call(this, x, y);
    this.transactionLevel = 0;
    setAside.delete(this);
    this.repeatables = heads;
    const block = this.context();
    this.popContext();
    for (const page of block.pages) {
      const isLast = page === block.pages.at(-1);
      // Space at the end of a page where the next words did not fit stays empty.
      this.addFragment(Object.assign(page, { height: isLast ? block.y : page.pageSize.height }));
    }
  };
}
