import Settings2 from 'lucide-react/icons/settings-2';
import { lazy, Suspense, use, useRef, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Recording } from '#contract/recordings/recording.ts';
import { besideEachOther, startsOf } from '#contract/recordings/timeline.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { formatDuration, formatTimecode } from '#src/format/index.ts';
import { focusWhenLost, IconButton } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import { PlayerContext } from '../playback/player-context.ts';
import { partName } from '../playback/recordings.ts';
import styles from './part-strip.module.css';

const PartsDialog = lazy(async () => ({ default: (await import('./parts-dialog.tsx')).PartsDialog }));

/**
 * The recordings of the meeting in their order with the breaks between them; simultaneous ones are grouped. A press
 * plays another one; a simultaneous one continues at the same moment.
 */
export function PartStrip({ protocol }: { protocol: Protocol }) {
  const { clock, recordings, recordingId, seek } = use(PlayerContext);
  const { readOnly } = use(EditingContext);
  const { recordings: mayManage } = useOffers();
  const [isOpen, open] = useState(false);
  const managing = useRef<HTMLButtonElement>(null);
  const starts = startsOf(recordings);
  const startOf = (id: string | undefined) => starts[recordings.findIndex((each) => each.id === id)] ?? 0;
  const groups = besideEachOther(recordings);
  const at = groups.findIndex((group) => group.some(({ id }) => id === recordingId));
  const play = (part: Recording) => {
    const isBeside = part.id !== recordingId && groups[at]?.includes(part);
    const moment = isBeside ? clock.now() + startOf(recordingId) - startOf(part.id) : 0;
    // The moment may lie outside the length of the other recording.
    seek?.(Math.max(0, Math.min(moment, (part.video?.duration ?? Number.POSITIVE_INFINITY) - 1)), part.id);
  };
  const buttonOf = (part: Recording) => (
    <button
      type="button"
      className={styles.part}
      aria-current={part.id === recordingId ? 'true' : undefined}
      disabled={!part.video?.url}
      onClick={() => play(part)}
    >
      <bdi className={styles.name}>{partName(part, recordings)}</bdi>
      <span className={styles.length}>{lengthOf(part)}</span>
    </button>
  );
  return (
    <section className={styles.strip} aria-label="Части записи">
      <div className={styles.head}>
        <p role="status">
          {placeWords(groups, at, recordingId)}
          {startOf(recordingId) > 0 ? `, с\u00A0${formatTimecode(startOf(recordingId))} встречи` : ''}
        </p>
        {readOnly || !mayManage ? null : (
          <IconButton
            ref={managing}
            size="small"
            icon={Settings2}
            label="Порядок и названия частей"
            onClick={() => open(true)}
          />
        )}
      </div>
      <ol className={styles.parts}>
        {groups.map((group, index) => {
          const [lead] = group as [Recording];
          return (
            <li key={lead.id} className={styles.item} style={{ flexGrow: growOf(group) }}>
              {index > 0 && lead.pause ? (
                <span className={styles.pause}>перерыв {formatDuration(lead.pause)}</span>
              ) : null}
              {group.length > 1 ? (
                <ul className={styles.beside} aria-label="Шли одновременно">
                  {group.map((part) => (
                    <li key={part.id} className={styles.besideItem}>
                      {buttonOf(part)}
                    </li>
                  ))}
                </ul>
              ) : (
                buttonOf(lead)
              )}
            </li>
          );
        })}
      </ol>
      {isOpen ? (
        <Suspense fallback={null}>
          <PartsDialog
            protocol={protocol}
            recordings={recordings}
            onClose={() => {
              open(false);
              focusWhenLost(() => managing.current);
            }}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

/** Returns «Часть 1 из 2»; within a group of simultaneous recordings also the name of this one. */
function placeWords(groups: readonly (readonly Recording[])[], at: number, recordingId: string | undefined): string {
  const group = groups[at] ?? [];
  const own = group.findIndex(({ id }) => id === recordingId);
  const { title, speaker } = group[own] ?? {};
  const ownName = title?.trim() || speaker?.trim();
  const name = group.length > 1 ? `запись ${ownName ? `«${ownName}»` : own + 1}` : '';
  const place = groups.length > 1 ? `Часть ${at + 1} из ${groups.length}` : '';
  const words = [place, name].filter(Boolean).join(', ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Returns the share of the width for a group of recordings: the length of its longest one. */
function growOf(group: readonly Recording[]): number {
  return Math.max(60, ...group.map(({ video }) => video?.duration ?? 0));
}

/** Returns the length of a recording, or why it cannot be played. */
function lengthOf({ video, stage }: Recording): string {
  if (video?.url) return typeof video.duration === 'number' ? formatTimecode(video.duration) : 'длина неизвестна';
  return stage === 'error_video_process' ? 'не обработана' : 'обрабатывается';
}
