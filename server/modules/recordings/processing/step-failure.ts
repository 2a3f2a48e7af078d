/** Failure of a processing step, worded for people. */
export class StepFailure extends Error {
  override readonly name: string = 'StepFailure';
}

/** A program ended without producing its file; `cause` is its output if the error was not foreseen. */
export class UnmadeFile extends StepFailure {}

export const noSpace = 'На сервере закончилось место. Освободите его и повторите обработку.';

/** A step that has nothing to do for this recording; the reason is worded for people. */
export class StepSkipped extends Error {
  override readonly name = 'StepSkipped';
}
