import type { Evidence } from '#contract/evidence.ts';
import type { PlayerControl } from './player-context.ts';
import { partName, recordingOf } from './recordings.ts';

interface MomentPlace {
  /** Id of the recording to play; undefined for the one being shown. */
  recordingId?: string | undefined;
  /** Name of the recording, where there are several. */
  part?: string | undefined;
  /** Why the moment cannot be played; undefined where it can. */
  missing?: string | undefined;
}

const [elsewhere, shorter] = ['он в другой записи', 'запись короче'];

/** Returns the recording of the protocol in which a moment lies, and whether it can be played. */
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

/** Returns why the recording named by an address cannot be played, in words for the person; undefined where it can. */
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
