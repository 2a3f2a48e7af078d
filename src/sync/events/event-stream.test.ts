import { expect, test } from 'vitest';
import { readEventStream } from './event-stream.ts';

function bodyOf(...parts: string[]): ReadableStream<Uint8Array> {
  const bytes = parts.map((part) => new TextEncoder().encode(part));
  return new ReadableStream({
    start(controller) {
      for (const part of bytes) controller.enqueue(part);
      controller.close();
    },
  });
}

test('events split at any byte are joined; an incomplete event is dropped', async () => {
  const body = bodyOf(
    'event: rea',
    'dy\ndata: {}\n',
    '\n: жив\n\nevent: stage\nda',
    'ta: {"stage":"final"}\n\nevent: x',
  );
  const events = await Array.fromAsync(readEventStream(body, 1000));
  expect(events).toEqual([
    { event: 'ready', data: '{}' },
    { event: 'comment', data: '' },
    { event: 'stage', data: '{"stage":"final"}' },
  ]);
});

test('a value may contain any character but a line end', async () => {
  const body = bodyOf('event:no-space\ndata:  a: б\u2028в\n\n');
  expect(await Array.fromAsync(readEventStream(body, 1000))).toEqual([{ event: 'no-space', data: ' a: б\u2028в' }]);
});

test('a stream that falls silent is an error', async () => {
  const silent = new ReadableStream<Uint8Array>();
  await expect(Array.fromAsync(readEventStream(silent, 10))).rejects.toThrow('silent');
});
