import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Attendance } from '#contract/bodies/attendance.ts';
import { member } from '#contract/bodies/member.ts';
import { type MemberMark, markMember } from '#src/data/member/index.ts';
import { protocolQuery } from '#src/data/protocol/index.ts';
import { errorWords, type OutboxRow, onDevice, outbox, resolveMutation } from '#src/sync/index.ts';
import { Button, layout } from '#src/ui/index.ts';
import formStyles from '../editing/forms.module.css';
import { attendanceNote } from './attendance.ts';

interface MarkConflictProps {
  row: OutboxRow;
  mine: MemberMark;
  onResolved: () => void;
  onDropped: () => void;
}

/** Conflict of two marks of one person, made without knowing of each other: the second person chooses. */
export function MarkConflict({ row, mine, onResolved, onDropped }: MarkConflictProps) {
  const client = useQueryClient();
  const theirs = z.safeParse(member, row.fault?.current).data?.attendance ?? null;
  const keep = useMutation({
    mutationFn: () => resolveMutation(markMember, row, { ...mine, before: theirs }),
    onSuccess: onResolved,
  });
  const drop = useMutation({
    mutationFn: () => onDevice(outbox.discard(row.id)),
    onSuccess: async () => {
      onDropped();
      await client.invalidateQueries({ queryKey: protocolQuery(mine.protocolId).queryKey });
    },
  });
  const error = keep.error ?? drop.error;
  const isBusy = keep.isPending || drop.isPending;
  return (
    <div className={layout.stack(3)}>
      <p>Участника тем временем отметили в другом месте.</p>
      <p dir="auto">На сервере: {attendanceWords(theirs)}</p>
      <p dir="auto">Ваша отметка: {attendanceWords(mine.attendance)}</p>
      {error ? (
        <p className={formStyles.failure} role="alert">
          {errorWords(error).words}
        </p>
      ) : null}
      <div className={layout.centredRow(3)}>
        <Button busy={isBusy} onClick={() => keep.mutate()}>
          Оставить мою отметку
        </Button>
        <Button busy={isBusy} onClick={() => drop.mutate()}>
          Оставить отметку сервера
        </Button>
      </div>
    </div>
  );
}

function attendanceWords(marked: Attendance | null): string {
  return marked ? attendanceNote(marked) : 'Не отмечен';
}
