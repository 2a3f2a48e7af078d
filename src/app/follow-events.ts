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

/** Follows the server's events: one stream for the whole browser, held by one tab and shared with the others. */
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
    // Aborted while it waited for its turn.
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
      for await (const { event, data } of readEventStream(body, streamSilence)) {
        failures = 0;
        await tell(event === 'comment' ? { type: 'alive' } : parse(event, data));
      }
    } catch {
      // The next try finds out which it was: connection, server or session; a probe tells of the connection.
      if (!signal.aborted) connectivity.reportFailure();
    }
    await pause(pauses[Math.min(failures, pauses.length - 1)] ?? 15_000, signal);
  }
}

function parse(event: string, data: string): Message {
  const body = parseJson(data || '{}');
  // Nobody knows what a broken one told: all of it is read again.
  if (typeof body !== 'object') return { type: 'resync' };
  const parsed = z.safeParse(serverEvent, { type: event, ...body });
  // An event that this version does not know still says that the stream lives.
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
    // The protocol itself is as it was; what was made of its recording is not.
    const { protocol_id: id } = message;
    await client.invalidateQueries({ queryKey: ['protocol', id], predicate: ({ queryKey }) => queryKey.length > 2 });
  }
  if (message.type === 'notices') await client.invalidateQueries({ queryKey: ['notices'] });
  // What happened while nobody listened is read again.
  if (message.type === 'ready' && !first) {
    await Promise.all(followed.map((key) => client.invalidateQueries({ queryKey: [key] })));
  }
  // Events were lost, or what a secretary had became another's: whatever was read may have changed.
  if (message.type === 'resync') await client.invalidateQueries();
}

/** What events tell of. */
const followed = ['protocol', 'protocols', 'notices'];

type Steps = Extract<ServerEvent, { type: 'processing' }>['processing'];

async function processingChanged(client: QueryClient, id: string, processing: Steps): Promise<void> {
  const done = (steps: Steps | null | undefined) => steps?.filter(({ state }) => state === 'done').length ?? 0;
  const known = client.getQueryData(protocolQuery(id).queryKey);
  const heard = (steps: Steps | null | undefined) => steps?.find(({ step }) => step === 'transcript')?.percent ?? 0;
  patchProtocol(client, id, { processing });
  // A finished step may bring something to open: the file to play, the poster.
  if (known && done(processing) > done(known.processing)) {
    await client.invalidateQueries({ queryKey: protocolQuery(id).queryKey });
  } else if (known && heard(processing) > heard(known.processing)) {
    // The transcript grows while it is made.
    await client.invalidateQueries({ queryKey: transcriptQuery(id).queryKey });
  }
}

/** Waits; cut short by the end, and by the connection's return. */
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
