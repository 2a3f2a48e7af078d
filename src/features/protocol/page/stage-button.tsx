import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { isMeetingAhead } from '#contract/meetings/meeting-ahead.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { currentProtocol } from '#src/data/protocol/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { runningRecording, useProtocolUpload, useRunningRecording } from '#src/data/recording/index.ts';
import { offlineTitles, useOfflineNote } from '#src/features/connection/index.ts';
import { deviceZone, formatDay } from '#src/format/index.ts';
import { errorWords, useOfflineReason, useQueuedMutations } from '#src/sync/index.ts';
import { Button, ConfirmDialog, focusWhenLost, hasUnsaved, layout, showToast } from '#src/ui/index.ts';
import { FindingList, useFindings } from '../check/findings-card.tsx';
import { finalizeProtocol, finishProtocol, type Move, nextMove } from '../editing/change-stage.ts';
import type { Finding } from '../editing/finding.ts';
import { useJump } from '../editing/jumps.tsx';
import styles from './protocol-head.module.css';
import { isWritten, wantsVideo } from './stage-sentence.ts';

const words = {
  finish: { title: 'Завершить протокол?', confirm: 'Завершить' },
  final: { title: 'Сформировать итоговый протокол?', confirm: 'Сформировать' },
};

interface AskedMoveProps {
  protocol: Protocol;
  /** Whether only the row of the list is loaded: then nothing is known to be missing. */
  partial: boolean;
  move: Move;
  /** Day of the meeting; undefined unless the meeting is still to come. */
  ahead: string | undefined;
  busy: boolean;
  /** @param isMeant whether the person confirmed that the protocol is final before its meeting */
  onConfirm: (isMeant: boolean) => void;
  onCancel: () => void;
}

/**
 * Checks the protocol once its move is wanted, and not with every save before. A move that nothing hinders needs no
 * question, unless it cannot be undone.
 */
function AskedMove({ protocol, partial, ...question }: AskedMoveProps) {
  const known = useFindings(protocol, useQueuedMutations()).findings;
  const findings = partial ? known.filter(isHindrance) : known;
  const [isCertain] = useState(() => question.move === 'finish' && !findings.some(isHindrance));
  const goOn = useEffectEvent(() => question.onConfirm(false));
  useEffect(() => {
    if (isCertain) goOn();
  }, [isCertain]);
  return isCertain ? null : <StageQuestion {...question} findings={findings} />;
}

const isHindrance = ({ weight }: Finding) => weight === 'hinders';

interface StageQuestionProps extends Omit<AskedMoveProps, 'protocol' | 'partial'> {
  findings: readonly Finding[];
}

/**
 * Confirmation before a protocol moves on, with all findings: the person decides, except about findings that hinder.
 */
function StageQuestion({ move, ahead, findings, busy, onConfirm, onCancel }: StageQuestionProps) {
  const offlineNote = useOfflineNote();
  const jump = useJump();
  const { reopening: canReopen } = useOffers();
  const [isMeant, mean] = useState(false);
  const isHindered = findings.some(isHindrance);
  const hindrance = isHindered
    ? 'Сначала нужно решить то, что мешает.'
    : ahead && !isMeant
      ? 'Отметьте, что протокол действительно нужен до встречи.'
      : undefined;
  return (
    <ConfirmDialog
      {...words[move]}
      busy={busy}
      blockedBy={offlineNote}
      hindrance={hindrance}
      onConfirm={() => onConfirm(isMeant)}
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
        {ahead ? (
          <label className={styles.meant}>
            <input type="checkbox" checked={isMeant} onChange={({ currentTarget }) => mean(currentTarget.checked)} />
            <span>
              Да, сделать протокол итоговым, хотя встреча ещё впереди:{'\u00A0'}
              <strong>{ahead}</strong>
            </span>
          </label>
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
      </div>
    </ConfirmDialog>
  );
}

/** Why an action failed. */
export interface Failure {
  title: string;
  words: string;
  /** `warn`: the action was done, but not as expected. */
  tone?: 'bad' | 'warn';
}

const stillTyped: Failure = {
  title: 'Есть несохранённый текст.',
  words: 'Сохраните или отмените то, что открыто для изменения: иначе это не войдёт в протокол.',
};

const stillRecording: Failure = {
  title: 'Идёт запись.',
  words: 'Сначала остановите её и отправьте: к завершённому протоколу видео не добавить.',
};

/** Only the server decides about a change of stage, so it is not applied optimistically. */
const offline: Record<Move, string> = {
  finish: 'Завершить протокол можно только с подключением к серверу.',
  final: 'Итоговый протокол можно сформировать только с подключением к серверу.',
};

interface StageButtonProps {
  protocol: Protocol;
  /** Whether only the row of the list is loaded: then nothing is known to be missing. */
  partial: boolean;
  onFailure: (failure: Failure | undefined) => void;
}

/**
 * «Завершить», then «Сформировать итоговый протокол», with one dialog for both. The final move cannot be undone, so it
 * is always confirmed, with all findings; a complete draft can still be changed, so only findings that hinder stop it.
 */
export function StageButton({ protocol, partial, onFailure }: StageButtonProps) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<Move>();
  const move = nextMove(protocol.stage);
  const isAhead = isMeetingAhead(protocol.held_at, new Date(), deviceZone());
  const offlineReason = useOfflineReason();
  const upload = useProtocolUpload(protocol.id);
  const facts = { stage: protocol.stage, upload, isWritten: partial || isWritten(protocol) };
  const isRecording = useRunningRecording() !== undefined;
  // First comes the video, a retry of its processing, or the end of the recording.
  const isPrimary = !isRecording && !wantsVideo(facts) && protocol.stage !== 'error_video_process';

  const act = useMutation({
    mutationFn: ({ to, isMeant = false }: { to: Move; isMeant?: boolean }) => {
      const now = currentProtocol(client, protocol.id) ?? protocol;
      return to === 'final' ? finalizeProtocol(client, now, isMeant) : finishProtocol(client, now);
    },
    onSuccess: (_done, { to }) => {
      showToast(to === 'final' ? 'Итоговый протокол сформирован' : 'Протокол завершён', { protocolId: protocol.id });
      // The button that was pressed is gone with its move.
      focusWhenLost(() => document.querySelector('h1'));
    },
    onError: (error, { to }) => {
      const { title, words } = errorWords(error);
      const what = to === 'final' ? 'Итоговый протокол не сформирован' : 'Протокол не завершён';
      onFailure({ title: `${what}. ${title}.`, words });
    },
    onSettled: () => setAsking(undefined),
  });
  if (!move) return null;

  const start = () => {
    onFailure(undefined);
    if (offlineReason) onFailure({ title: `${offlineTitles[offlineReason]}.`, words: offline[move] });
    else if (runningRecording()) onFailure(stillRecording);
    else if (hasUnsaved()) onFailure(stillTyped);
    else setAsking(move);
  };
  return (
    <>
      <Button variant={isPrimary ? 'primary' : 'outlined'} busy={act.isPending} onClick={start}>
        {act.isPending ? 'Загрузка...' : move === 'final' ? 'Сформировать итоговый протокол' : 'Завершить'}
      </Button>
      {asking === move ? (
        <AskedMove
          protocol={protocol}
          partial={partial}
          move={move}
          ahead={move === 'final' && isAhead ? formatDay(protocol.held_at ?? '') : undefined}
          busy={act.isPending}
          onConfirm={(isMeant) => act.mutate({ to: move, isMeant })}
          onCancel={() => setAsking(undefined)}
        />
      ) : null}
    </>
  );
}
