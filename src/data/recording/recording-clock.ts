import { createStore, useStore } from 'zustand';
import type { Evidence } from '#contract/evidence.ts';
import { outbox, type RecordingSession, recordingLock } from '#src/sync/index.ts';
import { type RecordingNews, secondsOf } from './recording-news.ts';
import { onRunning } from './running.ts';

type Message = { type: 'news'; news: RecordingNews } | { type: 'asked' };

/** The recording of this tab. */
let own: RecordingSession | undefined;
let forgetOwn: () => void = () => undefined;
/** The last message about each recording in another tab, by its id: two tabs may record two meetings. */
const elsewhere = new Map<string, RecordingNews>();
/** Timer that checks whether those tabs still exist. */
let watch: ReturnType<typeof setInterval> | undefined;
type Running = Pick<RecordingNews, 'id' | 'protocolId'>;
/** The running recordings, that of this tab first: changes when one begins or ends, not while it runs. */
const running = createStore<{ all: readonly Running[] }>(() => ({ all: [] }));
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

onRunning((now) => followOwn(now?.session));

/** Listens to recordings in other tabs. Returns a function that stops listening. */
export function followOtherTabs(): () => void {
  channel = new BroadcastChannel('protokol-recording');
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type === 'asked') {
      if (own) channel?.postMessage({ type: 'news', news: newsOf(own) } satisfies Message);
      return;
    }
    receiveNews(data.news);
  });
  channel.postMessage({ type: 'asked' } satisfies Message);
  return () => {
    channel?.close();
    channel = undefined;
    elsewhere.clear();
    watchOthers();
  };
}

/** Stores what another tab tells of its recording. */
function receiveNews(news: RecordingNews): void {
  if (news.phase === 'over') elsewhere.delete(news.id);
  else elsewhere.set(news.id, news);
  watchOthers();
}

function watchOthers(): void {
  // The timer goes on through the messages that a recording sends each second: another tab may be dead meanwhile.
  if (elsewhere.size > 0) watch ??= setInterval(() => void forgetDead(), lookMs);
  else {
    clearInterval(watch);
    watch = undefined;
  }
  show();
}

/** Forgets the recordings of tabs that were killed: they send no message, but their locks are free. */
async function forgetDead(): Promise<void> {
  const known = [...elsewhere.keys()];
  const { held = [] } = await navigator.locks.query();
  const locks = new Set(held.map(({ name }) => name));
  for (const id of known) if (!locks.has(recordingLock(id))) elsewhere.delete(id);
  watchOthers();
}

function newsOf(session: RecordingSession): RecordingNews {
  const { phase } = session.state();
  const isOver = phase === 'stopping' || phase === 'over';
  const { id, protocolId } = session;
  return { id, protocolId, phase: isOver ? 'over' : phase, elapsed: session.elapsed(), told: Date.now() };
}

function allNews(): RecordingNews[] {
  const mine = own && newsOf(own);
  return mine && mine.phase !== 'over' ? [mine, ...elsewhere.values()] : [...elsewhere.values()];
}

function show(): void {
  const all = allNews().map(({ id, protocolId }) => ({ id, protocolId }));
  const ids = (list: readonly Running[]) => list.map(({ id }) => id).join(' ');
  if (ids(all) !== ids(running.getState().all)) running.setState({ all });
}

function isOf(protocolId: string): (recording: Running) => boolean {
  return (recording) => outbox.currentId(recording.protocolId) === outbox.currentId(protocolId);
}

/** Returns the current moment of the running recording of a protocol; undefined if there is none. */
export function momentNow(protocolId: string): Evidence | undefined {
  const now = allNews().find(isOf(protocolId));
  return now && { start: secondsOf(now, Date.now()), recording_id: now.id };
}

/** The id of the running recording of a protocol, in this tab or another. */
export function useRecordingNow(protocolId: string): string | undefined {
  return useStore(running, ({ all }) => all.find(isOf(protocolId))?.id);
}

/** Whether a moment belongs to a deleted recording, so that another moment may replace it. */
export function isOfDeleted({ recording_id }: Evidence): boolean {
  return typeof recording_id === 'string' && deleted.has(recording_id);
}
