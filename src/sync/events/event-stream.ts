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
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await within(silence, reader.read());
      if (done) return;
      rest += value;
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseBlock(block: string): StreamEvent | undefined {
  if (block.startsWith(':')) return { event: 'comment', data: '' };
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    // One space after the colon is no part of the value.
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
  return data.length > 0 ? { event, data: data.join('\n') } : undefined;
}

function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the stream fell silent')), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
