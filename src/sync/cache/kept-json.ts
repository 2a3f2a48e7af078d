/**
 * What a query holds as JSON; undefined for what has none. The query of an address is left out: it is signed, opens the
 * file to whoever has it, and goes out of date. The bare address fails where it is used, and is then asked for anew.
 */
export function toKeptJson(data: unknown): string | undefined {
  return JSON.stringify(data, (name, value: unknown) =>
    typeof value === 'string' && /url$/i.test(name) ? value.split('?', 1)[0] : value,
  );
}
