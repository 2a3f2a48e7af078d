/** How long a deletion can be undone (`undo.ts`), in milliseconds. In a file of its own, so that tests can replace it. */
export const undoMs = 8_000;
