import { memo, type ReactNode } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useProtocolTasks } from '#src/data/task/index.ts';
import { RunningRecorder } from '#src/features/recorder/index.ts';
import { Card, classNames, type TabPart, Tabs, useMediaQuery } from '#src/ui/index.ts';
import { keepAbove } from '../editing/keep-in-sight.ts';
import { MemberList } from '../members/member-list.tsx';
import { useMembers } from '../members/members.ts';
import { watchedTabs } from '../playback/player-context.ts';
import { PlayerCard } from '../recording/player-card.tsx';
import { VideoCard } from '../recording/video-card.tsx';
import { SummaryPanel } from '../summary/summary-panel.tsx';
import { mayHaveSummary, useOpenProposals } from '../summary/use-summary.ts';
import { TaskList } from '../tasks/task-list.tsx';
import { mayHaveTranscript } from '../transcript/may-have-transcript.ts';
import { TranscriptPanel } from '../transcript/transcript-panel.tsx';
import styles from './protocol-screen.module.css';
import { isWritten, wantsVideo } from './stage-sentence.ts';

interface SideProps {
  protocol: Protocol;
  partial: boolean;
  selected: string;
  onSelect: (tab: string) => void;
}

/** The lists beside the sheet. */
export const SideTabs = memo(function SideTabs({ protocol, partial, ...choice }: SideProps) {
  const parts = useSideParts(protocol, partial);
  return <Tabs label="О протоколе" bodyClass={styles.panelBody} {...choice} parts={parts} />;
});

/**
 * The sheet, the recording and the lists, each in a tab; beside the transcript and the summary the player stays
 * visible.
 */
export function NarrowTabs({ sheet, protocol, partial, ...choice }: SideProps & { sheet: ReactNode }) {
  const parts = useSideParts(protocol, partial).map((part) => ({
    ...part,
    content: <Card bare>{part.content}</Card>,
  }));
  const video = (
    <VideoCard
      protocol={protocol}
      isAwaited={wantsVideo({ stage: protocol.stage, upload: undefined, isWritten: partial || isWritten(protocol) })}
    />
  );
  const isPhone = useMediaQuery('phone');
  const hasPlayer = Boolean(protocol.video?.url) && watchedTabs.has(choice.selected);
  return (
    <Tabs
      label="Части протокола"
      {...choice}
      bodyClass={hasPlayer ? classNames(styles.watching, choice.selected !== 'video' && styles.split) : undefined}
      beside={
        <>
          <div className={styles.recorder} hidden={choice.selected !== 'video'}>
            <RunningRecorder protocolId={protocol.id} replaces={protocol.video} />
          </div>
          <div ref={keepAbove} className={styles.stage} hidden={!hasPlayer}>
            <PlayerCard protocol={protocol} isFolded={isPhone && choice.selected !== 'video'} />
          </div>
        </>
      }
      parts={[
        {
          id: 'sheet',
          title: 'Протокол',
          content: <div className={styles.main}>{sheet}</div>,
        },
        { id: 'video', title: 'Видео', content: video },
        ...parts,
      ]}
    />
  );
}

/** Returns the parts beside the sheet, or in tabs of their own: tasks, members, transcript and summary. */
function useSideParts(protocol: Protocol, partial: boolean): TabPart[] {
  // Disabled queries: only for the counts. The lists themselves fetch.
  const tasks = useProtocolTasks(protocol.id, false).data;
  const members = useMembers(protocol.id, false).data;
  const { transcripts } = useOffers();
  const canTranscribe = transcripts && !partial && mayHaveTranscript(protocol);
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
    // Last, because they appear later than the others: no tab moves from under the pointer.
    ...(canTranscribe ? [transcript] : []),
    ...(hasSummary ? [summary] : []),
  ];
}
