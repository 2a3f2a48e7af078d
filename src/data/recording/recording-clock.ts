import { createStore, useStore } from 'zustand';
import type { Evidence } from '#contract/evidence.ts';
import { outbox, type RecordingSession, recordingLock } from '#src/sync/index.ts';
import { type RecordingNews, secondsOf } from './recording-news.ts';
import { onRunning } from './running.ts';

type Message = { type: 'news'; news: RecordingNews } | { type: 'asked' };

/** The recording of this tab. */
let own: RecordingSession | undefined;
let forgetOwn: () => void = () => undefined;
/** The last message about a recording in another tab. */
let elsewhere: RecordingNews | undefined;
/** Timer that checks whether that tab still exists. */
let watch: ReturnType<typeof setInterval> | undefined;
/** The current recording: changes when it begins and ends, not while it runs. */
const current = createStore<{ id?: string; protocolId?: string }>(() => ({}));
/** Recordings deleted since the page was loaded: their moments are invalid. */
const deleted = new Set<string>();
let channel: BroadcastChannel | undefined;
const lookMs = 3_000;

/** Follows the recording of this tab; undefined if it is over. */
function followOwn(session: RecordingSession | undefined): void {
  forgetOwn();
  forgetOwn = () => undefined;
  own = session;
  if (session) {
    const tell = () => {
      if (session.state().end === 'discarded') deleted.add(session.id);
      channel?.postMessage({ type: 'news', news: newsOf(session) } satisfies Message);
      show();
    };
    forgetOwn = session.subscribe(tell);
    tell();
  }
  show();
}

onRunning((running) => followOwn(running?.session));

/** Listens to recordings in other tabs. Returns a function that stops listening. */
export function followOtherTabs(): () => void {
  channel = new BroadcastChannel('protokol-recording');
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type === 'asked') {
      if (own) channel?.postMessage({ type: 'news', news: newsOf(own) } satisfies Message);
      return;
    }
    receiveNews(data.news.phase === 'over' ? undefined : data.news);
  });
  channel.postMessage({ type: 'asked' } satisfies Message);
  return () => {
    channel?.close();
    channel = undefined;
    receiveNews(undefined);
  };
}

/** Stores the recording of another tab; undefined if there is none. */
function receiveNews(news: RecordingNews | undefined): void {
  elsewhere = news;
  clearInterval(watch);
  watch = news && setInterval(() => void forgetDead(), lookMs);
  show();
}

/** Forgets the recording of a tab that was killed: it sends no message, but its lock is free. */
async function forgetDead(): Promise<void> {
  const news = elsewhere;
  if (!news) return;
  const { held = [] } = await navigator.locks.query();
  const isAlive = held.some(({ name }) => name === recordingLock(news.id));
  if (!isAlive && elsewhere?.id === news.id) receiveNews(undefined);
}

function newsOf(session: RecordingSession): RecordingNews {
  const { phase } = session.state();
  const isOver = phase === 'stopping' || phase === 'over';
  const { id, protocolId } = session;
  return { id, protocolId, phase: isOver ? 'over' : phase, elapsed: session.elapsed(), told: Date.now() };
}

function news(): RecordingNews | undefined {
  const mine = own && newsOf(own);
  return mine && mine.phase !== 'over' ? mine : elsewhere;
}

function show(): void {
  const now = news();
  if (current.getState().id !== now?.id) current.setState({ id: now?.id, protocolId: now?.protocolId }, true);
}

/** Returns the current moment of the running recording of a protocol; undefined if there is none. */
export function momentNow(protocolId: string): Evidence | undefined {
  const now = news();
  if (!now || outbox.currentId(now.protocolId) !== outbox.currentId(protocolId)) return undefined;
  return { start: secondsOf(now, Date.now()), recording_id: now.id };
}

/** The id of the running recording of a protocol, in this tab or another. */
export function useRecordingNow(protocolId: string): string | undefined {
  return useStore(current, (now) =>
    now.protocolId !== undefined && outbox.currentId(now.protocolId) === protocolId ? now.id : undefined,
  );
}

/** Whether a moment belongs to a deleted recording, so that another moment may replace it. */
export function isOfDeleted({ recording_id }: Evidence): boolean {
  return typeof recording_id === 'string' && deleted.has(recording_id);
}
