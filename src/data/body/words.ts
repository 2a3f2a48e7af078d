import type { Body } from '#contract/body.ts';

/** What a body is called, also where a server sends no name. */
export function bodyTitle({ id, name }: Pick<Body, 'id' | 'name'>): string {
  return name?.trim() || `Без названия ${id}`;
}
