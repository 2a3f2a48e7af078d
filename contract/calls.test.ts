import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { calls } from './calls.ts';
import { newPasswordForm } from './identity/session.ts';
import { canMove, stages, stagesBefore } from './stage.ts';

/** Returns the paths of the lists in a schema that have no maximum length. */
function endlessLists(schema: unknown, path = '', seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const inside = (at: string, parts: object): string[] =>
    Object.entries(parts).flatMap(([key, part]) => endlessLists(part, `${path}${at}${key}`, seen));
  if (!('_zod' in schema)) return inside('.', schema);
  const { checks, ...def } = (schema as z.core.$ZodArray)._zod.def;
  const isLimited = checks?.some((check) => (check._zod.def as z.core.$ZodCheckDef).check === 'max_length');
  const own = def.type === 'array' && !isLimited ? [path] : [];
  const later = (schema as unknown as z.core.$ZodLazy)._zod.innerType;
  return [...own, ...inside(' ', def), ...(later ? endlessLists(later, path, seen) : [])];
}

const table: [string, Call][] = Object.entries(calls);

describe.each(table)('%s', (_name, call) => {
  test('has the same parameters in its path and in its schema', () => {
    const named = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const shape = call.params instanceof z.ZodMiniObject ? Object.keys(call.params.shape) : [];
    expect(named).toEqual(shape);
  });

  // The server creates an error for each invalid element, and a list may be as long as the body allows.
  test('limits every list that is sent to it', () => {
    expect([call.params, call.query, call.body].flatMap((schema) => endlessLists(schema))).toEqual([]);
  });

  test('is described in Russian', () => {
    expect(call.summary).toMatch(/^[А-ЯЁ]/);
  });
});

test('no two calls share method and path', () => {
  const places = table.map(([, call]) => `${call.method} ${call.path}`);
  expect(new Set(places).size).toBe(places.length);
});

test('a final protocol leads on only by being reopened', () => {
  expect(stages.filter((to) => canMove('final', to))).toEqual(['finish']);
  expect(stagesBefore('final')).toEqual(['finish']);
});

test('a missing password is reported as required, not as too short, and the confirmation must match', () => {
  const messages = (form: unknown) =>
    z.safeParse(newPasswordForm, form).error?.issues.map((issue) => [issue.path[0], issue.message]);
  expect(messages({ password: '', password_confirmation: '' })).toEqual([
    ['password', 'Поле обязательно для заполнения'],
    ['password_confirmation', 'Поле обязательно для заполнения'],
  ]);
  expect(messages({ password: '12345', password_confirmation: '12345' })).toEqual([
    ['password', 'Пароль должен содержать минимум 6 символов'],
  ]);
  expect(messages({ password: '123456', password_confirmation: '654321' })).toEqual([
    ['password_confirmation', 'Пароли должны совпадать'],
  ]);
});
