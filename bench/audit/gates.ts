import { type Category, categories, type ScreenReport } from './screen-report.ts';

/** Maximum sum of layout shifts of a visit. */
const shiftLimit = 0.05;

/** What design.md §6 asks of a screen, of 100. */
export function wantedScore(screen: string, category: Category): number {
  return category === 'performance' && screen !== 'login' ? 95 : 100;
}

/**
 * Returns the gates that a screen missed, in words; none if it passes. Performance is gated only with `strict`: on a
 * busy machine its score tells more about the machine.
 */
export function missedGates(screen: string, { scores, shift }: ScreenReport, strict: boolean): string[] {
  const gated = categories.filter((category) => strict || category !== 'performance');
  const missed = gated
    .filter((category) => scores[category] < wantedScore(screen, category))
    .map((category) => `${category} ${scores[category]} из ${wantedScore(screen, category)}`);
  return shift <= shiftLimit ? missed : [...missed, `сдвиг ${shift.toFixed(3)} больше ${shiftLimit}`];
}
