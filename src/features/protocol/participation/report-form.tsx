import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { attachedFiles } from '#contract/attached-file.ts';
import { requiredText } from '#contract/common.ts';
import { longestReport } from '#contract/tasks/report.ts';
import { type NewReport, ownTaskTitle, reportTask } from '#src/data/participation/index.ts';
import { mutationWords, queuedWords } from '#src/data/queued/index.ts';
import { FileList, FilesButton, usePickedFiles } from '#src/features/files/index.ts';
import { counted, formatBytes } from '#src/format/index.ts';
import {
  ApiError,
  errorWords,
  mutate,
  type OutboxRow,
  resolveMutation,
  useOpenForm,
  variablesOf,
} from '#src/sync/index.ts';
import { FormDialog, IconButton, TextArea } from '#src/ui/index.ts';
import styles from './participation.module.css';

const reportForm = z.object({ text: requiredText(longestReport) });

export interface ReportFormProps {
  /** Distinguishes one form from another. */
  of?: string;
  task: NewReport['task'];
  /** Refused report that is sent again in a changed form. */
  resolves?: OutboxRow;
  onClose: (told?: string) => void;
}

/**
 * «Исполнено»: form of a report with files, for the secretary to confirm. Without a connection it waits on the device.
 */
export function ReportForm({ task, resolves, onClose }: ReportFormProps) {
  const before = resolves && variablesOf(reportTask, resolves);
  const [id] = useState(() => before?.id ?? uuidv7());
  const [files, setFiles] = useState<File[]>(() => [...(before?.files ?? [])]);
  const picked = usePickedFiles(files, setFiles);
  const open = useOpenForm();
  const { formState, handleSubmit, register, setFocus } = useForm({
    resolver: zodResolver(reportForm),
    defaultValues: { text: before?.text ?? '' },
  });
  useEffect(() => setFocus('text'), [setFocus]);
  const send = useMutation({
    mutationFn: async ({ text }: z.output<typeof reportForm>) => {
      const report: NewReport = { id, task, text, files, writtenAt: Date.now() };
      if (!resolves) return (await mutate(reportTask, report, { form: open })).kept;
      await resolveMutation(reportTask, resolves, report);
      return true;
    },
    onSuccess: (isKept) => onClose(isKept ? queuedWords : 'Отчёт отправлен и ждёт подтверждения'),
  });
  const fault = send.error instanceof ApiError ? send.error.fields.files : undefined;
  const wrong = [...picked.refused, fault].filter(Boolean).join(' ');
  return (
    <FormDialog
      title="Исполнено"
      submit="Отправить секретарю"
      busy={send.isPending}
      dirty={formState.isDirty || files.length > (before?.files.length ?? 0)}
      failure={
        send.error
          ? `Отчёт не отправлен. ${errorWords(send.error).words}`
          : resolves?.fault
            ? mutationWords(resolves, { online: true, now: 0 })
            : undefined
      }
      onClose={() => onClose()}
      onSubmit={handleSubmit((values) => {
        if (!send.isPending) send.mutate(values);
      })}
    >
      <p dir="auto" className={styles.about}>
        {ownTaskTitle(task)}
      </p>
      <TextArea
        label="Что сделано"
        aria-required
        rows={4}
        hint="Секретарь прочтёт это и подтвердит исполнение или вернёт с замечанием"
        error={formState.errors.text?.message}
        {...register('text')}
      />
      <fieldset className={styles.files} {...picked.zone}>
        <legend>Файлы</legend>
        {files.length > 0 ? (
          <FileList
            label="Файлы отчёта"
            files={files.map((file) => ({
              key: `${file.name} ${file.size} ${file.lastModified}`,
              name: file.name,
              size: file.size,
              aside: (
                <IconButton
                  icon={X}
                  size="small"
                  label={`Не добавлять: ${file.name}`}
                  onClick={() => setFiles(files.filter((each) => each !== file))}
                />
              ),
            }))}
          />
        ) : null}
        <div className={styles.pick}>
          <FilesButton label="Добавить файлы" field="Файлы" onPick={(chosen) => void picked.pick(chosen)} />
          <span className={styles.note}>
            До {counted(attachedFiles.most, 'файла', 'файлов', 'файлов')}, каждый не больше{' '}
            {formatBytes(attachedFiles.maxBytes)}.
          </span>
        </div>
        <div role="alert">{wrong ? <p className={styles.failure}>{wrong}</p> : null}</div>
      </fieldset>
    </FormDialog>
  );
}
