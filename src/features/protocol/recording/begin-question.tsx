import { useMutation } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { formatTimecode } from '#src/format/index.ts';
import { errorWords } from '#src/sync/index.ts';
import { Button, SelectField } from '#src/ui/index.ts';
import { type Chapter, chaptersOf, questionTitle } from '../playback/chapters.ts';
import { PlayerContext } from '../playback/player-context.ts';
import { useMinutes } from '../summary/use-minutes.ts';
import styles from './moment-list.module.css';

interface BeginQuestionProps {
  protocol: Pick<Protocol, 'agenda' | 'tasks' | 'video'>;
  chapters: readonly Chapter[];
}

/**
 * «Начало вопроса здесь»: marks the current position as the beginning of an item, by default the next one without a
 * beginning.
 */
export function BeginQuestion({ protocol, chapters }: BeginQuestionProps) {
  const { tasks, video } = protocol;
  const recordingRef = video?.is_part && video.upload_id ? { recording_id: video.upload_id } : {};
  const agenda = protocol.agenda ?? [];
  const { clock } = use(PlayerContext);
  const { beginQuestion } = useMinutes();
  const [chosen, choose] = useState<string>();
  const [announcement, announce] = useState('');
  const known = new Set(chapters.map(({ id }) => id));
  const next = agenda.find(({ id }) => !known.has(id)) ?? agenda[0];
  const id = agenda.find((item) => item.id === chosen)?.id ?? next?.id;
  const begin = useMutation({
    mutationFn: async () => {
      const at = Math.floor(clock.now() * 10) / 10;
      return id !== undefined && (await beginQuestion(id, { start: at, ...recordingRef })) ? { id, at } : undefined;
    },
    onSuccess: (made) => {
      if (!made) return;
      choose(undefined);
      const place = agenda.findIndex((item) => item.id === made.id);
      const begun = agenda
        .slice(place, place + 1)
        .map((item) => ({ ...item, evidence: { start: made.at, ...recordingRef } }));
      const [chapter] = chaptersOf({ agenda: begun, tasks, video });
      // A decision or a task of the item may have an earlier moment.
      const isEarlier = chapter !== undefined && chapter.start < made.at;
      const earlier = isEarlier ? `, но сказано о нём уже в ${formatTimecode(chapter.start)}` : '';
      announce(`Начало вопроса ${place + 1} отмечено: ${formatTimecode(made.at)}${earlier}`);
    },
    onError: () => announce(''),
  });
  if (!next) return null;
  return (
    <form
      noValidate
      className={styles.begin}
      aria-label="Начало вопроса"
      onSubmit={(event) => {
        event.preventDefault();
        if (!begin.isPending) begin.mutate();
      }}
    >
      <SelectField label="Начинается вопрос" value={id ?? ''} onChange={({ target }) => choose(target.value)}>
        {agenda.map((item, index) => (
          <option key={item.id} value={item.id}>
            {questionTitle(item, index)}
          </option>
        ))}
      </SelectField>
      <Button type="submit" size="small" busy={begin.isPending}>
        Начало вопроса здесь
      </Button>
      <p className={styles.said} role="status">
        {announcement}
      </p>
      {begin.error || (begin.isSuccess && !begin.data) ? (
        <p className={styles.failure} role="alert">
          {begin.error ? errorWords(begin.error).words : 'Сначала исправьте вопрос, который открыт.'}
        </p>
      ) : null}
    </form>
  );
}
