import Printer from 'lucide-react/icons/printer';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ConnectionBanner } from '#src/features/queue/index.ts';
import { formatFullMoment, toDayValue } from '#src/format/index.ts';
import { useOldestShown } from '#src/sync/index.ts';
import {
  Button,
  classNames,
  FoundCount,
  ListSearch,
  PageHeader,
  Screen,
  ScreenBody,
  SectionTabs,
} from '#src/ui/index.ts';
import { PeriodCharts } from './charts/period-charts.tsx';
import { ExportButton } from './export/export-button.tsx';
import { listSheet } from './list/figures.ts';
import { ListView } from './list-view.tsx';
import { PeriodSwitch } from './period/period-switch.tsx';
import styles from './secretaries.module.css';
import { readSecretariesPlace, type SecretariesPlace, secretariesAddress } from './secretaries-address.ts';
import { useSecretaries } from './use-secretaries.ts';

/** /main/secretaries: the manager's secretaries with their figures, one of them by ?id=, or all in charts by ?view=charts. */
export function SecretariesScreen() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const place = readSecretariesPlace(query);
  const people = useSecretaries(place);
  const isList = place.view === 'list';
  // On a narrow screen one secretary stands in the place of the list.
  const hasOne = people.chosen !== undefined || people.isComing;
  const go = (next: Partial<SecretariesPlace>, replace: boolean) =>
    void navigate(secretariesAddress({ ...place, ...next }), { replace, preventScrollReset: true });

  return (
    <Screen>
      <PageHeader
        title="Секретари"
        count={people.all}
        actions={
          <>
            {isList ? (
              <div className={classNames(styles.search, hasOne && styles.ofList)}>
                <ListSearch label="Поиск по имени" value={place.search} onSearch={(search) => go({ search }, true)} />
              </div>
            ) : null}
            {isList && people.found?.length ? (
              <span className={classNames(hasOne && styles.ofList)}>
                <ExportButton size="normal" sheet={listSheet(people.found)} about={toDayValue(new Date())} />
              </span>
            ) : null}
            <Button icon={Printer} onClick={() => window.print()}>
              Печать
            </Button>
          </>
        }
      />
      <PrintedHead subject={isList ? undefined : 'Показатели'} />
      <SectionTabs
        label="Секретари"
        tabs={[
          { to: secretariesAddress({ ...place, view: 'list' }), title: 'Список', current: isList },
          { to: secretariesAddress({ ...place, view: 'charts' }), title: 'Показатели', current: !isList },
        ]}
      />
      <FoundCount asked={place.search ?? ''} total={people.found?.length} />
      <ConnectionBanner shownAt={isList && people.list.data ? people.list.dataUpdatedAt : undefined} />
      <ScreenBody>
        {isList ? (
          <ListView place={place} people={people} />
        ) : (
          <>
            <PeriodSwitch period={place.period} onChange={(period, typed = false) => go({ period }, typed)} />
            <PeriodCharts period={place.period} />
          </>
        )}
      </ScreenBody>
    </Screen>
  );
}

/** On paper alone: what the figures are about, and as of when they are. */
function PrintedHead({ subject }: { subject?: string | undefined }) {
  const at = useOldestShown();
  return at ? (
    <p className={styles.printed}>
      {subject ? `${subject} по данным` : 'По данным'} на {formatFullMoment(at)}
    </p>
  ) : null;
}
