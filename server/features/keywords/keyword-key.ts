/** A keyword as it is kept: without spaces around it, or more than one inside. */
export function keywordName(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** What makes two keywords the same, and their Russian order: lower case, ё as е. */
export function keywordKey(name: string): string {
  return keywordName(name).toLowerCase().replaceAll('ё', 'е');
}
