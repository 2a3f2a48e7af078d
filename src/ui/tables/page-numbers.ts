/**
 * Returns the page numbers to offer, with null for a gap: the first, the last, and those around the current one. If the
 * provider does not tell the last page: the pages so far and the next.
 */
export function pageNumbers(current: number, last: number | undefined, hasNext: boolean): (number | null)[] {
  const end = last ?? (hasNext ? current + 1 : current);
  const wanted = new Set([1, 2, 3, current - 1, current, current + 1, end]);
  const pages = [...wanted].filter((page) => page >= 1 && page <= end).sort((a, b) => a - b);
  return pages.flatMap((page, index) => {
    const before = pages[index - 1];
    if (before === undefined || page - before === 1) return [page];
    return page - before === 2 ? [page - 1, page] : [null, page];
  });
}
