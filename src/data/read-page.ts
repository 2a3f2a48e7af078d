/** Reads `?page=` of an address: from 1 to 1,000,000; anything else is the first page. */
export function readPage(query: URLSearchParams): number {
  const page = Number(query.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}
