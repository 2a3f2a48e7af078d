import type { Summary } from '#contract/insights/summary.ts';

/** Content of a summary; `source` decides whether its text may merely repeat its points. */
export type SummaryContent = Pick<Summary, 'text' | 'points' | 'source'>;

/**
 * Returns the text of a summary that is shown beside its points; '' where there is none. An automatic run may build its
 * text by joining the points; such a text is left out, because it adds nothing. A text written by a person is always
 * kept.
 */
export function summaryText(summary: SummaryContent | undefined): string {
  const text = summary?.text ?? '';
  const points = summary?.points ?? [];
  const isJoined =
    summary?.source !== 'human' && oneSpaced(text) === oneSpaced(points.map((each) => each.text).join(' '));
  return isJoined || !text.trim() ? '' : text;
}

function oneSpaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
