import { useOffers } from '#src/data/provider/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { ConfirmDialog, layout } from '#src/ui/index.ts';
import { FindingList } from '../check/finding-list.tsx';
import type { Finding } from '../editing/finding.ts';
import type { Move } from '../editing/finish-protocol.ts';
import { useJump } from '../editing/jumps.tsx';

const words = {
  finish: { title: 'Завершить протокол?', confirm: 'Завершить' },
  final: { title: 'Сформировать итоговый протокол?', confirm: 'Сформировать' },
};

interface MoveQuestionProps {
  move: Move;
  findings: readonly Finding[];
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** The question before a protocol moves on, with all that the check found: the person decides, but for what hinders. */
export function MoveQuestion({ move, findings, busy, onConfirm, onCancel }: MoveQuestionProps) {
  const offlineNote = useOfflineNote();
  const jump = useJump();
  const { reopening: canReopen } = useOffers();
  const isHindered = findings.some(({ weight }) => weight === 'hinders');
  return (
    <ConfirmDialog
      {...words[move]}
      busy={busy}
      blockedBy={offlineNote}
      hindrance={isHindered ? 'Сначала нужно решить то, что мешает.' : undefined}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <div className={layout.stack(3)}>
        {move === 'final' ? (
          <p>
            Итоговый протокол только читают и печатают.
            {canReopen
              ? ' Чтобы исправить его, придётся открыть его снова с указанием причины.'
              : ' Изменить его нельзя.'}
          </p>
        ) : null}
        {findings.length > 0 ? (
          <div>
            <FindingList
              findings={findings}
              onJump={(place) => {
                onCancel();
                jump(place);
              }}
            />
          </div>
        ) : null}
        {move === 'finish' && !isHindered ? (
          <p>Завершить можно и сейчас: до итогового протокола всё можно изменить.</p>
        ) : null}
      </div>
    </ConfirmDialog>
  );
}
