import { useMutation, useQueryClient } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useId, useState } from 'react';
import type { ImportVerdict } from '#contract/identity/people-import.ts';
import { importPeople, previewImport } from '#src/data/person/index.ts';
import { isMailConnected, storedMailsWords } from '#src/data/provider/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { counted, csvOf, formatNumber, isolated } from '#src/format/index.ts';
import { errorWords } from '#src/sync/index.ts';
import { Button, FileButton, FormDialog, layout, Spinner, saveFile, showToast, Tick } from '#src/ui/index.ts';
import styles from './import-dialog.module.css';
import { ImportPreview } from './import-preview.tsx';
import { type PeopleTable, readPeople } from './read-people.ts';
import { TableProblem } from './read-table.ts';

/** A table that was read, with the server's verdict on each row. */
interface Checked extends PeopleTable {
  fileName: string;
  verdicts: ImportVerdict[];
}

/** Adds many people at once from CSV or XLSX; shows the outcome of each row before anything is done. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const offlineNote = useOfflineNote();
  const client = useQueryClient();
  const note = useId();
  const [invites, setInvites] = useState(true);
  const check = useMutation({
    mutationFn: async (file: File): Promise<Checked> => {
      const table = await readPeople(file);
      return { fileName: file.name, ...table, verdicts: await previewImport(table.rows) };
    },
  });
  const add = useMutation({
    mutationFn: ({ rows }: Checked) => importPeople(rows, invites),
    onSuccess: async ({ added, refused }) => {
      const isStored = invites && added > 0 && !(await isMailConnected());
      const invited = invites ? 'Приглашения уходят на почту' : 'Приглашения не отправлялись';
      showToast(`Добавлено: ${counted(added, 'человек', 'человека', 'человек')}`, {
        detail: [
          isStored ? storedMailsWords : invited,
          refused.length > 0 && `не добавлено строк: ${formatNumber(refused.length)}`,
        ]
          .filter(Boolean)
          .join('; '),
        tone: isStored || refused.length > 0 ? 'warn' : 'ok',
      });
      onClose();
    },
    // Also where not all were added.
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
  const close = () => {
    // An import whose answer was lost may have gone on.
    if (add.isError) void client.invalidateQueries({ queryKey: ['users'] });
    onClose();
  };
  const checked = check.data;
  const count = checked?.verdicts.filter(({ action }) => action === 'add').length ?? 0;
  const missing = !checked ? 'Выберите файл' : count === 0 ? 'В таблице нет никого, кого можно добавить' : null;

  return (
    <FormDialog
      title="Люди из таблицы"
      submit={count > 0 ? `Добавить ${counted(count, 'человека', 'человек', 'человек')}` : 'Добавить'}
      busy={add.isPending}
      blockedBy={offlineNote ?? missing}
      dirty={false}
      failure={add.error ? failureOf(add.error) : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (checked && !add.isPending) add.mutate(checked);
      }}
      onClose={close}
      wide={checked !== undefined}
    >
      <p id={note}>
        Таблица CSV или XLSX: в первой строке названия столбцов, обязательны «ФИО» и «E-mail». Без роли человек станет
        внешним участником. Кто уже есть, останется как есть.
      </p>
      <div className={layout.centredRow(2)}>
        <FileButton
          label={checked ? 'Выбрать другой файл' : 'Выбрать файл'}
          accept=".csv,.xlsx,.txt"
          describedBy={note}
          disabled={add.isPending}
          onPick={(file) => check.mutate(file)}
        />
        <Button variant="quiet" icon={Download} onClick={saveSample}>
          Скачать образец
        </Button>
      </div>
      <div role="alert">
        {check.error ? <p className={styles.failure}>Файл не подошёл. {problemOf(check.error)}</p> : null}
      </div>
      {check.isPending ? <Spinner /> : null}
      {checked && !check.isPending ? (
        <>
          <p className={styles.file}>{isolated(checked.fileName)}</p>
          <ImportPreview {...checked} />
          <Tick checked={invites} onChange={({ currentTarget }) => setInvites(currentTarget.checked)}>
            Отправить каждому новому приглашение на почту
          </Tick>
        </>
      ) : null}
    </FormDialog>
  );
}

function problemOf(error: unknown): string {
  return error instanceof TableProblem ? error.message : errorWords(error).words;
}

function failureOf(error: unknown): string {
  return `Добавлены не все. ${errorWords(error).words} Нажмите ещё раз: кто уже добавлен, второй раз не появится.`;
}

function saveSample(): void {
  const heads = ['ФИО', 'E-mail', 'Роль', 'Руководитель', 'Должность', 'Организация', 'Телефон'];
  const rows = [
    ['Котов Илья Львович', 'kotov@example.ru', 'руководитель', '', 'Начальник отдела', '', ''],
    [
      'Петрова Анна Сергеевна',
      'petrova@example.ru',
      'секретарь',
      'kotov@example.ru',
      'Специалист',
      '',
      '8 495 000-00-00',
    ],
  ];
  saveFile(new Blob([csvOf(heads, rows)], { type: 'text/csv' }), 'Люди.csv');
}
