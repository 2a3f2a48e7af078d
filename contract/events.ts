import * as z from 'zod/mini';
import { id } from './id.ts';
import { processingStep } from './recordings/processing.ts';
import { stage } from './stage.ts';

/**
 * Events of GET /events, one `event:`/`data:` pair each: `ready` first; `stage` and `processing` of the person's own
 * protocols;
 * `recordings` when the recordings of a protocol changed, or one other than the first has made progress;
 * `findings` when the keywords of a transcript, the summary or the proposals changed;
 * `notices` when the person's notices changed;
 * `resync` when events may have been missed, so that everything shown is fetched again.
 */
export const serverEvent = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('ready') }),
  z.looseObject({ type: z.literal('resync') }),
  z.looseObject({ type: z.literal('notices') }),
  z.looseObject({ type: z.literal('findings'), protocol_id: id }),
  z.looseObject({ type: z.literal('recordings'), protocol_id: id }),
  z.looseObject({ type: z.literal('stage'), protocol_id: id, stage, version: z.optional(z.int()) }),
  z.looseObject({ type: z.literal('processing'), protocol_id: id, processing: z.array(processingStep) }),
]);
export type ServerEvent = z.infer<typeof serverEvent>;
