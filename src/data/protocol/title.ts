import type { Protocol } from '#contract/protocol.ts';

/** Returns the title of a protocol, which may have none yet. */
export function protocolTitle({ title, number }: Pick<Protocol, 'title' | 'number'>): string {
  if (title?.trim()) return title;
  return number ? `Протокол №\u00A0${number}` : 'Протокол без названия';
}
