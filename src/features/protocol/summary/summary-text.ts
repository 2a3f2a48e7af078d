import type { Summary } from '#contract/summary.ts';

/** The content of a summary; `source` decides whether its text may repeat its points. */
export type SummaryContent = Pick<Summary, 'text' | 'points' | 'source'>;

/**
 * The text of a summary that is shown beside its points; '' where there is none. An automatic run may make its text by
 * joining the points: such a text says nothing that they do not say. What a person wrote is never left out.
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
