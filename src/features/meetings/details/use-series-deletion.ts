import type { Meeting } from '#contract/meeting.ts';
import type { SeriesReach } from '#contract/series-calls.ts';
import { cancelSeries, deleteSeries } from '#src/data/meeting/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useDeletion } from '#src/features/common/index.ts';

export interface Removal {
  meeting: Meeting;
  reach: SeriesReach;
}

/** Deletes the meetings of a series from one on, or all coming ones; this can be undone for a while. */
export function useSeriesDeletion(meeting: Meeting, now: number, onDeleted: () => void) {
  const { meetingSeries, meetingInvitations } = useOffers();
  const deletion = useDeletion({ kind: deleteSeries, variables: removalOf, onDeleted });
  const cancellation = useDeletion({ kind: cancelSeries, variables: removalOf, onDeleted });
  const isOffered = Boolean(meetingSeries && meeting.series && meeting.occurrence);
  return {
    /** Each asks if the device cannot store a way back. */
    deletions: [deletion, cancellation],
    isOffered,
    /** Whether mails may be sent: people may be invited to the other meetings even if nobody is to this one. */
    mayTell: isOffered && Boolean(meetingInvitations) && isSomebodyInvited(meeting, now),
    /** @param tells whether the invited people get a mail */
    remove(reach: SeriesReach, tells: boolean) {
      (tells ? cancellation : deletion).start({ meeting, reach });
    },
  };
}

/** Earlier servers do not tell whether anybody is invited to a meeting of the series that is to come. */
function isSomebodyInvited({ series }: Meeting, now: number): boolean {
  const until = series?.invited_until;
  return until === undefined || (until !== null && Date.parse(until) > now);
}

function removalOf({ meeting, reach }: Removal) {
  const { id, title, series, occurrence } = meeting;
  // The first meeting may have been moved to a day before the one given by the rule.
  const from = reach === 'all' ? series?.first : occurrence;
  return { meeting: { id, title }, series: { id: series?.id ?? '' }, from: from ?? '' };
}
