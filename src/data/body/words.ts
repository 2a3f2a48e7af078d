import type { Body } from '#contract/body.ts';
import type { QuorumRule } from '#contract/quorum.ts';

/** What a body is called, also where a server sends no name. */
export function bodyTitle({ id, name }: Pick<Body, 'id' | 'name'>): string {
  return name?.trim() || `Без названия ${id}`;
}

/** The rules that a person chooses from; one with a number names it beside. */
export const quorumChoices: readonly { value: string; title: string; rule: QuorumRule | null }[] = [
  { value: 'none', title: 'Не определён', rule: null },
  { value: 'more', title: 'Больше половины', rule: { share: 0.5, is_more: true } },
  { value: 'half', title: 'Не менее половины', rule: { share: 0.5 } },
  { value: 'two-thirds', title: 'Не менее двух третей', rule: { share: 2 / 3 } },
];
