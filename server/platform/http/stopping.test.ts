import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { Stopping } from './stopping.ts';

function answer() {
  const destroy = vi.fn();
  const response = Object.assign(new EventEmitter(), { socket: { destroy } });
  return { destroy, response: response as unknown as ServerResponse, end: () => response.emit('close') };
}

test('a stop waits also for calls that begin while it waits for others', async () => {
  const stopping = new Stopping();
  const [first, second] = [answer(), answer()];
  stopping.follow(first.response);
  const drained = vi.fn();
  const draining = stopping.drain({ drainMs: 0, finishMs: 60_000 }).then(drained);
  stopping.follow(second.response);
  first.end();
  await new Promise((resolve) => setImmediate(resolve));
  expect([drained, second.destroy].map((each) => each.mock.calls.length)).toEqual([0, 0]);
  second.end();
  await draining;
  expect(second.destroy).not.toHaveBeenCalled();
});

test('a stop cuts what is still under way at its bound', async () => {
  const stopping = new Stopping();
  const { response, destroy } = answer();
  stopping.follow(response);
  await stopping.drain({ drainMs: 0, finishMs: 1 });
  expect(destroy).toHaveBeenCalledOnce();
});
