import { createStore } from 'zustand/vanilla';
import { apiUrl, type Http } from '../http/client.ts';
import { probeMs } from '../time/backoff.ts';
import type { Clock } from '../time/clock.ts';

export interface ConnectivityDeps {
  http: Http;
  clock: Clock;
  /** A page that nobody sees asks nothing. */
  isVisible(): boolean;
  /** Calls back when the browser says that something changed: online, offline, shown again. Returns the unsubscribe. */
  onHint(listener: () => void): () => void;
}

/** Why calls do not get through: there is no connection (`network`), or the server behind it fails (`server`). */
export type OfflineReason = 'network' | 'server';

export type Connectivity = ReturnType<typeof createConnectivity>;

const probeLimitMs = 5_000;

/**
 * Whether we are online: whether a call got through, not what navigator.onLine says. A failed call is checked by a
 * probe before anybody is told; while offline and visible the probe is repeated every 2–4 s.
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
    /** Why nothing gets through; undefined where something does. */
    offlineReason,
    subscribe: (listener: () => void): (() => void) => connection.subscribe(listener),
    /** A call was answered by the server. */
    reportSuccess: () => become(undefined),
    /**
     * The server has no time for a call, or fails in it: the connection is there, whatever its health tells of the server. Told
     * at once, since a connection that comes back later cuts short what the server asked to wait.
     */
    reportBusy(): void {
      if (offlineReason() === 'network') become(undefined);
    },
    /** A call got no answer, or one that is not the server's. */
    reportFailure: () => void probe(),
    probe,
    /** Listens to the browser's hints and repeats the probe while offline; returns the stop. */
    start(): () => void {
      forgetHints?.();
      // A question that is under way may have been answered before what the browser tells of.
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
 * A provider without /api/health refuses it: that is an answer too. A portal's page is none; a 5xx, of the server or of
 * the gateway before it, came over a connection that is there.
 */
async function findOfflineReason(http: Http): Promise<OfflineReason | undefined> {
  try {
    const answer = await http.send({
      method: 'GET',
      url: apiUrl('/health'),
      cache: 'no-store',
      limitMs: probeLimitMs,
      ownPage: (status) => status >= 400,
    });
    // Not waited for, but read: an answer that lies unread keeps its connection.
    void answer.text().catch(() => undefined);
    if (answer.isPortal) return 'network';
    return answer.status < 500 ? undefined : 'server';
  } catch {
    return 'network';
  }
}
