import { useMutation, useQueryClient } from '@tanstack/react-query';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Trash2 from 'lucide-react/icons/trash-2';
import { type FormEvent, useRef, useState } from 'react';
import { calls } from '#contract/calls.ts';
import type { Protocol, Recording } from '#contract/protocol.ts';
import { longestPause, startsOf } from '#contract/recording.ts';
import { refreshRecordings } from '#src/data/protocol/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { formatTimecode } from '#src/format/index.ts';
import { ApiError, api, errorWords } from '#src/sync/index.ts';
import { ConfirmDialog, FieldRow, FormDialog, focusWhenLost, IconButton, layout, TextField } from '#src/ui/index.ts';
import { partName } from '../playback/recordings.ts';
import { readPause } from './part-pause.ts';
import styles from './parts-dialog.module.css';
import { changeOf, type PartRow, rowOf, withFresh } from './parts-rows.ts';

interface PartsDialogProps {
  protocol: Pick<Protocol, 'id'>;
  recordings: readonly Recording[];
  onClose: () => void;
}

/** The order of the recordings, what they are called, and the breaks between them; a part is deleted. */
export function PartsDialog({ protocol: { id }, recordings, onClose }: PartsDialogProps) {
  const client = useQueryClient();
  const offlineNote = useOfflineNote();
  const [before, setBefore] = useState(() => recordings.map(rowOf));
  const [rows, setRows] = useState(before);
  const [isTouched, setTouched] = useState(false);
  const [deleting, setDeleting] = useState<PartRow>();
  const list = useRef<HTMLOListElement>(null);
  const starts = startsOf(rows.map(({ pause, ...row }) => ({ ...row, pause: readPause(pause) ?? 0 })));
  const errorOf = ({ pause }: PartRow, index: number) => {
    if (!isTouched || index === 0) return undefined;
    const seconds = readPause(pause);
    if (seconds === undefined) return 'Напишите, сколько длился перерыв: 15:00 или 1:15:00';
    return seconds > longestPause ? 'Перерыв не длиннее недели' : undefined;
  };
  const isDirty = JSON.stringify(rows) !== JSON.stringify(before);

  /** What another device or an upload has changed meanwhile is shown beside what was typed here. */
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
      for (const row of rows) {
        const was = before.find((each) => each.id === row.id);
        const body = changeOf(row, was);
        if (body) reply = await api(calls.updateRecording, { params: { id, recordingId: row.id }, body });
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
    onSuccess: async (_reply, row) => {
      await refreshRecordings(client, id);
      const others = (all: PartRow[]) => all.filter((each) => each.id !== row.id);
      setBefore(others);
      setRows(others);
      if (rows.length <= 2) onClose();
      else focusWhenLost(() => list.current?.querySelector('input'));
    },
    onError: catchUp,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    const isWrong = ({ pause }: PartRow, index: number) =>
      index > 0 && !((readPause(pause) ?? Infinity) <= longestPause);
    if (!rows.some(isWrong)) save.mutate();
  };
  const change = (row: PartRow, to: Partial<PartRow>) =>
    setRows((all) => all.map((each) => (each.id === row.id ? { ...each, ...to } : each)));
  const move = (index: number, by: 1 | -1) => {
    setRows((all) => {
      const moved = all[index];
      return moved ? all.toSpliced(index, 1).toSpliced(index + by, 0, moved) : all;
    });
    // The other direction may still be possible where this one is not any more.
    focusWhenLost(() => {
      const item = list.current?.children[index + by];
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
        {rows.map((row, index) => (
          <li key={row.id} className={styles.row}>
            <div className={styles.head}>
              <p className={styles.facts}>
                {index + 1}. {factsOf(row, starts[index] ?? 0)}
              </p>
              <IconButton
                size="small"
                data-move=""
                icon={ArrowUp}
                label={`${nameOf(row, index)}: раньше`}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <IconButton
                size="small"
                data-move=""
                icon={ArrowDown}
                label={`${nameOf(row, index)}: позже`}
                disabled={index === rows.length - 1}
                onClick={() => move(index, 1)}
              />
              {row.is_first ? null : (
                <IconButton
                  size="small"
                  icon={Trash2}
                  label={`${nameOf(row, index)}: удалить`}
                  onClick={() => setDeleting(row)}
                />
              )}
            </div>
            <FieldRow>
              <TextField
                label="Название"
                placeholder={`Часть ${index + 1}`}
                maxLength={200}
                value={row.title}
                onChange={({ currentTarget }) => change(row, { title: currentTarget.value })}
              />
              {index > 0 ? (
                <TextField
                  label="Перерыв перед ней"
                  placeholder="без перерыва"
                  maxLength={9}
                  value={row.pause}
                  error={errorOf(row, index)}
                  onChange={({ currentTarget }) => change(row, { pause: currentTarget.value })}
                />
              ) : null}
            </FieldRow>
          </li>
        ))}
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
              «{partName(deleting, rows.indexOf(deleting))}»
              {deleting.video?.name ? `, файл «${deleting.video.name}»` : ''} исчезнет с сервера вместе с расшифровкой,
              и с правками в ней. Вернуть её будет нельзя.
            </>
          )}
        </ConfirmDialog>
      ) : null}
    </FormDialog>
  );
}

function nameOf(row: PartRow, index: number): string {
  return partName(row, index);
}

/** «Совещание.mp4 · 41:10 · с 56:10 встречи». */
function factsOf({ video }: PartRow, start: number): string {
  const length = typeof video?.duration === 'number' ? formatTimecode(video.duration) : undefined;
  return [video?.name, length, start > 0 ? `с\u00A0${formatTimecode(start)} встречи` : 'начало встречи']
    .filter(Boolean)
    .join(' · ');
}
