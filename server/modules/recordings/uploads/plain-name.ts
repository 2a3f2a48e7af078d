const longestName = 255;

/**
 * Returns the last component of a path without control characters and shortened, keeping its extension; empty for
 * `blob`, the name that browsers give to an unnamed Blob.
 */
export function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const plain = last.replace(/\p{Cc}/gu, '').trim();
  if (plain === 'blob') return '';
  const ending = /\.[\p{L}\d]{1,10}$/u.exec(plain)?.[0] ?? '';
  if (plain.length <= longestName) return plain;
  // Half of a surrogate pair at the end is removed.
  const beginning = plain.slice(0, longestName - 1 - ending.length).replace(/[\ud800-\udbff]$/, '');
  return `${beginning.trimEnd()}…${ending}`.toWellFormed();
}
