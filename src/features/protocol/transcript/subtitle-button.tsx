import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { queuedWords } from '#src/data/queued/index.ts';
import { attachSubtitles } from '#src/data/transcript/index.ts';
import { errorWords, useOpenForm, write } from '#src/sync/index.ts';
import { FileButton } from '#src/ui/index.ts';
import styles from './transcript.module.css';

interface SubtitleButtonProps {
  protocolId: string;
  label: string;
  hint?: string;
}

/** Attaches a file of subtitles; what is wrong with it is said beside the button. */
export function SubtitleButton({ protocolId, label, hint }: SubtitleButtonProps) {
  const form = useOpenForm();
  const said = useId();
  const attach = useMutation({
    mutationFn: (file: File) => write(attachSubtitles, { protocolId, file }, { form }),
  });
  const failure = attach.error ? errorWords(attach.error).words : undefined;
  return (
    <div className={styles.attach}>
      <FileButton
        label={attach.isPending ? 'Загрузка...' : label}
        accept=".srt,.vtt,text/vtt,application/x-subrip"
        size="small"
        disabled={attach.isPending}
        invalid={failure !== undefined}
        describedBy={said}
        onPick={(file) => attach.mutate(file)}
      />
      <p id={said} className={failure ? styles.failure : styles.note} role="status">
        {failure ?? (attach.data?.kept ? `Субтитры: ${queuedWords}` : hint)}
      </p>
    </div>
  );
}
