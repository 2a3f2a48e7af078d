/** Returns the value of a kept JSON text; undefined if it is damaged, since a step would fail at it in every attempt. */
export function parseKept(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
