import { type FormEvent, useId, useState } from 'react';
import { namedAmong } from '#contract/bodies/member.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Recording } from '#contract/recordings/recording.ts';
import { counted, formatTimecode } from '#src/format/index.ts';
import { ChoiceStrip, ConfirmDialog, FormDialog, SelectField, TextField } from '#src/ui/index.ts';
import { groupName } from '../playback/recordings.ts';
import styles from './parts-dialog.module.css';
import { speakerOfFile } from './speaker-of-file.ts';

/** Place of another recording: after the existing ones, beside one of them, or instead of the first. */
export type RecordingPlace =
  | { at: 'next'; speaker?: string }
  | { at: 'instead' }
  | { at: 'beside'; besideId: string; speaker?: string };

interface PlaceDialogProps {
  protocol: Pick<Protocol, 'stage' | 'video' | 'recordings' | 'members'>;
  file: File;
  /** Number of files that will be asked about after this one. */
  others: number;
  /**
   * Recordings beside which it may be placed, stored or on their way; empty where the server has no simultaneous
   * recordings.
   */
  beside: readonly Pick<Recording, 'id' | 'title' | 'beside_id' | 'speaker'>[];
  /** Place of the file chosen together with this one and asked about before it. */
  before?: RecordingPlace['at'] | undefined;
  onChoose: (place: RecordingPlace) => void;
  onClose: () => void;
}

/** Asks for the place of a recording where the protocol already has one; nothing is replaced without a confirmation. */
export function PlaceDialog({ protocol, file, others, beside, before, onChoose, onClose }: PlaceDialogProps) {
  const { stage, video, recordings, members } = protocol;
  const names = useId();
  const [found] = useState(() => speakerOfFile(file.name, members));
  const leads = beside.filter(({ beside_id }) => !beside_id);
  // If simultaneous recordings exist already, another one is likely.
  const likeliest = beside.findLast(({ beside_id }) => beside_id)?.beside_id ?? leads.at(-1)?.id;
  const [besideId, lieBeside] = useState(likeliest);
  const [speaker, setSpeaker] = useState(found.speaker);
  const likely =
    stage === 'error_video_process' && video
      ? 'instead'
      : besideId && (found.isOwnFile || before === 'beside')
        ? 'beside'
        : 'next';
  const [place, setPlace] = useState<RecordingPlace['at']>(likely);
  const [isSure, ask] = useState(false);
  const count = recordings?.filter(({ beside_id }) => !beside_id).length ?? 1;
  const length = typeof video?.duration === 'number' ? `, ${formatTimecode(video.duration)}` : '';
  const replaced = `${video?.name ? `«${video.name}»` : 'нынешняя запись'}${length}`;
  const choices = [
    { value: 'next', title: 'Следующей частью' },
    ...(besideId ? [{ value: 'beside', title: 'На то же время' } as const] : []),
    ...(video ? [{ value: 'instead', title: count > 1 ? 'Вместо первой' : 'Вместо нынешней' } as const] : []),
  ] as const;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const own = speaker.trim();
    if (place === 'instead') ask(true);
    else if (place === 'next' || !besideId) onChoose({ at: 'next' });
    else onChoose({ at: 'beside', besideId, ...(own && { speaker: own }) });
  };
  return (
    <FormDialog
      title="Куда добавить запись"
      submit={place === 'instead' ? 'Заменить запись…' : 'Добавить запись'}
      busy={false}
      dirty={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.facts}>
        {file.name}
        {others > 0 ? ` · потом ещё ${counted(others, 'файл', 'файла', 'файлов')}` : ''}
      </p>
      <ChoiceStrip label="Куда добавить запись" choices={choices} value={place} onChange={setPlace} />
      <p role="status">
        {place === 'next'
          ? `Запись станет частью ${count + 1} этой встречи: со своей обработкой и расшифровкой. Прежние останутся как есть.`
          : place === 'instead'
            ? `Запись займёт место прежней: ${replaced}.${count > 1 ? ' Остальные части останутся.' : ''}`
            : 'Запись шла одновременно с той, что уже есть: второй телефон или отдельный файл одного говорящего. Строки расшифровок встанут вместе, по времени встречи.'}
      </p>
      {place === 'beside' ? (
        <>
          {leads.length > 1 ? (
            <SelectField
              label="Одновременно с какой частью"
              value={besideId}
              onChange={({ currentTarget }) => lieBeside(currentTarget.value)}
            >
              {leads.map((lead) => (
                <option key={lead.id} value={lead.id}>
                  {groupName(lead, beside)}
                </option>
              ))}
            </SelectField>
          ) : null}
          <TextField
            label="Чей голос в файле"
            placeholder="слышны все"
            hint="Если в файле говорит один человек, его имя встанет у каждой строки. Если началась она раньше или позже, это можно указать потом в «Частях записи»."
            list={names}
            maxLength={200}
            value={speaker}
            onChange={({ currentTarget }) => setSpeaker(currentTarget.value)}
          />
          <datalist id={names}>
            {namedAmong(members).map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
        </>
      ) : null}
      {isSure ? (
        <ConfirmDialog
          title="Заменить запись?"
          confirm="Заменить запись"
          danger
          onConfirm={() => onChoose({ at: 'instead' })}
          onCancel={() => ask(false)}
        >
          Когда новая запись загрузится, с сервера исчезнут прежняя ({replaced}) и распознанная по ней расшифровка.
          Моменты вопросов и поручений останутся на своих секундах, уже новой записи. Вернуть прежнюю будет нельзя.
        </ConfirmDialog>
      ) : null}
    </FormDialog>
  );
}
