import type { Protocol } from '#contract/protocol.ts';

/** What a protocol is called where it may have no title yet. */
export function protocolTitle({ title, number }: Pick<Protocol, 'title' | 'number'>): string {
  if (title?.trim()) return title;
  return number ? `Протокол №\u00A0${number}` : 'Протокол без названия';
}
