import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { canMove, type Stage } from '#contract/stage.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { refusalWords, useProtocolUpload, useProtocolUploads, useRunningRecording } from '#src/data/recording/index.ts';
import { uploads } from '#src/sync/index.ts';
import type { RecordingPlace } from './place-dialog.tsx';

const PlaceDialog = lazy(async () => ({ default: (await import('./place-dialog.tsx')).PlaceDialog }));

/**
 * Puts chosen videos into the upload queue. Where the protocol has a recording, the person is first asked for the place
 * of each video; the upload keeps the answer, however late it is sent.
 * @param onQueued called when all of them are queued
 * @returns `refusal` why the last one was not accepted, `question` the dialog
 */
export function usePickVideo(protocol: Protocol, onQueued?: () => void) {
  const { recordings: hasParts, recordingsBeside } = useOffers();
  const coming = useProtocolUploads(protocol.id);
  const [refused, setRefused] = useState<{ words: string; at: string }>();
  const [{ files: asked, before }, setAsked] = useState<{ files: readonly File[]; before?: RecordingPlace['at'] }>(
    none,
  );
  const { video } = protocol;
  // The message disappears once the recording that prevented the upload has changed.
  const at = `${protocol.stage} ${video?.upload_id ?? ''}`;
  const refusal = refused?.at === at ? refused.words : undefined;
  // Also while the server's capabilities are unknown: one without parts ignores the answer.
  const mayHaveParts = hasParts !== false;
  // Includes a first recording that is still on its way: the server gets it before this one.
  const first = video?.upload_id ?? coming[0]?.id;
  const beside = recordingsBeside ? (protocol.recordings ?? (first ? [{ id: first }] : [])) : [];
  const ask = (files: readonly File[], before?: RecordingPlace['at']) => setAsked({ files, before });
  /** Resolves with whether the video is queued. */
  const add = async (file: File, { at: where, ...placed }: RecordingPlace, isLast: boolean): Promise<boolean> => {
    setRefused(undefined);
    try {
      // A recording that another device sent meanwhile is not replaced.
      await uploads.add(
        protocol.id,
        file,
        where === 'instead'
          ? { insteadOf: video?.upload_id ?? undefined }
          : { mayWait: mayHaveParts, isAppendConfirmed: mayHaveParts && !!video, ...placed },
      );
      if (isLast) onQueued?.();
      return true;
    } catch (error) {
      setRefused({ words: refusalWords(error), at });
      return false;
    }
  };
  const pick = async (file: File, ...others: File[]): Promise<void> => {
    if (mayHaveParts && (video || beside.length > 0)) return ask([file, ...others]);
    const speaker = recordingsBeside ? await ownSpeaker(file, protocol) : undefined;
    const isThere = await add(file, { at: 'next', ...(speaker && { speaker }) }, others.length === 0);
    const [next, ...rest] = others;
    if (isThere) ask(others);
    else if (next) await pick(next, ...rest);
  };
  const [file, ...others] = asked;
  const question: ReactNode = file ? (
    <Suspense fallback={null}>
      <PlaceDialog
        key={others.length}
        protocol={protocol}
        file={file}
        others={others.length}
        beside={beside}
        before={before}
        onChoose={(place) => {
          ask(others, place.at);
          void add(file, place, others.length === 0);
        }}
        onClose={() => ask([])}
      />
    </Suspense>
  ) : null;
  return { pick: (...files: Parameters<typeof pick>) => void pick(...files), refusal, question };
}

const none = { files: [] };

/** Returns the speaker of a first recording whose file is for one speaker: no dialog asks about this one. */
async function ownSpeaker(file: File, { members }: Protocol): Promise<string | undefined> {
  const module = await import('./speaker-of-file.ts').catch(() => undefined);
  const found = module?.speakerOfFile(file.name, members);
  return found?.isOwnFile ? found.speaker : undefined;
}

/** Whether the server is processing a video, or its processing has failed. */
export function isProcessing(stage: Stage): boolean {
  return stage === 'video_uploaded' || stage === 'video_process' || stage === 'error_video_process';
}

/**
 * Returns whether a recording may be sent to a protocol, and whether a file may be chosen at this moment. Where the
 * server supports several recordings, the next one does not wait for those before it.
 */
export function useMayPick({ id, stage }: Pick<Protocol, 'id' | 'stage'>): { maySend: boolean; mayPick: boolean } {
  const { recordings: hasParts } = useOffers();
  const upload = useProtocolUpload(id);
  const isRecording = useRunningRecording() !== undefined;
  const isComplete = stage === 'finish' || stage === 'final';
  const maySend = (hasParts || !upload) && canMove(stage, 'video_uploaded') && !isComplete;
  return { maySend, mayPick: maySend && (hasParts || !isProcessing(stage)) && !isRecording };
}
