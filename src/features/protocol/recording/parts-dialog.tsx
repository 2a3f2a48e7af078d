import { useMutation, useQueryClient } from '@tanstack/react-query';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Trash2 from 'lucide-react/icons/trash-2';
import { type FormEvent, useRef, useState } from 'react';
import { namedAmong } from '#contract/bodies/member.ts';
import { calls } from '#contract/calls.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Recording, RecordingUpdate } from '#contract/recordings/recording.ts';
import { besideEachOther, startsOf } from '#contract/recordings/timeline.ts';
import { refreshRecordings } from '#src/data/protocol/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { formatTimecode } from '#src/format/index.ts';
import { ApiError, api, errorWords } from '#src/sync/index.ts';
import { ConfirmDialog, classNames, FormDialog, focusWhenLost, IconButton, layout } from '#src/ui/index.ts';
import { partName } from '../playback/recordings.ts';
import { PartFields } from './part-fields.tsx';
import styles from './parts-dialog.module.css';
import { changeOf, faultOf, type PartRow, placedAs, putRow, rowOf, withFresh } from './parts-rows.ts';

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
  const client = useQueryClient();
  const offlineNote = useOfflineNote();
  const { recordingsBeside } = useOffers();
  const [before, setBefore] = useState(() => recordings.map(rowOf));
  const [rows, setRows] = useState(before);
  const [isTouched, setTouched] = useState(false);
  const [deleting, setDeleting] = useState<PartRow>();
  const list = useRef<HTMLOListElement>(null);
  const starts = startsOf(rows.map(placedAs));
  const groups = besideEachOther(rows);
  const names = namedAmong(members).map(({ name }) => name);
  const isDirty = JSON.stringify(rows) !== JSON.stringify(before);

  /** Shows what another device or an upload changed meanwhile, keeping what was typed here. */
  const catchUp = async (error: Error) => {
    if (!(error instanceof ApiError)) return;
    const recordings = await api(calls.listRecordings, { params: { id } }).catch(() => undefined);
    if (!recordings) return;
    const fresh = recordings.map(rowOf);
    setRows((typed) => withFresh(typed, before, fresh));
    setBefore(fresh);
  };

  const save = useMutation({
    mutationFn: async () => {
      let reply: Recording[] | undefined;
      const order = rows.map((row) => row.id);
      if (order.join() !== before.map((row) => row.id).join()) {
        reply = await api(calls.orderRecordings, { params: { id }, body: { order } });
      }
      const changes = rows.flatMap((row) => {
        const body = changeOf(
          row,
          before.find((each) => each.id === row.id),
        );
        return body ? [{ recordingId: row.id, body }] : [];
      });
      // Recordings that become independent are sent first: others may be placed beside them.
      for (const { recordingId, body } of changes.toSorted((one, other) => rankOf(one.body) - rankOf(other.body))) {
        reply = await api(calls.updateRecording, { params: { id, recordingId }, body });
      }
      return reply;
    },
    onSuccess: async (reply) => {
      if (reply) await refreshRecordings(client, id);
      onClose();
    },
    onError: catchUp,
  });
  const remove = useMutation({
    mutationFn: (row: PartRow) => api(calls.deleteRecording, { params: { id, recordingId: row.id } }),
    onSuccess: async (reply) => {
      await refreshRecordings(client, id);
      const fresh = reply.map(rowOf);
      setRows((typed) => withFresh(typed, before, fresh));
      setBefore(fresh);
      if (rows.length <= 2) onClose();
      else focusWhenLost(() => list.current?.querySelector('input'));
    },
    onError: catchUp,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (!rows.some((row) => faultOf(row, rows))) save.mutate();
  };
  const change = (row: PartRow, to: Partial<PartRow>) =>
    setRows((all) => all.map((each) => (each.id === row.id ? { ...each, ...to } : each)));
  /** Moves a recording together with its simultaneous ones. */
  const move = (row: PartRow, by: 1 | -1) => {
    setRows((all) => {
      const now = besideEachOther(all);
      const index = now.findIndex(([lead]) => lead?.id === row.id);
      const moved = now[index];
      return (moved ? now.toSpliced(index, 1).toSpliced(index + by, 0, moved) : now).flat();
    });
    // Moving in the other direction may still be possible when this one is not.
    focusWhenLost(() => {
      const item = list.current?.querySelector(`[data-part="${CSS.escape(row.id)}"]`);
      const buttons = item?.querySelectorAll<HTMLButtonElement>('button[data-move]:not(:disabled)');
      return buttons?.[by > 0 ? buttons.length - 1 : 0];
    });
  };
  const failure = save.error ?? remove.error;
  return (
    <FormDialog
      title="Части записи"
      submit="Сохранить"
      busy={save.isPending || remove.isPending}
      dirty={isDirty}
      blockedBy={offlineNote ?? null}
      failure={failure ? errorWords(failure).words : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <ol ref={list} className={layout.stack(4)}>
        {rows.map((row, index) => {
          const name = partName(row, rows);
          const place = groups.findIndex(([lead]) => lead?.id === row.id);
          return (
            <li key={row.id} data-part={row.id} className={classNames(styles.row, row.beside_id && styles.beside)}>
              <div className={styles.head}>
                <p className={styles.facts}>
                  {place < 0 ? '' : `${place + 1}. `}
                  {factsOf(row, starts[index] ?? 0)}
                </p>
                {place < 0 ? null : (
                  <>
                    <IconButton
                      size="small"
                      data-move=""
                      icon={ArrowUp}
                      label={`${name}: раньше`}
                      disabled={place === 0}
                      onClick={() => move(row, -1)}
                    />
                    <IconButton
                      size="small"
                      data-move=""
                      icon={ArrowDown}
                      label={`${name}: позже`}
                      disabled={place === groups.length - 1}
                      onClick={() => move(row, 1)}
                    />
                  </>
                )}
                {row.is_first ? null : (
                  <IconButton size="small" icon={Trash2} label={`${name}: удалить`} onClick={() => setDeleting(row)} />
                )}
              </div>
              <PartFields
                row={row}
                rows={rows}
                mayLieBeside={recordingsBeside === true}
                names={names}
                fault={isTouched ? faultOf(row, rows) : undefined}
                onChange={(to) => change(row, to)}
                onPut={(besideId) => setRows((all) => putRow(all, row.id, besideId))}
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

function rankOf({ beside_id }: RecordingUpdate): number {
  return beside_id === null ? 0 : 1;
}

/** «Совещание.mp4 · 41:10 · с 56:10 встречи». */
function factsOf({ video }: PartRow, start: number): string {
  const length = typeof video?.duration === 'number' ? formatTimecode(video.duration) : undefined;
  return [video?.name, length, start > 0 ? `с\u00A0${formatTimecode(start)} встречи` : 'начало встречи']
    .filter(Boolean)
    .join(' · ');
}
