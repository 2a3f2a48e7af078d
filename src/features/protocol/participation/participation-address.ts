import type { Evidence } from '#contract/evidence.ts';
import { momentQuery } from '../playback/moment-query.ts';

/** `?protocol=`: id of the signed protocol that is opened. */
export const protocolParameter = 'protocol';

/** Returns the address of a signed protocol in the tab that it is opened from; `moment` is one of its recording. */
export function ownProtocolAddress(tab: string, id: string, moment?: Evidence): string {
  const query = new URLSearchParams({
    tab,
    [protocolParameter]: id,
    ...(moment && Object.fromEntries(momentQuery(moment))),
  });
  return `/main/settings?${query}`;
}

/** Returns the address of a page of a tab; the first page has no number. */
export function tabAddress(
  tab: string,
  { page = 1, status }: { page?: number; status?: string | undefined } = {},
): string {
  const query = new URLSearchParams({
    tab,
    ...(status ? { status } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  });
  return `/main/settings?${query}`;
}
