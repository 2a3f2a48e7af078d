import { createRequire } from 'node:module';

type Repeatable = { height: number };
type Writer = { transactionLevel: number; popContext(): void; commitUnbreakableBlock(x?: number, y?: number): void };
type Processor = {
  tableNode: { table: { isContinued?: boolean } };
  headerRepeatable: Repeatable | null;
  endRow(row: number, writer: Writer, breaks: unknown): void;
};

/**
 * Makes pdfmake print the second part of a table without the head that stands above its first part: the head, the first
 * row of a table that `isContinued`, is printed only on the pages that follow (endRow in
 * pdfmake/src/TableProcessor.js; pinned, and tested).
 */
export function continueTables(): void {
  const require = createRequire(import.meta.url);
  const { prototype } = (require('pdfmake/js/TableProcessor.js') as { default: { prototype: Processor } }).default;
  const { endRow } = prototype;
  prototype.endRow = function (row, writer, breaks) {
    if (row > 0 || !this.tableNode.table.isContinued) return endRow.call(this, row, writer, breaks);
    // The head is laid out in a block of its own, which is thrown away instead of being placed.
    const { commitUnbreakableBlock } = writer;
    writer.commitUnbreakableBlock = function () {
      this.transactionLevel -= 1;
      if (this.transactionLevel === 0) this.popContext();
    };
    endRow.call(this, row, writer, breaks);
    writer.commitUnbreakableBlock = commitUnbreakableBlock;
  };
}
