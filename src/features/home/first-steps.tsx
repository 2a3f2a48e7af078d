import { Link } from 'react-router-dom';
import { useMeetings } from '#src/data/meeting/index.ts';
import { useProtocolList } from '#src/data/protocol/index.ts';
import { askedDays, monthOf } from '#src/format/index.ts';
import styles from './home-screen.module.css';
import { HomeSection } from './home-section.tsx';

/** Whether there is no protocol and no meeting of this month yet; false until both are known. */
export function useIsFirstDay(): boolean {
  const protocols = useProtocolList();
  // Of today's month, whichever is looked at: another one is not known as soon as it is chosen.
  const { query } = useMeetings(...askedDays(monthOf(new Date())));
  return protocols.data?.rows.length === 0 && query.data?.length === 0;
}

/** What somebody begins with, in the place of figures that would all be zero. */
export function FirstSteps() {
  return (
    <HomeSection title="С чего начать">
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
    </HomeSection>
  );
}
