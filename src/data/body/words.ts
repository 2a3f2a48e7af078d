import type { Body } from '#contract/body.ts';

/** Returns the name of a body, even if the server sends none. */
export function bodyTitle({ id, name }: Pick<Body, 'id' | 'name'>): string {
  return name?.trim() || `Без названия ${id}`;
}
