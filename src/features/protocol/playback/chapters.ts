import type { Evidence } from '#contract/evidence.ts';
import type { AgendaItem, Protocol, Video } from '#contract/protocol.ts';
import { cueText, cueTime } from '#contract/webvtt.ts';

/** A question of the agenda, where the recording comes to it. */
export interface Chapter {
  /** The id of the question. */
  id: string;
  /** Seconds of the recording. */
  start: number;
  /** «2. О смете». */
  title: string;
}

/** «2. О смете», as a question is called beside the recording; `index` is its place in the agenda, from 0. */
export function questionTitle(item: Pick<AgendaItem, 'title'>, index: number): string {
  return `${index + 1}. ${item.title?.trim() || 'Вопрос без названия'}`;
}

/** Whether a moment is one of this video, as far as both say: it may be noted of a recording that another one replaced. */
export function isMomentOf(
  { recording_id }: Pick<Evidence, 'recording_id'>,
  video: Pick<Video, 'upload_id' | 'is_part'> | null | undefined,
): boolean {
  if (!recording_id) return !video?.is_part;
  return !video?.upload_id || recording_id === video.upload_id;
}

/**
 * The questions that have a moment of the recording, their own or that of a decision or a task of theirs, in the order of
 * time: each begins with the first of its moments. Those of another recording than the video do not count.
 */
export function chaptersOf({ agenda, tasks, video }: Pick<Protocol, 'agenda' | 'tasks' | 'video'>): Chapter[] {
  // There may be thousands of tasks: each is looked at once.
  const given = new Map<unknown, number>();
  for (const { agenda_id, evidence } of tasks ?? []) {
    if (evidence && isMomentOf(evidence, video))
      given.set(agenda_id, Math.min(evidence.start, given.get(agenda_id) ?? Number.POSITIVE_INFINITY));
  }
  const chapters = (agenda ?? []).flatMap((item, index) => {
    const moments = [item, ...(item.decisions ?? [])].flatMap(({ evidence }) =>
      evidence && isMomentOf(evidence, video) ? evidence.start : [],
    );
    const start = Math.min(...moments, given.get(item.id) ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(start) ? [{ id: item.id, start, title: questionTitle(item, index) }] : [];
  });
  return chapters.sort((one, other) => one.start - other.start);
}

/** Returns the marks within a recording of so many seconds: a replaced video may be shorter. */
export function withinRecording<Mark extends { start: number }>(
  marks: readonly Mark[],
  duration: number | null | undefined,
): readonly Mark[] {
  if (!duration || marks.every(({ start }) => start < duration)) return marks;
  return marks.filter(({ start }) => start < duration);
}

/** The chapters as WebVTT, for players that have a menu of them; each ends where the next begins. */
export function chapterTrack(chapters: readonly Chapter[], duration: number): string {
  const cues = chapters.map(({ start, title }, index) => {
    const end = chapters[index + 1]?.start ?? duration;
    // A cue of no length is never come to.
    return `${cueTime(start)} --> ${cueTime(Math.max(end, start + 0.1))}\n${cueText(title)}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}
