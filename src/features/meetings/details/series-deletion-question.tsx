import { meetingTitle } from '#src/data/meeting/index.ts';
import { type Deletion, DeletionQuestion } from '#src/features/common/index.ts';
import { shortened } from '#src/format/index.ts';
import type { Removal } from './use-series-deletion.ts';

/** Asks before meetings of a series are deleted for good, and tells where they were not. */
export function SeriesDeletionQuestion({ deletion }: { deletion: Deletion<Removal> }) {
  return (
    <DeletionQuestion deletion={deletion} title="Удалить встречи серии?" failed="Встречи не удалены" it="их">
      {({ meeting, reach }) => (
        <p>
          {reach === 'all' ? 'Все предстоящие встречи' : 'Эта и следующие встречи'} серии «
          {shortened(meetingTitle(meeting))}» будут удалены. Прошедшие встречи и встречи с протоколом останутся.
        </p>
      )}
    </DeletionQuestion>
  );
}
