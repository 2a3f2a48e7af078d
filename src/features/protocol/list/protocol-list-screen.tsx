import { useSearchParams } from 'react-router-dom';
import { layout, SectionTabs } from '#src/ui/index.ts';
import { readListTab } from './list-address.ts';
import { ProtocolListPart } from './protocol-list-part.tsx';
import { TaskListPart } from './task-list-part.tsx';

/** /main/protocols: the protocols, or with ?tab=tasks the tasks of all of them. */
export function ProtocolListScreen() {
  const [query] = useSearchParams();
  const tab = readListTab(query);
  const tabs = (
    <SectionTabs
      label="Протоколы и поручения"
      tabs={[
        { to: '/main/protocols', title: 'Протоколы', current: tab === 'protocols' },
        { to: '/main/protocols?tab=tasks', title: 'Поручения', current: tab === 'tasks' },
      ]}
    />
  );
  return (
    <div className={layout.stack(5)}>
      {tab === 'tasks' ? <TaskListPart tabs={tabs} /> : <ProtocolListPart tabs={tabs} />}
    </div>
  );
}
