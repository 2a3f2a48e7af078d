/** A deletion can be undone for this long, in milliseconds. A file of its own: tests put another time into its place. */
export const undoMs = 8_000;
