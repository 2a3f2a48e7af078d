/** A place in a file that one request at a time may write. */
export type Slot = {
  /** Records that data arrived, so that the request counts as alive. */
  touch: () => void;
  /** Records that all data has arrived: no other request may take the place after that. */
  finish: () => void;
  /** Passes the place to the next request. */
  release: () => void;
};

type Holder = { lastSign: number; finishing: boolean; abort: () => void; ended: Promise<void> };

/**
 * Lets one request at a time write a place (a chunk of an upload); others wait for it. A holder that has been silent
 * for `silentMs` has lost its connection (which may happen without a FIN): it is aborted, and the next one takes over.
 */
export class ChunkSlots {
  readonly #holders = new Map<string, Holder>();
  readonly #silentMs: number;

  constructor(silentMs: number) {
    this.#silentMs = silentMs;
  }

  /** Waits for the place; after `abort` the request must soon end its work and call `release`. */
  async take(place: string, abort: () => void): Promise<Slot> {
    for (let other = this.#holders.get(place); other; other = this.#holders.get(place)) await this.#outlast(other);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const holder: Holder = { lastSign: performance.now(), finishing: false, abort, ended };
    this.#holders.set(place, holder);
    return {
      touch: () => {
        holder.lastSign = performance.now();
      },
      finish: () => {
        holder.finishing = true;
      },
      release: () => {
        if (this.#holders.get(place) === holder) this.#holders.delete(place);
        resolve();
      },
    };
  }

  async #outlast(holder: Holder): Promise<void> {
    for (;;) {
      const left = holder.finishing ? this.#silentMs : holder.lastSign + this.#silentMs - performance.now();
      if (left <= 0) {
        holder.abort();
        return holder.ended;
      }
      if (await endsWithin(holder.ended, left)) return;
    }
  }
}

async function endsWithin(ended: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, Math.ceil(ms), false);
  });
  try {
    return await Promise.race([ended.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
