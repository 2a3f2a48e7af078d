import { useMemo, useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { LeaveGuard } from '#src/components/leave-guard.tsx';
import { type EditedPart, EditingContext, type FormKey } from './editing.ts';
import { PlayerContext } from './player-context.ts';
import { ProtocolArrangement } from './protocol-arrangement.tsx';

interface ProtocolBodyProps {
  protocol: Protocol;
  /** Only the row of the list is there yet. */
  partial: boolean;
}

/** What is shared by the sheet and all that stands beside it: the player, and what is being changed. */
export function ProtocolBody({ protocol, partial }: ProtocolBodyProps) {
  const [asked, setAsked] = useState<{ seconds: number }>();
  const [tab, setTab] = useState('sheet');
  const [part, setPart] = useState<EditedPart>();
  const [typed] = useState(() => new Map<FormKey, unknown>());
  const readOnly = protocol.stage === 'final';
  const editing = useMemo(() => ({ part, open: setPart, typed, readOnly }), [part, typed, readOnly]);
  const play = (seconds: number) => {
    setAsked({ seconds });
    setTab('video');
  };
  return (
    <PlayerContext value={{ play: protocol.video?.url ? play : undefined, asked }}>
      <EditingContext value={editing}>
        <ProtocolArrangement protocol={protocol} partial={partial} tab={tab} onTab={setTab} />
        <LeaveGuard
          has={() => typed.size > 0}
          leaves={(current, next) => current.pathname !== next.pathname}
          title="Уйти без сохранения?"
          confirm="Уйти"
          cancel="Остаться"
        >
          В протоколе есть несохранённые изменения. Если уйти, они пропадут.
        </LeaveGuard>
      </EditingContext>
    </PlayerContext>
  );
}
