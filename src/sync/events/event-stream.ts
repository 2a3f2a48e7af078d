import { createParser } from 'eventsource-parser';

export interface StreamEvent {
  event: string;
  data: string;
}

/**
 * Reads a text/event-stream body event by event; a comment comes as the event `comment`, a sign of life. Ends when the
 * body ends; throws what reading throws, and an Error when nothing at all came for `silence` milliseconds.
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  silence: number,
): AsyncGenerator<StreamEvent, void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  const events: StreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => events.push({ event, data }),
    onComment: () => events.push({ event: 'comment', data: '' }),
  });
  try {
    for (;;) {
      const { done, value } = await within(silence, reader.read());
      if (done) return;
      parser.feed(value);
      yield* events.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the stream fell silent')), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
