import Paperclip from 'lucide-react/icons/paperclip';
import X from 'lucide-react/icons/x';
import { type DragEvent, useId, useRef, useState } from 'react';
import { type Meeting, meetingFiles } from '#contract/meeting.ts';
import { fileState } from '#src/data/meeting/index.ts';
import { bareOffers, lastOffers } from '#src/data/provider/index.ts';
import { unsentWords } from '#src/data/queued/index.ts';
import { counted, formatBytes } from '#src/format/index.ts';
import { Button, classNames, IconButton, intoView } from '#src/ui/index.ts';
import { addFiles, type FilesValue } from '../base/chosen-files.ts';
import styles from '../base/file-list.module.css';
import { FileList, type ListedFile } from '../base/file-list.tsx';

type StoredFile = NonNullable<Meeting['files']>[number];

interface MeetingFilesFieldProps {
  stored: readonly StoredFile[];
  value: FilesValue;
  /** The server's error about the files. */
  error?: string | undefined;
  onChange: (value: FilesValue) => void;
  picked: Pick<ReturnType<typeof usePickedFiles>, 'refused' | 'isOver' | 'pick' | 'forget'>;
}

const { most, maxBytes } = meetingFiles.files;
const limits = `До ${counted(most, 'файла', 'файлов', 'файлов')} за раз, каждый не больше ${formatBytes(maxBytes)}. Их можно перетащить на форму.`;

/** The files of a meeting: those that are there, which may go, and new ones to come with the form. */
export function MeetingFilesField({ stored, value, error, onChange, picked }: MeetingFilesFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
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
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Файлы"
          onChange={(event) => {
            const chosen = [...(event.currentTarget.files ?? [])];
            // Emptied, so that picking the same file again is a change too.
            event.currentTarget.value = '';
            void picked.pick(chosen);
          }}
        />
        <Button
          ref={button}
          icon={Paperclip}
          aria-describedby={words ? `${id}-error` : `${id}-hint`}
          onClick={() => input.current?.click()}
        >
          Добавить файлы
        </Button>
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

/** Files that are picked, or dropped anywhere on a form: what is not taken is said, the rest is added. */
export function usePickedFiles(value: FilesValue, onChange: (value: FilesValue) => void) {
  const [refused, setRefused] = useState<string[]>([]);
  const [isOver, setOver] = useState(false);
  const pick = async (picked: readonly File[]) => {
    const { namedFileKinds } = await lastOffers().catch(() => bareOffers);
    const result = addFiles(value.added, picked, namedFileKinds);
    setRefused(result.refused);
    onChange({ ...value, added: result.files });
  };
  const hold = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Else the browser would open it in the place of the app.
    event.preventDefault();
    setOver(false);
    void pick([...event.dataTransfer.files]);
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  return {
    refused,
    isOver,
    pick,
    forget: () => setRefused([]),
    zone: { onDragEnter: hold, onDragOver: hold, onDragLeave: leave, onDrop: drop },
  };
}
