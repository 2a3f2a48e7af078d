import type { RecordingUpdate } from '#contract/recording.ts';
import type { OrderedRecording } from '#server/modules/protocols/index.ts';
import { invalidField } from '#server/platform/http/index.ts';
import type { RecordingChange } from './repository.ts';

type Moved = { of: OrderedRecording; change: RecordingChange };

/**
 * Returns the changes for putting a recording beside another one, moving it there, or taking it away. If the named
 * recording is itself beside another one, that one is used; recordings beside the moved one follow it.
 */
export function putBeside(
  all: readonly OrderedRecording[],
  recording: OrderedRecording,
  { beside_id, offset }: Pick<RecordingUpdate, 'beside_id' | 'offset'>,
): Moved[] {
  const besideId = beside_id === undefined ? recording.beside_id : beside_id;
  if (besideId === null) {
    return recording.beside_id === null ? [] : [{ of: recording, change: { beside_id: null, offset: 0 } }];
  }
  const target = all.find(({ id }) => id === besideId);
  if (!target) throw invalidField('beside_id', 'Записи, с которой она шла одновременно, больше нет');
  const lead = target.beside_id ?? target.id;
  if (target === recording) throw invalidField('beside_id', 'Запись не может идти одновременно сама с собой');
  if (lead === recording.id) throw invalidField('beside_id', 'Та запись сама поставлена рядом с этой');
  const isThere = lead === recording.beside_id && target.id === lead;
  const from = (target.beside_id ? target.offset : 0) + (offset ?? (isThere ? recording.offset : 0));
  if (isThere && from === recording.offset) return [];
  const followers = all.filter((each) => each.beside_id === recording.id);
  return [
    { of: recording, change: { beside_id: lead, offset: from } },
    ...followers.map((of) => ({ of, change: { beside_id: lead, offset: from + of.offset } })),
  ];
}

/**
 * Returns the changes after the removal of a recording that others are beside: the first of them takes its place, and
 * the others are put beside that one.
 */
export function withoutLead(all: readonly OrderedRecording[], gone: OrderedRecording): Moved[] {
  const [heir, ...others] = all.filter((each) => each.beside_id === gone.id);
  if (!heir) return [];
  return [
    { of: heir, change: { beside_id: null, offset: 0, pause: gone.pause } },
    ...others.map((of) => ({ of, change: { beside_id: heir.id, offset: of.offset - heir.offset } })),
  ];
}
