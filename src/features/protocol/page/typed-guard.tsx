import { memo, use, useEffect } from 'react';
import { runningRecording, useRunningRecording } from '#src/data/recording/index.ts';
import { outbox } from '#src/sync/index.ts';
import { LeaveGuard, useUnsaved } from '#src/ui/index.ts';
import { type Editing, EditingContext, type FormKey } from '../editing/editing.ts';
import type { TypedLine } from '../transcript/use-line-draft.ts';

/**
 * Asks before typed or recorded content of a protocol is left behind; not for an open item or line that the device
 * keeps while it is typed.
 */
export const TypedGuard = memo(function TypedGuard() {
  const { typed, question } = use(EditingContext);
  const isRecording = useRunningRecording() !== undefined;
  const isLost = () => [...typed].some(([key, form]) => !isOnDevice(key, form, question.current));
  useUnsaved(
    () => typed.size > 0,
    () => false,
  );
  useEffect(
    () => () => {
      const running = runningRecording();
      // A screen mounted again for the same protocol finds the recording still running.
      if (running && !isAt(running.session.protocolId)) void running.session.end('left');
    },
    [],
  );
  const losesText = !isRecording || isLost();
  return (
    <LeaveGuard
      has={isLost}
      runs={() => runningRecording() !== undefined}
      // The same protocol under the id given by a provider is not another place.
      leaves={(current, next) => placeOf(current.pathname) !== placeOf(next.pathname)}
      title={isRecording ? 'Остановить запись и уйти?' : 'Уйти без сохранения?'}
      confirm={isRecording ? 'Остановить и уйти' : 'Уйти'}
      cancel="Остаться"
    >
      {isRecording ? (
        <p>Идёт запись. Если уйти, она остановится, а записанное останется на этом устройстве: его можно отправить.</p>
      ) : null}
      {losesText ? <p>В протоколе есть несохранённые изменения. Если уйти, они пропадут.</p> : null}
    </LeaveGuard>
  );
});

function isOnDevice(key: FormKey, form: unknown, question: Editing['question']['current']): boolean {
  if (key === 'part') return question?.isOnDevice() ?? false;
  return key.startsWith('line ') && (form as TypedLine).isOnDevice;
}

/** Returns the address with the current id of its protocol. */
function placeOf(pathname: string): string {
  const parts = pathname.split('/');
  return [...parts.slice(0, -1), outbox.currentId(decodeURIComponent(parts.at(-1) ?? ''))].join('/');
}

function isAt(protocolId: string): boolean {
  return placeOf(window.location.pathname).endsWith(`/${outbox.currentId(protocolId)}`);
}
