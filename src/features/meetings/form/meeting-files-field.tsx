import X from 'lucide-react/icons/x';
import { useId, useRef } from 'react';
import { attachedFiles } from '#contract/attached-file.ts';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { fileState } from '#src/data/meeting/index.ts';
import { unsentWords } from '#src/data/queued/index.ts';
import { FileList, FilesButton, type ListedFile, type PickedFiles } from '#src/features/files/index.ts';
import { counted, formatBytes } from '#src/format/index.ts';
import { Button, classNames, IconButton, intoView } from '#src/ui/index.ts';
import type { FilesValue } from '../base/meeting-form-values.ts';
import styles from './meeting-files-field.module.css';

type StoredFile = NonNullable<Meeting['files']>[number];

interface MeetingFilesFieldProps {
  stored: readonly StoredFile[];
  value: FilesValue;
  /** The server's error about the files. */
  error?: string | undefined;
  onChange: (value: FilesValue) => void;
  picked: Pick<PickedFiles, 'refused' | 'isOver' | 'pick' | 'forget'>;
}

const { most, maxBytes } = attachedFiles;
const limits = `До ${counted(most, 'файла', 'файлов', 'файлов')} за раз, каждый не больше ${formatBytes(maxBytes)}. Их можно перетащить на форму.`;

/** Files of a meeting: the stored ones, which can be removed, and new ones to be uploaded with the form. */
export function MeetingFilesField({ stored, value, error, onChange, picked }: MeetingFilesFieldProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { added, removedIds } = value;
  const words = [...picked.refused, error].filter(Boolean).join(' ');

  const drop = (file: File) => {
    picked.forget();
    onChange({ ...value, added: added.filter((one) => one !== file) });
    button.current?.focus();
  };
  const toggle = (fileId: string) => {
    const rest = removedIds.filter((one) => one !== fileId);
    onChange({ ...value, removedIds: rest.length < removedIds.length ? rest : [...removedIds, fileId] });
  };

  const kept = stored.map((file): ListedFile => {
    const name = file.name || 'Файл без названия';
    const state = fileState(file);
    if (state) return { key: `unsent ${file.id}`, name, size: file.size, aside: unsentWords(state) };
    const gone = removedIds.includes(file.id);
    const aside = removalButton(name, gone, () => toggle(file.id));
    return { key: `stored ${file.id}`, name, size: file.size, url: file.url, struck: gone, aside };
  });
  const fresh = added.map((file): ListedFile => {
    const { name, size, lastModified } = file;
    return { key: `new ${name} ${size} ${lastModified}`, name, size, aside: dropButton(name, () => drop(file)) };
  });

  return (
    <fieldset
      className={classNames(styles.field, picked.isOver && styles.over)}
      aria-describedby={words ? `${id}-error` : `${id}-hint`}
    >
      <legend>Файлы</legend>
      {kept.length + fresh.length > 0 ? <FileList label="Файлы встречи" files={[...kept, ...fresh]} /> : null}
      <div className={styles.pick}>
        <FilesButton
          ref={button}
          label="Добавить файлы"
          field="Файлы"
          aria-describedby={words ? `${id}-error` : `${id}-hint`}
          onPick={(files) => void picked.pick(files)}
        />
        <span id={`${id}-hint`} className={styles.hint}>
          {limits}
        </span>
      </div>
      {words ? (
        <p key={words} ref={intoView} id={`${id}-error`} className={styles.error} role="alert">
          {words}
        </p>
      ) : null}
    </fieldset>
  );
}

function removalButton(name: string, gone: boolean, onClick: () => void) {
  const verb = gone ? 'Вернуть' : 'Убрать';
  return (
    <Button variant="quiet" size="small" aria-label={`${verb}: ${name}`} onClick={onClick}>
      {verb}
    </Button>
  );
}

function dropButton(name: string, onClick: () => void) {
  return <IconButton icon={X} size="small" label={`Не добавлять: ${name}`} onClick={onClick} />;
}
