/** So long what was deleted can be brought back, in milliseconds. */
export const undoMs = 8_000;
