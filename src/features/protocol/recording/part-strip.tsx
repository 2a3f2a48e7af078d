import Settings2 from 'lucide-react/icons/settings-2';
import { lazy, Suspense, use, useRef, useState } from 'react';
import type { Protocol, Recording } from '#contract/protocol.ts';
import { startsOf } from '#contract/recording.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { formatDuration, formatTimecode } from '#src/format/index.ts';
import { focusWhenLost, IconButton } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import { PlayerContext } from '../playback/player-context.ts';
import { partName } from '../playback/recordings.ts';
import styles from './part-strip.module.css';

const PartsDialog = lazy(async () => ({ default: (await import('./parts-dialog.tsx')).PartsDialog }));

/** The recordings of the meeting in their order, with the breaks between them; a press plays another one. */
export function PartStrip({ protocol }: { protocol: Protocol }) {
  const { recordings, recordingId, seek } = use(PlayerContext);
  const { readOnly } = use(EditingContext);
  const { recordings: mayManage } = useOffers();
  const [isOpen, open] = useState(false);
  const managing = useRef<HTMLButtonElement>(null);
  const starts = startsOf(recordings);
  const at = recordings.findIndex(({ id }) => id === recordingId);
  const start = starts[at] ?? 0;
  return (
    <section className={styles.strip} aria-label="Части записи">
      <div className={styles.head}>
        <p role="status">
          Часть {at + 1} из {recordings.length}
          {start > 0 ? `, с\u00A0${formatTimecode(start)} встречи` : ''}
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
        {recordings.map((part, index) => (
          <li key={part.id} className={styles.item} style={{ flexGrow: Math.max(60, part.video?.duration ?? 0) }}>
            {index > 0 && part.pause ? (
              <span className={styles.pause}>перерыв {formatDuration(part.pause)}</span>
            ) : null}
            <button
              type="button"
              className={styles.part}
              aria-current={part.id === recordingId ? 'true' : undefined}
              disabled={!part.video?.url}
              onClick={() => seek?.(0, part.id)}
            >
              <bdi className={styles.name}>{partName(part, index)}</bdi>
              <span className={styles.length}>{lengthOf(part)}</span>
            </button>
          </li>
        ))}
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

/** How long a recording is, or why it cannot be played. */
function lengthOf({ video, stage }: Recording): string {
  if (video?.url) return typeof video.duration === 'number' ? formatTimecode(video.duration) : 'длина неизвестна';
  return stage === 'error_video_process' ? 'не обработана' : 'обрабатывается';
}
