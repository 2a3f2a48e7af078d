import CircleDashed from 'lucide-react/icons/circle-dashed';
import FileCheck from 'lucide-react/icons/file-check';
import FileText from 'lucide-react/icons/file-text';
import FileWarning from 'lucide-react/icons/file-warning';
import type { ProtocolMark } from '#src/data/meeting/index.ts';
import { stageTones } from '#src/features/badges/index.ts';
import { classNames, Icon, type Tone } from '#src/ui/index.ts';
import styles from './protocol-icon.module.css';

/** Icon of the state of a meeting's protocol; the words stand beside it. */
export function ProtocolIcon({ mark, className }: { mark: Pick<ProtocolMark, 'kind' | 'stage'>; className?: string }) {
  return (
    <span className={classNames(styles.icon, styles[markTone(mark)], className)}>
      <Icon of={drawingOf(mark)} size={14} />
    </span>
  );
}

/** Returns the tone of the icon and its words. */
export function markTone({ kind, stage }: Pick<ProtocolMark, 'kind' | 'stage'>): Tone {
  if (kind === 'missing') return 'warn';
  return stage ? stageTones[stage] : 'plain';
}

function drawingOf({ kind, stage }: Pick<ProtocolMark, 'kind' | 'stage'>) {
  if (kind === 'missing') return CircleDashed;
  if (stage === 'error_video_process') return FileWarning;
  return stage === 'finish' || stage === 'final' ? FileCheck : FileText;
}

/** Legend of the calendar's icons; hidden from screen readers, which get the words. */
export function MarkLegend() {
  return (
    <ul className={styles.legend} aria-hidden="true">
      <li>
        <ProtocolIcon mark={{ kind: 'written' }} />
        есть протокол
      </li>
      <li>
        <ProtocolIcon mark={{ kind: 'written', stage: 'finish' }} />
        завершён
      </li>
      <li>
        <ProtocolIcon mark={{ kind: 'written', stage: 'final' }} />
        итоговый
      </li>
      <li>
        <ProtocolIcon mark={{ kind: 'missing' }} />
        протокола нет
      </li>
    </ul>
  );
}
