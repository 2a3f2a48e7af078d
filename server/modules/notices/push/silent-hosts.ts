/** Which push services have fallen silent, so that pushes to them do not keep those to others waiting. */
export class SilentHosts {
  readonly #hosts = new Map<string, { silences: number; restUntil: number }>();

  /** Whether a host may be asked; of one that rests every so often once, to see whether it answers again. */
  mayAsk(host: string, now: Date): boolean {
    const known = this.#hosts.get(host);
    if (!known || known.silences < mostSilences) return true;
    if (now.getTime() < known.restUntil) return false;
    known.restUntil = now.getTime() + restMs;
    return true;
  }

  answered(host: string): void {
    this.#hosts.delete(host);
  }

  noteSilence(host: string, now: Date): void {
    const silences = (this.#hosts.get(host)?.silences ?? 0) + 1;
    this.#hosts.delete(host);
    this.#hosts.set(host, { silences, restUntil: now.getTime() + restMs });
    const [oldest] = this.#hosts.keys();
    if (this.#hosts.size > mostHosts && oldest !== undefined) this.#hosts.delete(oldest);
  }
}

/** After so many silences in a row a host rests. */
const mostSilences = 3;
const restMs = 60_000;
/** Addresses come from browsers: whoever names many hosts does not fill the memory. */
const mostHosts = 1000;
