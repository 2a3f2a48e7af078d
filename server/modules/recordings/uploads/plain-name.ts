const longestName = 255;

/**
 * The last part of a path without control characters, its ending kept however long it is; empty for `blob`, which browsers
 * name a Blob without a name.
 */
export function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const plain = last.replace(/\p{Cc}/gu, '').trim();
  if (plain === 'blob') return '';
  const ending = /\.[\p{L}\d]{1,10}$/u.exec(plain)?.[0] ?? '';
  if (plain.length <= longestName) return plain;
  // A letter of two halves that is cut in its middle is left out.
  const beginning = plain.slice(0, longestName - 1 - ending.length).replace(/[\ud800-\udbff]$/, '');
  return `${beginning.trimEnd()}…${ending}`.toWellFormed();
}
