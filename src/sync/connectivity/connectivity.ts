import { createStore } from 'zustand/vanilla';
import type { Http } from '../http/client.ts';
import { askHealth } from '../http/health-call.ts';
import { probeMs } from '../time/backoff.ts';
import type { Clock } from '../time/clock.ts';

export interface ConnectivityDeps {
  http: Http;
  clock: Clock;
  /** Whether the page is visible: a hidden page sends no probes. */
  isVisible(): boolean;
  /** Calls back when the browser says that something changed: online, offline, shown again. Returns the unsubscribe. */
  onHint(listener: () => void): () => void;
}

/** Why calls do not get through: there is no connection (`network`), or the server behind it fails (`server`). */
export type OfflineReason = 'network' | 'server';

export type Connectivity = ReturnType<typeof createConnectivity>;

const probeLimitMs = 5_000;

/**
 * Tracks whether calls get through, not what navigator.onLine says. A failed call is verified by a probe before anybody
 * is told; while offline and visible the probe is repeated every 2–4 s.
 */
export function createConnectivity({ http, clock, isVisible, onHint }: ConnectivityDeps) {
  const connection = createStore<{ offlineReason: OfflineReason | undefined }>(() => ({ offlineReason: undefined }));
  const offlineReason = (): OfflineReason | undefined => connection.getState().offlineReason;
  let probing: Promise<boolean> | undefined;
  let cancel: (() => void) | undefined;
  let forgetHints: (() => void) | undefined;

  function become(now: OfflineReason | undefined): void {
    cancel?.();
    cancel = now && forgetHints ? clock.after(probeMs(clock.random()), again) : undefined;
    if (now !== offlineReason()) connection.setState({ offlineReason: now });
  }

  function again(): void {
    if (isVisible()) void probe();
    else become(offlineReason());
  }

  /** Asks the server now; one question at a time. Resolves whether it answered. */
  function probe(): Promise<boolean> {
    probing ??= findOfflineReason(http).then((found) => {
      probing = undefined;
      become(found);
      return found === undefined;
    });
    return probing;
  }

  return {
    isOnline: () => offlineReason() === undefined,
    /** Why calls do not get through; undefined where they do. */
    offlineReason,
    subscribe: (listener: () => void): (() => void) => connection.subscribe(listener),
    /** Reports that the server answered a call. */
    reportSuccess: () => become(undefined),
    /**
     * Reports that the server is busy or fails in a call: the connection exists, whatever the health check says of the
     * server. This takes effect at once, since a connection that is only later found restored would cut the requested
     * wait short.
     */
    reportBusy(): void {
      if (offlineReason() === 'network') become(undefined);
    },
    /** Reports that a call got no answer, or one that is not the server's. */
    reportFailure: () => void probe(),
    probe,
    /** Listens to the browser's hints and repeats the probe while offline; returns the stop. */
    start(): () => void {
      forgetHints?.();
      // A probe under way may have been answered before the event of this hint.
      const forget = onHint(() => void (probing ? probing.then(probe) : probe()));
      forgetHints = forget;
      return () => {
        forget();
        forgetHints = undefined;
        cancel?.();
      };
    },
  };
}

/**
 * Probes the server. A refusal counts as an answer: a provider may lack /api/health. A captive portal's page does not;
 * a 5xx, of the server or of its gateway, means that there is a connection.
 */
async function findOfflineReason(http: Http): Promise<OfflineReason | undefined> {
  try {
    const answer = await askHealth(http, probeLimitMs);
    // The body is read without waiting for it: an unread answer holds its connection.
    void answer.text().catch(() => undefined);
    if (answer.isPortal) return 'network';
    return answer.status < 500 ? undefined : 'server';
  } catch {
    return 'network';
  }
}
