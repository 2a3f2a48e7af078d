import { timeCode } from '#contract/text/russian-text.ts';
import type { Run } from './document-model.ts';

/** Returns the moment of the recording behind a text, in small type: «(запись 00:12:40)». */
export function moment(at: number | null | undefined): Run[] {
  return typeof at === 'number' && at >= 0 ? [{ text: ` (запись\u00a0${timeCode(at)})`, small: true }] : [];
}
