import { createStore, useStore } from 'zustand';
import type { Evidence } from '#contract/evidence.ts';
import { outbox, type RecordingSession, recordingLock } from '#src/sync/index.ts';
import { type RecordingNews, secondsOf } from './recording-news.ts';
import { onRunning } from './running.ts';

type Message = { type: 'news'; news: RecordingNews } | { type: 'asked' };

/** The recording of this tab. */
let own: RecordingSession | undefined;
let forgetOwn: () => void = () => undefined;
/** The last news of a recording that another tab makes. */
let elsewhere: RecordingNews | undefined;
/** Looks whether that tab is still there. */
let watch: ReturnType<typeof setInterval> | undefined;
/** The recording that somebody can write beside: changes when it begins and ends, not while it runs. */
const current = createStore<{ id?: string; protocolId?: string }>(() => ({}));
/** Recordings that were deleted on this visit: their moments are moments of nothing. */
const deleted = new Set<string>();
let channel: BroadcastChannel | undefined;
const lookMs = 3_000;

/** This tab begins to record, or (undefined) is done. */
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

/** Hears of recordings that other tabs make. Returns the end of it. */
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

/** Another tab records, or (undefined) none does any more. */
function receiveNews(news: RecordingNews | undefined): void {
  elsewhere = news;
  clearInterval(watch);
  watch = news && setInterval(() => void forgetDead(), lookMs);
  show();
}

/** A tab that was killed says nothing any more; its lock is free. */
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

/** The moment of the recording that is being made of a protocol; undefined where none is. */
export function momentNow(protocolId: string): Evidence | undefined {
  const now = news();
  if (!now || outbox.currentId(now.protocolId) !== outbox.currentId(protocolId)) return undefined;
  return { start: secondsOf(now, Date.now()), recording_id: now.id };
}

/** The id of the recording that is being made of a protocol, in this tab or another. */
export function useRecordingNow(protocolId: string): string | undefined {
  return useStore(current, (now) =>
    now.protocolId !== undefined && outbox.currentId(now.protocolId) === protocolId ? now.id : undefined,
  );
}

/** Whether a moment is one of a recording that was deleted: another one may take its place. */
export function isOfDeleted({ recording_id }: Evidence): boolean {
  return typeof recording_id === 'string' && deleted.has(recording_id);
}
