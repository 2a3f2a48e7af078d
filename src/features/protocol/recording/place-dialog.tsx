import { type FormEvent, useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { formatTimecode } from '#src/format/index.ts';
import { ChoiceStrip, ConfirmDialog, FormDialog } from '#src/ui/index.ts';
import styles from './parts-dialog.module.css';

/** Where another recording goes: after those that are there, or in the place of the first. */
export type RecordingPlace = 'next' | 'instead';

interface PlaceDialogProps {
  protocol: Pick<Protocol, 'stage' | 'video' | 'recordings'>;
  file: File;
  onChoose: (place: RecordingPlace) => void;
  onClose: () => void;
}

/** Asks what becomes of a recording where the protocol has one: nothing is replaced without a clear «да». */
export function PlaceDialog({ protocol: { stage, video, recordings }, file, onChoose, onClose }: PlaceDialogProps) {
  const [place, setPlace] = useState<RecordingPlace>(stage === 'error_video_process' ? 'instead' : 'next');
  const [isSure, ask] = useState(false);
  const count = recordings?.length ?? 1;
  const length = typeof video?.duration === 'number' ? `, ${formatTimecode(video.duration)}` : '';
  const replaced = `${video?.name ? `«${video.name}»` : 'нынешняя запись'}${length}`;
  const choices = [
    { value: 'next', title: 'Следующей частью' },
    { value: 'instead', title: count > 1 ? 'Вместо первой' : 'Вместо нынешней' },
  ] as const;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (place === 'instead') ask(true);
    else onChoose(place);
  };
  return (
    <FormDialog
      title="Куда добавить запись"
      submit={place === 'next' ? 'Добавить запись' : 'Заменить запись…'}
      busy={false}
      dirty={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.facts}>{file.name}</p>
      <ChoiceStrip label="Куда добавить запись" choices={choices} value={place} onChange={setPlace} />
      <p role="status">
        {place === 'next'
          ? `Запись станет частью ${count + 1} этой встречи: со своей обработкой и расшифровкой. Прежние останутся как есть.`
          : `Запись займёт место прежней: ${replaced}.${count > 1 ? ' Остальные части останутся.' : ''}`}
      </p>
      {isSure ? (
        <ConfirmDialog
          title="Заменить запись?"
          confirm="Заменить запись"
          danger
          onConfirm={() => onChoose('instead')}
          onCancel={() => ask(false)}
        >
          Когда новая запись загрузится, с сервера исчезнут прежняя ({replaced}) и распознанная по ней расшифровка.
          Моменты вопросов и поручений останутся на своих секундах, уже новой записи. Вернуть прежнюю будет нельзя.
        </ConfirmDialog>
      ) : null}
    </FormDialog>
  );
}
