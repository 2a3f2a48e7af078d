/** Push services that do not respond, so that pushes to them do not delay the others. */
export class SilentHosts {
  readonly #hosts = new Map<string, { silences: number; restUntil: number }>();

  /**
   * Returns whether a host may be called. A paused host may be called once per pause, to see whether it responds again.
   */
  mayAsk(host: string, now: Date): boolean {
    const known = this.#hosts.get(host);
    if (!known || known.silences < maxSilences) return true;
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
    if (this.#hosts.size > maxHosts && oldest !== undefined) this.#hosts.delete(oldest);
  }
}

/** Number of consecutive timeouts after which a host is paused. */
const maxSilences = 3;
const restMs = 60_000;
/** Limits the memory used, since host names come from browsers. */
const maxHosts = 1000;
