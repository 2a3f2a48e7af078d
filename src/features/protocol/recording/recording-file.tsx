import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { calls } from '#contract/calls.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { protocolQuery } from '#src/data/protocol/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { videoTypes } from '#src/data/recording/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { RecordButton } from '#src/features/recorder/index.ts';
import { formatBytes, formatTimecode } from '#src/format/index.ts';
import { api, errorWords } from '#src/sync/index.ts';
import { FileButton, Tick } from '#src/ui/index.ts';
import { useMayPick, usePickVideo } from './use-pick-video.tsx';
import styles from './video-card.module.css';

interface RecordingFileProps {
  protocol: Protocol;
  /** Called when another video was chosen and queued for upload. */
  onChosen?: () => void;
}

/**
 * Returns the facts about the file of a recording, and whether it may be replaced; undefined where there is neither.
 */
export function useRecordingFile(protocol: Protocol): { facts: string; mayPick: boolean } | undefined {
  const { video } = protocol;
  const { mayPick } = useMayPick(protocol);
  if (!video) return undefined;
  const measures = [
    typeof video.duration === 'number' ? formatTimecode(video.duration) : undefined,
    typeof video.size === 'number' ? formatBytes(video.size) : undefined,
  ].filter(Boolean);
  // Non-breaking spaces: no line begins with a dot, and the two measures stay together.
  const facts = [video.name, measures.join('\u00A0·\u00A0')].filter(Boolean).join('\u00A0· ');
  return facts || mayPick ? { facts, mayPick } : undefined;
}

/** The file of the recording, with the button that replaces it; nothing while there is no recording. */
export function RecordingFile({ protocol, onChosen }: RecordingFileProps) {
  const file = useRecordingFile(protocol);
  const { pick, refusal, question } = usePickVideo(protocol, onChosen);
  if (!file) return null;
  return (
    <section className={styles.about} aria-label="О записи">
      <p className={styles.facts}>{file.facts}</p>
      {file.mayPick ? <OtherVideo protocol={protocol} onPick={pick} /> : null}
      {refusal ? (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      ) : null}
      {question}
      <ShareRecording protocol={protocol} />
    </section>
  );
}

interface OtherVideoProps {
  protocol: Protocol;
  onPick: (file: File, ...others: File[]) => void;
}

/** Picker for another recording: after the existing ones, or instead of the first. */
export function OtherVideo({ protocol: { id, video }, onPick }: OtherVideoProps) {
  const { recordings: hasParts, recordingsBeside } = useOffers();
  const label = hasParts === false ? 'Выбрать другое видео' : 'Добавить запись';
  return (
    <div className={styles.ways}>
      <FileButton label={label} accept={videoTypes} multiple={recordingsBeside} size="small" onPick={onPick} />
      <RecordButton protocolId={id} replaces={video ?? undefined} size="small" />
    </div>
  );
}

/**
 * «Участникам доступна запись»: participants may watch the recording once the protocol is signed. Only the server
 * grants and revokes this right; without a connection it cannot be changed.
 */
function ShareRecording({ protocol: { id, recording_shared, video } }: { protocol: Protocol }) {
  const { participation } = useOffers();
  const offlineNote = useOfflineNote();
  const client = useQueryClient();
  const note = useId();
  const share = useMutation({
    mutationFn: (shared: boolean) => api(calls.shareRecording, { params: { id }, body: { shared } }),
    onSuccess(reply, shared) {
      const { queryKey } = protocolQuery(id);
      const isNow = reply?.recording_shared ?? shared;
      client.setQueryData(queryKey, (read) => read && { ...read, recording_shared: isNow });
      return client.invalidateQueries({ queryKey });
    },
  });
  if (!participation || !video) return null;
  const isShared = share.isPending ? share.variables : (recording_shared ?? false);
  return (
    <div className={styles.sharing}>
      <Tick
        checked={isShared}
        aria-describedby={note}
        aria-disabled={offlineNote ? true : undefined}
        onChange={({ currentTarget }) => {
          if (!offlineNote && !share.isPending) share.mutate(currentTarget.checked);
        }}
      >
        Участникам доступна запись
      </Tick>
      <p id={note} className={styles.facts}>
        {offlineNote ?? 'Участники смотрят её в подписанном протоколе. Расшифровку и файл записи они не видят.'}
      </p>
      <div role="alert">
        {share.error ? <p className={styles.refusal}>Не изменено. {errorWords(share.error).words}</p> : null}
      </div>
    </div>
  );
}
