import { deleteMeeting, meetingTitle } from '#src/data/meeting/index.ts';
import { deleteProtocol } from '#src/data/protocol/index.ts';
import { deleteTask, taskName } from '#src/data/task/index.ts';
import { type OutboxRow, variablesOf } from '#src/sync/index.ts';

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
