import * as z from 'zod/mini';
import { id } from './id.ts';
import { processingStep } from './processing.ts';
import { stage } from './stage.ts';

/**
 * What GET /events tells, one `event:`/`data:` pair each: `ready` first; `stage` and `processing` of the own protocols;
 * `recordings` when a protocol has others than before, or one beside the first has come further;
 * `findings` when the keywords of a transcript, the summary or the proposals are others than before;
 * `notices` when the person's notices are others than before;
 * `resync` when something may have been missed, so that what is shown is fetched again.
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
