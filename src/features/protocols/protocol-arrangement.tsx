import { memo, type ReactNode, useDeferredValue, useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { Card } from '#src/components/card.tsx';
import { Tabs } from '#src/components/tabs.tsx';
import { useCapability } from '#src/lib/use-capability.ts';
import { useMediaQuery } from '#src/lib/use-media-query.ts';
import { useProtocolTasks } from '#src/lib/writes/use-laid-protocols.ts';
import { FindingsCard } from './check/findings-card.tsx';
import { useLanding } from './check/use-landing.ts';
import { MemberList } from './members/member-list.tsx';
import { useMembers } from './members/use-members.ts';
import { PapersCard } from './papers/papers-card.tsx';
import styles from './protocol-screen.module.css';
import { ProtocolSheet } from './protocol-sheet.tsx';
import { VideoCard } from './recording/video-card.tsx';
import { mayHaveSummary } from './summary/may-have-summary.ts';
import { SummaryPanel } from './summary/summary-panel.tsx';
import { useOpenProposals } from './summary/use-summary.ts';
import { TaskList } from './tasks/task-list.tsx';
import { TranscriptPanel } from './transcript/transcript-panel.tsx';
import { useOutline } from './use-outline.ts';

interface ProtocolArrangementProps {
  protocol: Protocol;
  partial: boolean;
  tab: string;
  onTab: (tab: string) => void;
}

/** The sheet with the recording beside it; under 1100 px they are tabs, the sheet first. */
export const ProtocolArrangement = memo(function ProtocolArrangement({
  protocol,
  partial,
  tab,
  onTab,
}: ProtocolArrangementProps) {
  const wide = useMediaQuery('(min-width: 1100px)');
  const [side, setSide] = useState('tasks');
  // What stands beside the sheet follows it a moment later, between the keys of who writes there.
  const beside = useDeferredValue(protocol);
  const outline = useOutline(beside);
  const sheet = (
    <Card bare className={styles.sheet}>
      <ProtocolSheet protocol={protocol} partial={partial} />
    </Card>
  );
  const papers = partial ? null : <PapersCard protocol={protocol} />;
  const check = partial ? null : <FindingsCard protocol={beside} />;
  useLanding((place) => {
    onTab(place);
    if (place === 'tasks' || place === 'members') setSide(place);
  });

  if (wide) {
    return (
      <div className={styles.columns}>
        {sheet}
        <div className={styles.aside}>
          <VideoCard protocol={outline} />
          <Card bare>
            <SideTabs protocol={outline} partial={partial} selected={side} onSelect={setSide} />
          </Card>
          {papers}
          {/* Last: it grows and shrinks as one writes, and moves nothing. */}
          {check}
        </div>
      </div>
    );
  }
  return (
    <>
      <NarrowTabs sheet={sheet} protocol={outline} partial={partial} selected={tab} onSelect={onTab} />
      {papers}
      {check}
    </>
  );
});

interface SideProps {
  protocol: Protocol;
  partial: boolean;
  selected: string;
  onSelect: (tab: string) => void;
}

const SideTabs = memo(function SideTabs({ protocol, partial, ...choice }: SideProps) {
  return <Tabs label="О протоколе" keep {...choice} parts={useSideParts(protocol, partial)} />;
});

function NarrowTabs({ sheet, protocol, partial, ...choice }: SideProps & { sheet: ReactNode }) {
  const parts = useSideParts(protocol, partial).map((part) => ({
    ...part,
    content: (
      <Card bare className={styles.tabbed}>
        {part.content}
      </Card>
    ),
  }));
  const video = <VideoCard protocol={protocol} />;
  return (
    <Tabs
      label="Части протокола"
      keep
      {...choice}
      parts={[
        { id: 'sheet', title: 'Протокол', content: <div className={styles.tabbed}>{sheet}</div> },
        { id: 'video', title: 'Видео', content: <div className={styles.tabbed}>{video}</div> },
        ...parts,
      ]}
    />
  );
}

function useSideParts(protocol: Protocol, partial: boolean) {
  // Only to count: the lists themselves ask.
  const tasks = useProtocolTasks(protocol.id, false).data;
  const members = useMembers(protocol.id, false).data;
  const canTranscribe = useCapability('transcripts') && !partial && (protocol.video || protocol.stage !== 'no_video');
  const transcript = { id: 'transcript', title: 'Расшифровка', content: <TranscriptPanel protocol={protocol} /> };
  const hasSummary = !partial && mayHaveSummary(protocol);
  const proposals = useOpenProposals(protocol, hasSummary && protocol.stage !== 'final');
  const summary = {
    id: 'summary',
    title: 'Итоги',
    count: proposals.length || undefined,
    content: <SummaryPanel protocol={protocol} />,
  };
  return [
    {
      id: 'tasks',
      title: 'Поручения',
      count: (protocol.tasks ?? tasks)?.length,
      content: <TaskList protocol={protocol} partial={partial} />,
    },
    {
      id: 'members',
      title: 'Участники',
      count: (protocol.members ?? members)?.length,
      content: <MemberList protocol={protocol} partial={partial} />,
    },
    // Last, since they come later than the others: no tab moves away under the pointer.
    ...(canTranscribe ? [transcript] : []),
    ...(hasSummary ? [summary] : []),
  ];
}
