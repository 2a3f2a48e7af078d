// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { defineMutation } from '../collections/mutation.ts';
import { newMutation } from './mutate.ts';

const kind = defineMutation({
  name: 'some.delete',
  call: calls.deleteMeeting,
  prepare: (partOf: string | undefined) => ({
    ...{ scope: 'meeting:m', subject: 'm', title: 'Удалить', params: { id: 'm' } },
    partOf,
  }),
  changes: () => [],
});

test('the device keeps with a mutation the whole that its thing is a part of', () => {
  expect(newMutation(kind, 'series:s', kind.prepare('series:s'))).toMatchObject({
    scope: 'meeting:m',
    partOf: 'series:s',
  });
  expect(newMutation(kind, undefined, kind.prepare(undefined))).not.toHaveProperty('partOf');
});
