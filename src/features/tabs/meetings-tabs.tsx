import { useLocation } from 'react-router-dom';
import { useOffers } from '#src/data/provider/index.ts';
import { SectionTabs } from '#src/ui/index.ts';

const meetings = '/main/meetings';
export const bodiesAddress = `${meetings}?tab=bodies`;

/** Tabs of the calendar and of the bodies that meet in it; renders nothing where the server keeps no bodies. */
export function MeetingsTabs() {
  const isBodies = isBodiesTab(useLocation().search);
  if (useOffers().bodies === false) return null;
  return (
    <SectionTabs
      label="Встречи"
      tabs={[
        { to: meetings, title: 'Календарь', current: !isBodies },
        { to: bodiesAddress, title: 'Комиссии и отделы', current: isBodies },
      ]}
    />
  );
}

/** Whether the query of the meetings' address names the tab of commissions and departments. */
export function isBodiesTab(search: string): boolean {
  return new URLSearchParams(search).get('tab') === 'bodies';
}
