import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Trash2 from 'lucide-react/icons/trash-2';
import { type FormEvent, useState } from 'react';
import { namedAmong } from '#contract/bodies/member.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Recording } from '#contract/recordings/recording.ts';
import { besideEachOther, startsOf } from '#contract/recordings/timeline.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { formatTimecode } from '#src/format/index.ts';
import { errorWords } from '#src/sync/index.ts';
import { ConfirmDialog, classNames, FormDialog, IconButton, layout } from '#src/ui/index.ts';
import { partName } from '../playback/recordings.ts';
import { PartFields } from './part-fields.tsx';
import styles from './parts-dialog.module.css';
import { faultOf, type PartRow, placedAs } from './parts-rows.ts';
import { usePartRows } from './use-part-rows.ts';

interface PartsDialogProps {
  protocol: Pick<Protocol, 'id' | 'members'>;
  recordings: readonly Recording[];
  onClose: () => void;
}

/**
 * Dialog for the order of the recordings, their names, the breaks between them, and which were simultaneous; it also
 * deletes parts.
 */
export function PartsDialog({ protocol: { id, members }, recordings, onClose }: PartsDialogProps) {
  const offlineNote = useOfflineNote();
  const { recordingsBeside } = useOffers();
  const parts = usePartRows(id, recordings, onClose);
  const { rows, save, remove } = parts;
  const [isTouched, setTouched] = useState(false);
  const [deleting, setDeleting] = useState<PartRow>();
  const starts = startsOf(rows.map(placedAs));
  const groups = besideEachOther(rows);
  const names = namedAmong(members).map(({ name }) => name);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (!rows.some((row) => faultOf(row, rows))) save.mutate();
  };
  const failure = save.error ?? remove.error;
  return (
    <FormDialog
      title="Части записи"
      submit="Сохранить"
      busy={save.isPending || remove.isPending}
      dirty={parts.isDirty}
      blockedBy={offlineNote ?? null}
      failure={failure ? errorWords(failure).words : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <ol ref={parts.list} className={layout.stack(4)}>
        {rows.map((row, index) => {
          const name = partName(row, rows);
          const place = groups.findIndex(([lead]) => lead?.id === row.id);
          return (
            <li key={row.id} data-part={row.id} className={classNames(styles.row, row.beside_id && styles.beside)}>
              <PartHead
                name={name}
                facts={`${place < 0 ? '' : `${place + 1}. `}${factsOf(row, starts[index] ?? 0)}`}
                isMovable={place >= 0}
                isFirst={place === 0}
                isLast={place === groups.length - 1}
                onMove={(by) => parts.move(row, by)}
                onDelete={row.is_first ? undefined : () => setDeleting(row)}
              />
              <PartFields
                row={row}
                rows={rows}
                mayLieBeside={recordingsBeside === true}
                names={names}
                fault={isTouched ? faultOf(row, rows) : undefined}
                onChange={(to) => parts.change(row, to)}
                onPut={(besideId) => parts.put(row, besideId)}
              />
            </li>
          );
        })}
      </ol>
      {deleting ? (
        <ConfirmDialog
          title="Удалить часть записи?"
          confirm="Удалить часть"
          danger
          onConfirm={() => {
            if (!offlineNote) remove.mutate(deleting);
            setDeleting(undefined);
          }}
          onCancel={() => setDeleting(undefined)}
        >
          {offlineNote ?? (
            <>
              «{partName(deleting, rows)}»{deleting.video?.name ? `, файл «${deleting.video.name}»` : ''} исчезнет с
              сервера вместе с расшифровкой, и с правками в ней. Вернуть её будет нельзя.
            </>
          )}
        </ConfirmDialog>
      ) : null}
    </FormDialog>
  );
}

interface PartHeadProps {
  name: string;
  facts: string;
  /** A recording that lies beside another one moves with it. */
  isMovable: boolean;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  /** The first recording of a protocol cannot be deleted as a part. */
  onDelete: (() => void) | undefined;
}

function PartHead({ name, facts, isMovable, isFirst, isLast, onMove, onDelete }: PartHeadProps) {
  return (
    <div className={styles.head}>
      <p className={styles.facts}>{facts}</p>
      {isMovable ? (
        <>
          <IconButton
            size="small"
            data-move=""
            icon={ArrowUp}
            label={`${name}: раньше`}
            disabled={isFirst}
            onClick={() => onMove(-1)}
          />
          <IconButton
            size="small"
            data-move=""
            icon={ArrowDown}
            label={`${name}: позже`}
            disabled={isLast}
            onClick={() => onMove(1)}
          />
        </>
      ) : null}
      {onDelete ? <IconButton size="small" icon={Trash2} label={`${name}: удалить`} onClick={onDelete} /> : null}
    </div>
  );
}

/** «Совещание.mp4 · 41:10 · с 56:10 встречи». */
function factsOf({ video }: PartRow, start: number): string {
  const length = typeof video?.duration === 'number' ? formatTimecode(video.duration) : undefined;
  return [video?.name, length, start > 0 ? `с\u00A0${formatTimecode(start)} встречи` : 'начало встречи']
    .filter(Boolean)
    .join(' · ');
}
