import Plus from 'lucide-react/icons/plus';
import { useId } from 'react';
import type { SummaryPoint } from '#contract/summary.ts';
import { Button } from '#src/ui/index.ts';
import styles from '../editing/side-list.module.css';
import { type SummaryContent, summaryText } from './summary-text.ts';
import { SummaryPoints } from './summary-view.tsx';

interface SummaryDraftProps {
  title: string;
  draft: SummaryContent;
  /** Whether what is written has this already. */
  has: (text: string) => boolean;
  onTakeText: (text: string) => void;
  onTake: (points: SummaryPoint[]) => void;
}

/** Another version beside the one that is written: compared, and taken from part by part. */
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
