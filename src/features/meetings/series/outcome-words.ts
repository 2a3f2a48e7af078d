import { plural } from '#contract/text/plurals.ts';
import { elsewhereWords, meetingTime, type SeriesDay } from '#src/data/meeting/index.ts';
import { counted } from '#src/format/index.ts';

/** Message about a saved series. */
export interface SeriesNotice {
  title: string;
  detail: string;
}

/**
 * Number of meetings that a call made, changed, removed and left unchanged, and of those in series split from it; a
 * server may omit them.
 */
interface Outcome {
  made?: number | null | undefined;
  changed?: number | null | undefined;
  removed?: number | null | undefined;
  kept?: number | null | undefined;
  elsewhere?: number | null | undefined;
}

/** Returns «Серия создана: 52 встречи», «Первая — 26 ноября 2026 г., 15:00–16:00». */
export function createdNotice(days: readonly SeriesDay[], made: number | null | undefined): SeriesNotice {
  const [first] = days;
  return {
    title: `Серия создана: ${meetings(made ?? days.length)}`,
    detail: first ? `Первая — ${meetingTime(first)}` : '',
  };
}

/** Returns «Серия изменена», «Изменено 11 встреч, добавлены 2; 3 остались как есть: прошли или с протоколом». */
export function changedNotice(outcome: Outcome | undefined): SeriesNotice {
  const { made, changed, removed, kept, elsewhere } = outcome ?? {};
  const done = [
    changed ? `${plural(changed, 'изменена', 'изменены', 'изменено')} ${meetings(changed)}` : '',
    made ? `${plural(made, 'добавлена', 'добавлены', 'добавлено')} ${meetings(made)}` : '',
    removed ? `${plural(removed, 'удалена', 'удалены', 'удалено')} ${meetings(removed)}` : '',
  ].filter(Boolean);
  const left = kept
    ? `${kept} ${plural(kept, 'осталась', 'остались', 'осталось')} как есть: ${plural(kept, 'прошла', 'прошли', 'прошли')} или с протоколом`
    : '';
  // This device may have taken them for meetings of the same series.
  const others = elsewhere ? elsewhereWords(elsewhere) : '';
  const [text = '', ...more] = [done.join(', '), left, others].filter(Boolean);
  return { title: 'Серия изменена', detail: [text.charAt(0).toUpperCase() + text.slice(1), ...more].join('; ') };
}

const meetings = (count: number) => counted(count, 'встреча', 'встречи', 'встреч');
