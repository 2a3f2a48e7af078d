import type { Evidence } from '#contract/evidence.ts';
import type { PlayerControl } from './player-context.ts';
import { partName, recordingOf } from './recordings.ts';

interface MomentPlace {
  /** What leads there; undefined: the recording that is shown. */
  recordingId?: string | undefined;
  /** What the recording is called, where there are several. */
  part?: string | undefined;
  /** Why there is no such moment. */
  missing?: string | undefined;
}

const [elsewhere, shorter] = ['он в другой записи', 'запись короче'];

/** In which recording of the protocol a moment lies, and whether it can be shown. */
export function momentPlace(
  moment: Pick<Evidence, 'start' | 'recording_id'>,
  { duration, recordingId, recordings }: Pick<PlayerControl, 'duration' | 'recordingId' | 'recordings'>,
): MomentPlace {
  const { start, recording_id } = moment;
  if (recordings.length === 0) {
    const isElsewhere = recording_id && recordingId && recording_id !== recordingId;
    return { missing: isElsewhere ? elsewhere : start >= duration ? shorter : undefined };
  }
  const recording = recordingOf(recordings, moment);
  if (!recording) return { missing: elsewhere };
  const place = { recordingId: recording.id, part: partName(recording, recordings) };
  if (!recording.video?.url) return { ...place, missing: 'эта часть ещё не обработана' };
  return { ...place, missing: start >= (recording.video.duration ?? Number.POSITIVE_INFINITY) ? shorter : undefined };
}

/** Why the recording that an address names plays nothing, in words for the person; undefined where it does. */
export function absentRecording(
  recordingId: string | null | undefined,
  { recordings, ...shown }: Pick<PlayerControl, 'recordingId' | 'recordings'>,
): string | undefined {
  const isShown = !recordingId || !shown.recordingId || recordingId === shown.recordingId;
  if (recordings.length === 0) return isShown ? undefined : gone;
  const recording = recordingOf(recordings, { recording_id: recordingId });
  if (!recording) return gone;
  return recording.video?.url ? undefined : notYet;
}

const gone = 'Этой части записи в протоколе нет';
const notYet = 'Эта часть записи ещё не обработана. Момент откроется, когда она будет готова.';
