import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { meetingListQuery } from '#src/data/meeting/index.ts';
import { protocolListQuery } from '#src/data/protocol/index.ts';
import { monthOf, paddedDays } from '#src/format/index.ts';
import { useQueuedMutations } from '#src/sync/index.ts';
import styles from './home-screen.module.css';

/**
 * Whether there is no protocol, no meeting in the current month and nothing unsent; false until that is known. The
 * queries are disabled: the parts of the screen read the same data, each in its turn.
 */
export function useIsFirstDay(): boolean {
  const protocols = useQuery({ ...protocolListQuery(), enabled: false });
  // Always the current month: the meetings of another chosen month are not known at once.
  const meetings = useQuery({ ...meetingListQuery(...paddedDays(monthOf(new Date()))), enabled: false });
  const isAllSent = useQueuedMutations().length === 0;
  return isAllSent && protocols.data?.rows.length === 0 && meetings.data?.length === 0;
}

/** First steps for a new secretary, in place of figures that would all be zero. */
export function FirstSteps() {
  const heading = useId();
  return (
    <section className={styles.first} aria-labelledby={heading}>
      <h2 id={heading}>С чего начать</h2>
      <ol className={styles.steps}>
        <li>
          <Link to="/main/meetings?new=1">Назначьте встречу</Link>: её участники, время и место перейдут в протокол.
        </li>
        <li>
          <Link to="/main/protocols/add">Создайте протокол</Link>: повестка, решения и поручения пишутся прямо на листе,
          и без сети тоже.
        </li>
        <li>Запишите встречу или загрузите видео: расшифровка и черновик итогов появятся рядом с листом.</li>
        <li>Завершите протокол и скачайте PDF или DOCX.</li>
      </ol>
    </section>
  );
}
