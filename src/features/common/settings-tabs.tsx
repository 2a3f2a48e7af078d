import { useLocation } from 'react-router-dom';
import { useOffers } from '#src/data/provider/index.ts';
import { useSession } from '#src/sync/index.ts';
import { SectionTabs } from '#src/ui/index.ts';

const settings = '/main/settings';
const documents = `${settings}?tab=documents`;
const state = `${settings}?tab=state`;

/** The parts of the settings that the role may open; none where there is but one. */
export function SettingsTabs() {
  const { role } = useSession();
  const { pathname, search } = useLocation();
  const { documents: hasDocuments, serverState: hasState } = useOffers();
  if (!role || role === 'external') return null;
  const isSettings = pathname === settings;
  const isAdmin = role === 'admin';
  const isDocuments = isSettings && isAdmin && isDocumentsTab(search);
  const isState = isSettings && isAdmin && isStateTab(search);
  const tabs = [
    { to: settings, title: 'Профиль и приложение', current: isSettings && !isDocuments && !isState },
    { to: `${settings}/users`, title: 'Пользователи' },
    ...(role === 'secretary' ? [{ to: `${settings}/keywords`, title: 'Ключевые слова' }] : []),
    ...(isAdmin && hasDocuments ? [{ to: documents, title: 'Документы', current: isDocuments }] : []),
    ...(isAdmin && hasState ? [{ to: state, title: 'Состояние', current: isState }] : []),
  ];
  return <SectionTabs label="Настройки" tabs={tabs} />;
}

/** Whether the query of the settings' address names how documents are printed. */
export function isDocumentsTab(search: string): boolean {
  return new URLSearchParams(search).get('tab') === 'documents';
}

/** Whether it names how the server does. */
export function isStateTab(search: string): boolean {
  return new URLSearchParams(search).get('tab') === 'state';
}
