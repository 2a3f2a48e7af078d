import Printer from 'lucide-react/icons/printer';
import { type ComponentType, lazy, Suspense, useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useOffers } from '#src/data/provider/index.ts';
import {
  besideReader,
  type ReaderPlace,
  type ReadingPlace,
  readingAddress,
  readReaderPlace,
  readReadingPlace,
  withReader,
} from '#src/data/reading/index.ts';
import { ConnectionBanner } from '#src/features/queue/index.ts';
import { formatFullMoment, toDayValue } from '#src/format/index.ts';
import { useOldestShown } from '#src/sync/index.ts';
import {
  Button,
  classNames,
  FoundCount,
  focusWhenLost,
  ListCount,
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
import type { FromList } from './reading/reading-link.tsx';
import styles from './secretaries.module.css';
import { readSecretariesPlace, type SecretariesPlace, secretariesAddress } from './secretaries-address.ts';
import { useSecretaries } from './use-secretaries.ts';

// Loaded on demand: most visits are for the figures.
const ReadingView = lazy(async () => ({ default: (await import('./reading/reading-view.tsx')).ReadingView }));

/** Props of the component that shows a protocol beside the lists; the app passes it in. */
export interface ReaderProps {
  place: ReaderPlace;
  onBack: () => void;
}

/**
 * /main/secretaries: the manager's secretaries with their figures, one of them by ?id=, charts of all by ?view=charts,
 * their work by ?view=tasks and others, and beside any of these a protocol by ?protocol=.
 */
export function SecretariesScreen({ Reader }: { Reader: ComponentType<ReaderProps> }) {
  const [query] = useSearchParams();
  const isOffered = useOffers().reading !== false;
  const reader = isOffered ? readReaderPlace(query) : undefined;
  const back = useBack(query, reader);
  return (
    <div className={classNames(styles.area, reader && styles.withReader)}>
      <div className={styles.areaMain}>
        <Parts reading={isOffered ? readReadingPlace(query) : undefined} open={reader?.protocol} />
      </div>
      {reader ? (
        <div className={styles.reader} data-reader="">
          <Reader key={reader.protocol} place={reader} onBack={back} />
        </div>
      ) : null}
    </div>
  );
}

/**
 * Returns a function that leads from the protocol to its list: one step back if it was opened there, else to its
 * address.
 */
function useBack(query: URLSearchParams, reader: ReaderPlace | undefined): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const { isFromList, opener } = (state as Partial<FromList> | null) ?? {};
  const protocol = reader?.protocol ?? '';
  const list = withReader(query);
  return useCallback(() => {
    if (isFromList) void navigate(-1);
    else void navigate(list, { replace: true, preventScrollReset: true });
    const linkWith = (name: string, value = '') =>
      document.querySelector<HTMLElement>(`a[${name}="${CSS.escape(value)}"]`);
    focusWhenLost(() => linkWith('data-opens', opener) ?? linkWith('data-protocol', protocol) ?? heading());
  }, [isFromList, list, navigate, opener, protocol]);
}

const heading = () => document.querySelector<HTMLElement>('h1');

/** The part of the screen that the address names, below the common header. */
function Parts({ reading, open }: { reading: ReadingPlace | undefined; open: string | undefined }) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { reading: isOffered } = useOffers();
  // While work is listed, the parameters of the address belong to that list and mean something else.
  const place = readSecretariesPlace(reading ? new URLSearchParams() : query);
  const people = useSecretaries(place);
  const isList = !reading && place.view === 'list';
  // On a narrow screen the chosen secretary replaces the list.
  const hasOne = people.chosen !== undefined || people.isComing;
  const go = (next: Partial<SecretariesPlace>, replace: boolean) =>
    void navigate(secretariesAddress({ ...place, ...next }), { replace, preventScrollReset: true });
  const search = (text: string | undefined) => {
    if (!reading) return go({ search: text }, true);
    const address = besideReader(query, { ...reading, page: 1, search: text });
    void navigate(address, { replace: true, preventScrollReset: true });
  };
  const searchLabel = reading ? searchLabels[reading.view] : isList ? 'Поиск по имени' : undefined;

  return (
    <Screen>
      <PageHeader
        title="Секретари"
        count={<ListCount of={isList ? people.found?.length : undefined} />}
        actions={
          <>
            {searchLabel ? (
              <div className={classNames(styles.search, isList && hasOne && styles.ofList)}>
                <ListSearch
                  key={searchLabel}
                  label={searchLabel}
                  value={reading ? reading.search : place.search}
                  onSearch={search}
                />
              </div>
            ) : null}
            {isList && people.found?.length ? (
              <span className={classNames(hasOne && styles.ofList)}>
                <ExportButton size="normal" sheet={listSheet(people.found)} about={toDayValue(new Date())} />
              </span>
            ) : null}
            {reading ? null : (
              <Button icon={Printer} onClick={() => window.print()}>
                Печать
              </Button>
            )}
          </>
        }
      />
      {reading ? null : <PrintedHead subject={isList ? undefined : 'Показатели'} />}
      <SectionTabs
        label="Секретари"
        tabs={[
          { to: secretariesAddress({ ...place, view: 'list' }), title: 'Список', current: isList },
          {
            to: secretariesAddress({ ...place, view: 'charts' }),
            title: 'Показатели',
            current: !reading && !isList,
          },
          ...(isOffered || reading
            ? readingTabs.map(({ view, title }) => ({
                to: readingAddress({ view }),
                title,
                current: reading?.view === view,
              }))
            : []),
        ]}
      />
      {reading ? null : (
        <>
          <FoundCount asked={place.search ?? ''} total={people.found?.length} />
          <ConnectionBanner shownAt={isList && people.list.data ? people.list.dataUpdatedAt : undefined} />
        </>
      )}
      <ScreenBody>
        {reading ? (
          <Suspense fallback={null}>
            <ReadingView key={reading.view} place={reading} secretaries={people.found ?? []} open={open} />
          </Suspense>
        ) : isList ? (
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

const searchLabels = {
  tasks: 'Поиск по поручениям',
  protocols: 'Поиск по протоколам',
  meetings: undefined,
} as const;

const readingTabs = [
  { view: 'tasks', title: 'Поручения' },
  { view: 'protocols', title: 'Протоколы' },
  { view: 'meetings', title: 'Встречи' },
] as const;

/** Printed only: subject of the figures, and when they were read. */
function PrintedHead({ subject }: { subject?: string | undefined }) {
  const at = useOldestShown();
  return at ? (
    <p className={styles.printed}>
      {subject ? `${subject} по данным` : 'По данным'} на {formatFullMoment(at)}
    </p>
  ) : null;
}
