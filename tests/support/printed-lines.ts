import type { DocumentModel, Run } from '#contract/documents/printed/document-model.ts';

/** Returns what a reader of the model sees: a line for each of its texts, including list numbers. */
export function printedLines(model: DocumentModel): string[] {
  return model.blocks.flatMap((block) => {
    if (block.kind === 'requisites') return [block.date, block.place, block.number].filter(Boolean);
    if (block.kind === 'signatures') return block.rows.flatMap((row) => [row.role, row.name]);
    if (block.kind === 'table') return block.rows.flat().map(wordsOf).filter(Boolean);
    if (block.kind === 'frame') return [...block.title, ...block.lines];
    const number = block.number ? `${block.number.label}\u00a0` : '';
    return [number + wordsOf(block.runs)];
  });
}

const wordsOf = (runs: readonly Run[]) => runs.map((run) => run.text).join('');
