import { useLocation, useSearchParams } from 'react-router-dom';
import { ConnectionBanner } from '#src/features/queue/index.ts';
import { SettingsTabs } from '#src/features/tabs/index.ts';
import { LeaveGuard, PageHeader, Screen, ScreenBody } from '#src/ui/index.ts';
import { OwnMeetings } from './own-meetings.tsx';
import { OwnProtocol } from './own-protocol.tsx';
import { OwnProtocols } from './own-protocols.tsx';
import { OwnTaskFilter, OwnTasks } from './own-tasks.tsx';
import { protocolParameter } from './participation-address.ts';

interface ParticipationScreenProps {
  tab: keyof typeof titles;
}

const titles = { tasks: 'Мои поручения', meetings: 'Мои встречи', protocols: 'Протоколы' } as const;

/**
 * The person's tasks, meetings and protocols, as tabs of /main/settings; `?protocol=` opens a signed protocol in any of
 * them.
 */
export function ParticipationScreen({ tab }: ParticipationScreenProps) {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const opened = query.get(protocolParameter);
  return (
    <Screen>
      <PageHeader title={titles[tab]} actions={tab === 'tasks' && !opened ? <OwnTaskFilter /> : null} />
      <SettingsTabs open={tab} />
      <ConnectionBanner />
      <ScreenBody key={`${pathname} ${tab} ${opened}`}>
        {opened ? <OwnProtocol key={opened} id={opened} tab={tab} /> : <Part tab={tab} />}
      </ScreenBody>
      <LeaveGuard title="Уйти без сохранения?" confirm="Уйти" cancel="Остаться">
        Введённое на этой странице не отправлено. Если уйти, оно пропадёт.
      </LeaveGuard>
    </Screen>
  );
}

function Part({ tab }: ParticipationScreenProps) {
  if (tab === 'tasks') return <OwnTasks />;
  return tab === 'meetings' ? <OwnMeetings /> : <OwnProtocols />;
}
