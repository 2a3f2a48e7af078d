import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { calls } from '#contract/calls.ts';
import { type Template, templateFile } from '#contract/documents/template.ts';
import { templatesQuery } from '#src/data/protocol/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { formatBytes } from '#src/format/index.ts';
import { ApiError, api, errorWords } from '#src/sync/index.ts';
import { FileButton, FormDialog, fieldStyles as field, layout, showToast, TextField } from '#src/ui/index.ts';

const { maxBytes } = templateFile.file;
const accept = '.docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Dialog for a new template, or a new name or file of one; errors in the file are shown at its field, line by line. */
export function TemplateDialog({ template, onClose }: { template?: Template; onClose: () => void }) {
  const client = useQueryClient();
  const offlineNote = useOfflineNote();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(template?.name ?? '');
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [isNameless, setNameless] = useState(false);
  const nameInput = useRef<HTMLInputElement>(null);
  const key = useRef(uuidv7());

  const save = useMutation({
    mutationFn: () => {
      const form = new FormData();
      if (name.trim()) form.set('name', name.trim());
      if (file) form.set('file', file);
      const idempotencyKey = key.current;
      return template
        ? api(calls.updateTemplate, { params: { id: template.id }, form, idempotencyKey })
        : api(calls.createTemplate, { form, idempotencyKey });
    },
    onSuccess: (saved) => {
      showToast(template ? 'Шаблон изменён' : 'Шаблон добавлен', { detail: saved.name, tone: 'ok' });
      void client.invalidateQueries({ queryKey: templatesQuery().queryKey });
      onClose();
    },
    onError: (error) => {
      // After a lost answer the outcome is unknown, so the same request is repeated under the same key.
      if (!(error instanceof ApiError)) return;
      key.current = uuidv7();
      if (!error.fields.file) return;
      setProblem(error.fields.file);
      input.current?.focus();
    },
  });
  const change = (what: () => void) => {
    key.current = uuidv7();
    save.reset();
    what();
  };
  const choose = (chosen: File) =>
    change(() => {
      setProblem(chosen.size > maxBytes ? tooLarge(chosen) : undefined);
      setFile(chosen.size > maxBytes ? undefined : chosen);
    });
  const isChanged = file !== undefined || name.trim() !== (template?.name ?? '');
  const submit = () => {
    if (save.isPending) return;
    if (template && name.trim() === '') {
      setNameless(true);
      nameInput.current?.focus();
      return;
    }
    if (!isChanged && template) return onClose();
    if (template || file) return save.mutate();
    setProblem((now) => now ?? 'Выберите файл');
    input.current?.focus();
  };
  const errors = save.error instanceof ApiError ? save.error.fields : {};
  const isAtField = Boolean(errors.file ?? errors.name);
  return (
    <FormDialog
      title={template ? 'Изменить шаблон' : 'Новый шаблон DOCX'}
      submit={template ? 'Сохранить' : 'Добавить'}
      busy={save.isPending}
      dirty={isChanged}
      blockedBy={offlineNote}
      failure={save.error && !isAtField ? `Не сохранено. ${errorWords(save.error).words}` : undefined}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label="Название"
        autoComplete="off"
        hint={template ? undefined : 'Если не указать, как у файла'}
        ref={nameInput}
        value={name}
        error={isNameless ? 'Укажите название' : errors.name}
        onChange={({ currentTarget }) =>
          change(() => {
            setNameless(false);
            setName(currentTarget.value);
          })
        }
      />
      <div className={layout.stack(1)}>
        <div className={layout.centredRow(2)}>
          <FileButton
            label={template ? 'Выбрать другой файл' : 'Выбрать файл'}
            accept={accept}
            inputRef={input}
            describedBy={problem ? `${id}-problem ${id}-hint` : `${id}-hint`}
            invalid={problem !== undefined}
            disabled={save.isPending}
            onPick={choose}
          />
          <span>{file ? `${file.name}, ${formatBytes(file.size)}` : template?.file_name}</span>
        </div>
        <p id={`${id}-hint`} className={field.hint}>
          {template
            ? 'Новый файл будет у протоколов, которые ещё не подписаны. Подписанные версии не изменятся'
            : `Файл Word (DOCX) не больше ${formatBytes(maxBytes)}, без макросов`}
        </p>
        <div role="alert" id={`${id}-problem`} className={layout.stack(1)}>
          {problem?.split('\n').map((line) => (
            <p key={line} className={field.error}>
              {line}
            </p>
          ))}
        </div>
      </div>
    </FormDialog>
  );
}

function tooLarge({ name, size }: File): string {
  return `Файл «${name}» занимает ${formatBytes(size)}, а можно не больше ${formatBytes(maxBytes)}: уменьшите в нём картинки`;
}
