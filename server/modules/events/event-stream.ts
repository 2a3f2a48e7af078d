import type { ServerResponse } from 'node:http';
import type { AppEvent } from '#server/platform/events/index.ts';

/** Maximum number of unread bytes; beyond it events are dropped, and the reader gets a `resync` instead. */
const mostUnread = 256 * 1024;

/** Writes events to one reader, dropping events while the reader lags behind. */
export class EventStream {
  readonly #response: ServerResponse;
  #behind = false;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.on('drain', () => {
      if (!this.#behind) return;
      this.#behind = false;
      this.send({ type: 'resync' });
    });
  }

  send(event: AppEvent | { type: 'ready' }): void {
    this.#write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }

  /** Writes a comment line, which shows that the connection is alive. */
  beat(): void {
    this.#write(': \n\n');
  }

  #write(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    if (this.#behind || this.#response.writableLength > mostUnread) this.#behind = true;
    else this.#response.write(text);
  }
}
