import { Agent, get } from 'node:http';

/** An address that is asked again and again over connections that stay open. */
export class Target {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #agent: Agent;

  constructor(url: string, headers: Record<string, string> = {}, agent = new Agent({ keepAlive: true })) {
    this.#url = url;
    this.#headers = headers;
    this.#agent = agent;
  }

  /** Milliseconds from a request to the last byte of its answer. */
  async ask(): Promise<number> {
    const started = performance.now();
    await new Promise<void>((resolve, reject) => {
      const request = get(this.#url, { agent: this.#agent, headers: this.#headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${this.#url}: ${answer.statusCode}`));
        answer.resume().on('end', resolve).on('error', reject);
      });
      request.on('error', reject);
    });
    return performance.now() - started;
  }

  /** Returns the times of `count` requests, one after the other. */
  async series(count: number): Promise<number[]> {
    const times: number[] = [];
    for (let i = 0; i < count; i += 1) times.push(await this.ask());
    return times;
  }

  /** Returns answers per second with `atOnce` concurrent requests. */
  async rate(milliseconds: number, atOnce: number): Promise<number> {
    const started = performance.now();
    let answers = 0;
    const askOn = async () => {
      while (performance.now() - started < milliseconds) {
        await this.ask();
        answers += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, askOn));
    return (answers * 1000) / (performance.now() - started);
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Returns the value that `percent` of all values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}
