type Params = Record<string, unknown>;

interface Message {
  id?: number;
  method?: string;
  sessionId?: string;
  result?: Params;
  params?: Params;
  error?: { message: string };
}

/** One DevTools connection, and nothing more: Playwright would attach itself to the worker and hold its start up. */
export class Devtools {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { resolve: (result: Params) => void; reject: (cause: Error) => void }>();
  #id = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data)) as Message));
  }

  static async connect(address: string): Promise<Devtools> {
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    return new Devtools(socket);
  }

  /** Sends a command, to a session if one is given; rejects with the browser's error. */
  send(method: string, params: Params = {}, sessionId?: string): Promise<Params> {
    this.#id += 1;
    const id = this.#id;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject: (cause) => reject(new Error(`${method}: ${cause.message}`)) });
      this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }

  /** Opens an empty tab; resolves with its session. */
  async openTab(): Promise<string> {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    return String(sessionId);
  }

  close(): void {
    this.#socket.close();
  }

  #take({ id, result, error }: Message): void {
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || !waiting) return;
    this.#waiting.delete(id);
    if (error) waiting.reject(new Error(error.message));
    else waiting.resolve(result ?? {});
  }
}
