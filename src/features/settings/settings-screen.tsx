import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Location } from 'react-router-dom';
import { currentUserQuery } from '#src/data/person/index.ts';
import { documentSettingsQuery } from '#src/data/protocol/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { ConnectionBanner } from '#src/features/queue/index.ts';
import { type SettingsTab, SettingsTabs, tabOf } from '#src/features/tabs/index.ts';
import { Card, LeaveGuard, layout, PageHeader, Screen, ScreenBody, Spinner } from '#src/ui/index.ts';
import { DocumentSettingsForm } from './document-settings-form.tsx';
import { PersonalSettings } from './personal-settings.tsx';

const StateTab = lazy(async () => ({ default: (await import('./state/state-tab.tsx')).StateTab }));
const NoticesTab = lazy(async () => ({ default: (await import('./notices/notices-tab.tsx')).NoticesTab }));
const TemplatesCard = lazy(async () => ({ default: (await import('./templates-card.tsx')).TemplatesCard }));

/**
 * /main/settings: the person's profile, the appearance, and the storage on this device; ?tab=documents and ?tab=state
 * for administrators.
 */
export function SettingsScreen({ tab }: { tab: Extract<SettingsTab, 'profile' | 'notices' | 'documents' | 'state'> }) {
  const { data, dataUpdatedAt } = useQuery(currentUserQuery());
  return (
    <Screen>
      <PageHeader title="Настройки" />
      <SettingsTabs open={tab} />
      <ConnectionBanner shownAt={data ? dataUpdatedAt : undefined} />
      <ScreenBody>
        {tab === 'profile' ? <PersonalSettings /> : null}
        {tab === 'documents' ? <DocumentSettingsTab /> : null}
        {tab === 'notices' ? (
          <Suspense fallback={<Spinner />}>
            <NoticesTab />
          </Suspense>
        ) : null}
        {tab === 'state' ? (
          <Suspense fallback={<Spinner />}>
            <StateTab />
          </Suspense>
        ) : null}
      </ScreenBody>
      <LeaveGuard leaves={leavesTab} title="Уйти без сохранения?" confirm="Уйти" cancel="Остаться">
        Изменения на этой странице не сохранены. Если уйти, они пропадут.
      </LeaveGuard>
    </Screen>
  );
}

/** «Документы»: how documents are printed; for administrators of this project's own server. */
function DocumentSettingsTab() {
  const query = useQuery(documentSettingsQuery());
  const { templates } = useOffers();
  return (
    <div className={layout.stack(4)}>
      <Card title="Документы">
        <QueryView query={query}>{(settings) => <DocumentSettingsForm settings={settings} />}</QueryView>
      </Card>
      {/* After the form, which would push it down. */}
      <Suspense fallback={null}>{templates && !query.isPending ? <TemplatesCard /> : null}</Suspense>
    </div>
  );
}

/** Whether a navigation leaves this tab of the settings; another query within the same tab does not. */
function leavesTab(current: Location, next: Location): boolean {
  return (
    current.pathname !== next.pathname || (tabOf(current.search) ?? 'profile') !== (tabOf(next.search) ?? 'profile')
  );
}
