import { useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { Card } from '#src/components/card.tsx';
import { Tabs } from '#src/components/tabs.tsx';
import { useMediaQuery } from '#src/lib/use-media-query.ts';
import { MemberList } from './member-list.tsx';
import { PlayerContext } from './player-context.ts';
import styles from './protocol-screen.module.css';
import { ProtocolSheet } from './protocol-sheet.tsx';
import { TaskList } from './task-list.tsx';
import { VideoCard } from './video-card.tsx';

interface ProtocolBodyProps {
  protocol: Protocol;
  /** Only the row of the list is there yet. */
  partial: boolean;
}

/** The sheet with the recording beside it; under 1100 px they are tabs, the sheet first. */
export function ProtocolBody({ protocol, partial }: ProtocolBodyProps) {
  const [asked, setAsked] = useState<{ seconds: number }>();
  const [tab, setTab] = useState('sheet');
  const play = (seconds: number) => {
    setAsked({ seconds });
    setTab('video');
  };
  return (
    <PlayerContext value={{ play: protocol.video?.url ? play : undefined, asked }}>
      <Arrangement protocol={protocol} partial={partial} tab={tab} onTab={setTab} />
    </PlayerContext>
  );
}

function Arrangement({
  protocol,
  partial,
  tab,
  onTab,
}: ProtocolBodyProps & { tab: string; onTab: (tab: string) => void }) {
  const wide = useMediaQuery('(min-width: 1100px)');
  const sheet = (
    <Card bare className={styles.sheet}>
      <ProtocolSheet protocol={protocol} partial={partial} />
    </Card>
  );
  const tasks = { id: 'tasks', title: 'Поручения', count: protocol.tasks?.length };
  const members = { id: 'members', title: 'Участники', count: protocol.members?.length };

  if (wide) {
    return (
      <div className={styles.columns}>
        {sheet}
        <div className={styles.aside}>
          <VideoCard protocol={protocol} />
          <Card bare>
            <Tabs
              label="О протоколе"
              parts={[
                { ...tasks, content: <TaskList protocol={protocol} partial={partial} /> },
                { ...members, content: <MemberList protocol={protocol} partial={partial} /> },
              ]}
            />
          </Card>
        </div>
      </div>
    );
  }
  return (
    <Tabs
      label="Части протокола"
      keep
      selected={tab}
      onSelect={onTab}
      parts={[
        { id: 'sheet', title: 'Протокол', content: <div className={styles.tabbed}>{sheet}</div> },
        {
          id: 'video',
          title: 'Видео',
          content: (
            <div className={styles.tabbed}>
              <VideoCard protocol={protocol} />
            </div>
          ),
        },
        {
          ...tasks,
          content: (
            <Card bare className={styles.tabbed}>
              <TaskList protocol={protocol} partial={partial} />
            </Card>
          ),
        },
        {
          ...members,
          content: (
            <Card bare className={styles.tabbed}>
              <MemberList protocol={protocol} partial={partial} />
            </Card>
          ),
        },
      ]}
    />
  );
}
