import type { OutboxRow } from '#src/sync/index.ts';
import { meetingTitle } from '../meeting-words.ts';
import { deleteMeeting } from './meeting-writes.ts';
import { deleteProtocol } from './protocol-writes.ts';
import { deleteTask, taskName } from './task-writes.ts';
import { variablesOf } from './write-kind.ts';

/** What a deletion took away, in the words of the bar that brings it back; undefined of what has a way back of its own. */
export function removedThing(
  row: Pick<OutboxRow, 'kind' | 'variables'>,
): { message: string; detail: string } | undefined {
  const meeting = variablesOf(deleteMeeting, row)?.meeting;
  if (meeting) return { message: 'Встреча удалена', detail: meetingTitle(meeting) };
  const protocol = variablesOf(deleteProtocol, row);
  if (protocol) return { message: 'Протокол удалён', detail: protocol.title };
  const task = variablesOf(deleteTask, row)?.task;
  return task && { message: 'Поручение удалено', detail: taskName(task.title) };
}
