import Plus from 'lucide-react/icons/plus';
import { useId } from 'react';
import type { SummaryPoint } from '#contract/insights/summary.ts';
import { Button } from '#src/ui/index.ts';
import styles from '../editing/side-list.module.css';
import { type SummaryContent, summaryText } from './summary-text.ts';
import { SummaryPoints } from './summary-view.tsx';

interface SummaryDraftProps {
  title: string;
  draft: SummaryContent;
  /** Whether the edited summary already contains this text. */
  has: (text: string) => boolean;
  onTakeText: (text: string) => void;
  onTake: (points: SummaryPoint[]) => void;
}

/** Another version beside the edited summary, to compare it and take parts of it. */
export function SummaryDraft({ title, draft, has, onTakeText, onTake }: SummaryDraftProps) {
  const id = useId();
  const points = draft.points ?? [];
  const left = points.filter((point) => !has(point.text));
  const text = summaryText(draft);
  return (
    <section aria-labelledby={id} className={styles.draft}>
      <h3 id={id} className={styles.draftTitle}>
        {title}
      </h3>
      {text ? (
        <div className={styles.row}>
          <p dir="auto" className={`${styles.main} ${styles.text}`}>
            {text}
          </p>
          {has(text) ? (
            <span className={styles.note}>взято</span>
          ) : (
            <Button size="small" onClick={() => onTakeText(text)}>
              Взять текст
            </Button>
          )}
        </div>
      ) : null}
      <SummaryPoints
        points={points}
        actionOf={(point) =>
          has(point.text) ? (
            <span className={styles.note}>уже есть</span>
          ) : (
            <Button
              size="small"
              variant="quiet"
              icon={Plus}
              aria-label={`Взять: ${point.text}`}
              onClick={() => onTake([point])}
            >
              Взять
            </Button>
          )
        }
      />
      {left.length > 1 ? (
        <div>
          <Button size="small" onClick={() => onTake(left)}>
            Взять все пункты
          </Button>
        </div>
      ) : null}
    </section>
  );
}
