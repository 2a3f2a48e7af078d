import { memo, use } from 'react';
import { LeaveGuard } from '#src/components/leave-guard.tsx';
import { outbox } from '#src/lib/outbox.ts';
import { useUnsaved } from '#src/lib/unsaved.ts';
import { EditingContext } from './editing.ts';

/** Asks before what is typed in a protocol is left behind; an open question is not, which the device keeps as it is typed. */
export const TypedGuard = memo(function TypedGuard() {
  const { typed, question } = use(EditingContext);
  const isLost = () => [...typed.keys()].some((key) => key !== 'part' || !question.current?.isOnDevice());
  useUnsaved(
    () => typed.size > 0,
    () => false,
  );
  return (
    <LeaveGuard
      has={isLost}
      // The same protocol under the id that a provider gave it is no other place.
      leaves={(current, next) => placeOf(current.pathname) !== placeOf(next.pathname)}
      title="Уйти без сохранения?"
      confirm="Уйти"
      cancel="Остаться"
    >
      В протоколе есть несохранённые изменения. Если уйти, они пропадут.
    </LeaveGuard>
  );
});

/** The address under the id that the protocol in it has now. */
function placeOf(pathname: string): string {
  const parts = pathname.split('/');
  return [...parts.slice(0, -1), outbox.currentId(decodeURIComponent(parts.at(-1) ?? ''))].join('/');
}
