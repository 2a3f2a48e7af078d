import { unreadName, usePeopleNames } from '#src/data/person/index.ts';
import { counted } from '#src/format/index.ts';
import { useOnline } from '#src/sync/index.ts';
import styles from '../base/meeting-dialog.module.css';

/** Who takes part, by name; without a line those whose names were never read are only counted. */
export function ParticipantList({ ids }: { ids: string[] }) {
  const names = usePeopleNames(ids);
  const online = useOnline();
  const shown = online ? ids : ids.filter((id) => names.has(id));
  const unread = ids.length - shown.length;
  return (
    <ul>
      {shown.map((id) => (
        <li key={id} dir="auto">
          {names.get(id) ?? unreadName(id)}
        </li>
      ))}
      {unread > 0 ? <li className={styles.plain}>{unreadWords(unread, shown.length > 0)}</li> : null}
    </ul>
  );
}

function unreadWords(count: number, isRest: boolean): string {
  const people = counted(count, 'участник', 'участника', 'участников');
  if (!isRest) return `${people}, ${count === 1 ? 'имени' : 'имён'} на устройстве нет`;
  return `и ещё ${people}, ${count === 1 ? 'имени которого' : 'имён которых'} на устройстве нет`;
}
