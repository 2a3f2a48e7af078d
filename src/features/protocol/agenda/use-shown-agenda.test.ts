// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import { useShownAgenda } from './use-shown-agenda.ts';

const item = (...texts: string[]): AgendaItem => ({
  id: 'i1',
  title: 'О смете',
  decisions: texts.map((text, index) => ({ id: `d${index}`, text })),
});
const before = item('Утвердить');
const typed = item('Утвердить целиком', 'Отчитаться');

function leave() {
  const { promise: saved, resolve } = Promise.withResolvers<boolean>();
  const left = [{ item: typed, saved }];
  const hook = renderHook(({ agenda }) => useShownAgenda(agenda, left, 'i2'), { initialProps: { agenda: [before] } });
  const shown = () => hook.result.current[0];
  return {
    shown,
    says: (next: AgendaItem) => hook.rerender({ agenda: [next] }),
    end: (is: boolean) => act(async () => resolve(is)),
  };
}

test('a question that was left shows its typed text until all of it is in the outbox', async () => {
  const { shown, says, end } = leave();
  expect(shown()).toBe(typed);
  says(item('Утвердить целиком'));
  expect(shown()).toBe(typed);
  await end(true);
  expect(shown()).toBe(typed);
  const saved = item('Утвердить целиком', 'Отчитаться');
  says(saved);
  expect(shown()).toBe(saved);
});

test('a question that was not saved is shown as on the server', async () => {
  const { shown, end } = leave();
  await end(false);
  expect(shown()).toBe(before);
});
