import type { Protocol } from '#contract/protocols/protocol.ts';

/** Returns the title of a protocol, or a substitute if it has none yet. */
export function protocolTitle({ title, number }: Pick<Protocol, 'title' | 'number'>): string {
  if (title?.trim()) return title;
  return number ? `Протокол №\u00A0${number}` : 'Протокол без названия';
}
