import { memo, type ReactNode } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { RunningRecorder } from '#src/features/recorder/index.ts';
import { Card, classNames, Tabs } from '#src/ui/index.ts';
import { keepAbove } from '../editing/keep-in-sight.ts';
import { watchedTabs } from '../playback/player-context.ts';
import { PlayerCard } from '../recording/player-card.tsx';
import { VideoCard } from '../recording/video-card.tsx';
import styles from './protocol-screen.module.css';
import { useSideParts } from './side-parts.tsx';

interface SideProps {
  protocol: Protocol;
  partial: boolean;
  selected: string;
  onSelect: (tab: string) => void;
}

/** The lists beside the sheet. */
export const SideTabs = memo(function SideTabs({ protocol, partial, ...choice }: SideProps) {
  return <Tabs label="О протоколе" {...choice} parts={useSideParts(protocol, partial)} />;
});

/** The sheet, the recording and the lists, each behind a tab; the player stays in sight beside what was said. */
export function NarrowTabs({ sheet, protocol, partial, ...choice }: SideProps & { sheet: ReactNode }) {
  const parts = useSideParts(protocol, partial).map((part) => ({
    ...part,
    content: (
      <Card bare className={styles.tabbed}>
        {part.content}
      </Card>
    ),
  }));
  const video = <VideoCard protocol={protocol} />;
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
            <PlayerCard protocol={protocol} isRoomy />
          </div>
        </>
      }
      parts={[
        { id: 'sheet', title: 'Протокол', content: <div className={styles.tabbed}>{sheet}</div> },
        { id: 'video', title: 'Видео', content: <div className={styles.tabbed}>{video}</div> },
        ...parts,
      ]}
    />
  );
}
