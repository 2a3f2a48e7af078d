import type { Evidence } from '#contract/evidence.ts';
import type { AgendaItem, Protocol } from '#contract/protocols/protocol.ts';
import type { Video } from '#contract/recordings/recording.ts';
import { cueText, cueTime } from '#contract/recordings/webvtt.ts';

/** An agenda item at its position in the recording. */
export interface Chapter {
  /** Id of the agenda item. */
  id: string;
  /** Position in the recording in seconds. */
  start: number;
  /** «2. О смете». */
  title: string;
}

/** Returns the title of an item beside the recording, «2. О смете»; `index` is its place in the agenda, from 0. */
export function questionTitle(item: Pick<AgendaItem, 'title'>, index: number): string {
  return `${index + 1}. ${item.title?.trim() || 'Вопрос без названия'}`;
}

/** Whether a moment belongs to this video, as far as both tell: it may come from a recording that was replaced. */
export function isMomentOf(
  { recording_id }: Pick<Evidence, 'recording_id'>,
  video: Pick<Video, 'upload_id' | 'is_part'> | null | undefined,
): boolean {
  if (!recording_id) return !video?.is_part;
  return !video?.upload_id || recording_id === video.upload_id;
}

/**
 * Returns the agenda items that have a moment of the recording, of their own or of a decision or task, in the order of
 * time. Each begins with its earliest moment. Moments of other recordings than the video are ignored.
 */
export function chaptersOf({ agenda, tasks, video }: Pick<Protocol, 'agenda' | 'tasks' | 'video'>): Chapter[] {
  // A protocol may have thousands of tasks: each is visited once.
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

/** Returns the marks within the duration of the recording in seconds: a replaced video may be shorter. */
export function withinRecording<Mark extends { start: number }>(
  marks: readonly Mark[],
  duration: number | null | undefined,
): readonly Mark[] {
  if (!duration || marks.every(({ start }) => start < duration)) return marks;
  return marks.filter(({ start }) => start < duration);
}

/** Returns the chapters as WebVTT, for players with a chapter menu; each ends where the next begins. */
export function chapterTrack(chapters: readonly Chapter[], duration: number): string {
  const cues = chapters.map(({ start, title }, index) => {
    const end = chapters[index + 1]?.start ?? duration;
    // Players never reach a cue of zero length.
    return `${cueTime(start)} --> ${cueTime(Math.max(end, start + 0.1))}\n${cueText(title)}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}
