/** Why a step of processing failed, in words for people. */
export class StepFailure extends Error {
  override readonly name: string = 'StepFailure';
}

/** A program ended without the file that it was to make; `cause` is what it said, where nobody foresaw that. */
export class UnmadeFile extends StepFailure {}

export const noSpace = 'На сервере закончилось место. Освободите его и повторите обработку.';

/** A step that has nothing to do here; the reason is for people. */
export class StepSkipped extends Error {
  override readonly name = 'StepSkipped';
}
