import { useSession } from '#src/lib/use-session.ts';
import { SectionTabs } from './section-tabs.tsx';

/** The parts of the settings that the role may open; none where there is but one. */
export function SettingsTabs() {
  const { role } = useSession();
  if (!role || role === 'external') return null;
  const tabs = [
    { to: '/main/settings', title: 'Профиль и приложение' },
    { to: '/main/settings/users', title: 'Пользователи' },
    ...(role === 'secretary' ? [{ to: '/main/settings/keywords', title: 'Ключевые слова' }] : []),
  ];
  return <SectionTabs label="Настройки" tabs={tabs} />;
}
