/** What JSON says; undefined for a broken one, wherever it was kept or came from. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
