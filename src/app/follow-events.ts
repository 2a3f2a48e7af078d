import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import { type ServerEvent, serverEvent } from '#contract/events.ts';
import {
  heardFromStream,
  onServerStage,
  patchProtocol,
  protocolQuery,
  refetchProtocol,
  refreshRecordings,
  streamSilence,
} from '#src/data/protocol/index.ts';
import { currentOffers } from '#src/data/provider/index.ts';
import { transcriptQuery } from '#src/data/transcript/index.ts';
import { api, connectivity, parseJson, readEventStream } from '#src/sync/index.ts';

type Message = ServerEvent | { type: 'alive' };

const pauses = [1_000, 2_000, 5_000, 15_000];
/** Age from which a stream counts as stable, in milliseconds: a proxy may cut each one after its first event. */
const stableMs = 30_000;

/** Follows the server's events: one stream per browser, held by one tab and shared with the others. */
export function followEvents(client: QueryClient): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel('protokol-events');
  channel.onmessage = ({ data }: MessageEvent<Message>) => void take(client, data);
  const tell = (message: Message) => {
    channel.postMessage(message);
    return take(client, message);
  };

  navigator.locks
    .request('protokol-events', { signal: stop.signal }, () => lead(tell, stop.signal))
    // Aborted while waiting for the lock.
    .catch(() => undefined);

  return () => {
    stop.abort();
    channel.close();
  };
}

async function lead(tell: (message: Message) => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      if (!(await currentOffers()).events) return;
      const { body } = await api(calls.events, { signal });
      if (!body) return;
      const begun = performance.now();
      for await (const { event, data } of readEventStream(body, streamSilence)) {
        if (performance.now() - begun > stableMs) failures = 0;
        await tell(event === 'comment' ? { type: 'alive' } : parse(event, data));
      }
    } catch {
      // The cause may be the connection, the server or the session: the next attempt shows it; a probe tests the
      // connection.
      if (!signal.aborted) connectivity.reportFailure();
    }
    await pause(pauses[Math.min(failures, pauses.length - 1)] ?? 15_000, signal);
  }
}

function parse(event: string, data: string): Message {
  const body = parseJson(data || '{}');
  // The content of a broken event is unknown, so everything is read again.
  if (typeof body !== 'object') return { type: 'resync' };
  const parsed = z.safeParse(serverEvent, { type: event, ...body });
  // An event unknown to this version still shows that the stream is alive.
  return parsed.success ? parsed.data : { type: 'alive' };
}

async function take(client: QueryClient, message: Message): Promise<void> {
  const first = heardFromStream();
  if (message.type === 'stage') {
    await onServerStage(client, message.protocol_id, message.stage);
    await refetchProtocol(client, message.protocol_id);
  }
  if (message.type === 'processing') await processingChanged(client, message.protocol_id, message.processing);
  if (message.type === 'recordings') await refreshRecordings(client, message.protocol_id);
  if (message.type === 'findings') {
    // The protocol itself has not changed, only what was derived from its recording.
    const { protocol_id: id } = message;
    await client.invalidateQueries({ queryKey: ['protocol', id], predicate: ({ queryKey }) => queryKey.length > 2 });
  }
  if (message.type === 'notices') await client.invalidateQueries({ queryKey: ['notices'] });
  // Changes made while the stream was down are read again.
  if (message.type === 'ready' && !first) {
    await Promise.all(followed.map((key) => client.invalidateQueries({ queryKey: [key] })));
  }
  // Events were lost, or a secretary's work was handed over: everything read may have changed.
  if (message.type === 'resync') await client.invalidateQueries();
}

/** Query keys that events report on. */
const followed = ['protocol', 'protocols', 'notices'];

type Steps = Extract<ServerEvent, { type: 'processing' }>['processing'];

async function processingChanged(client: QueryClient, id: string, processing: Steps): Promise<void> {
  const done = (steps: Steps | null | undefined) => steps?.filter(({ state }) => state === 'done').length ?? 0;
  const known = client.getQueryData(protocolQuery(id).queryKey);
  const heard = (steps: Steps | null | undefined) => steps?.find(({ step }) => step === 'transcript')?.percent ?? 0;
  patchProtocol(client, id, { processing });
  // A finished step may bring something to open: the file to play or the poster.
  if (known && done(processing) > done(known.processing)) {
    await client.invalidateQueries({ queryKey: protocolQuery(id).queryKey });
  } else if (known && heard(processing) > heard(known.processing)) {
    // The transcript grows while speech is recognised.
    await client.invalidateQueries({ queryKey: transcriptQuery(id).queryKey });
  }
}

/** Waits; ends early on abort and when the connection returns. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      unsubscribe();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    const unsubscribe = connectivity.subscribe(() => {
      if (connectivity.isOnline()) finish();
    });
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
}
