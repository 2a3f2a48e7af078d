import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { refusalWords, useProtocolUploads } from '#src/data/recording/index.ts';
import { uploads } from '#src/sync/index.ts';
import type { RecordingPlace } from './place-dialog.tsx';

const PlaceDialog = lazy(async () => ({ default: (await import('./place-dialog.tsx')).PlaceDialog }));

/**
 * Puts chosen videos into the upload queue. Where the protocol has a recording, the person is asked first what becomes of each:
 * the upload keeps the answer, however late it is sent.
 * @param onQueued all of them are there
 * @returns `refusal` the words of why the last one was not taken, `question` what is asked
 */
export function usePickVideo(protocol: Protocol, onQueued?: () => void) {
  const { recordings: hasParts, recordingsBeside } = useOffers();
  const coming = useProtocolUploads(protocol.id);
  const [refused, setRefused] = useState<{ words: string; at: string }>();
  const [{ files: asked, before }, setAsked] = useState<{ files: readonly File[]; before?: RecordingPlace['at'] }>(
    none,
  );
  const { video } = protocol;
  // Once the recording that stood in the way has moved on, the words are over.
  const at = `${protocol.stage} ${video?.upload_id ?? ''}`;
  const refusal = refused?.at === at ? refused.words : undefined;
  // While nobody knows what the server can do: one that cannot add parts pays no heed to the answer.
  const mayHaveParts = hasParts !== false;
  // What it may lie beside: also the first one while it is on its way, which is at the server before this one.
  const first = video?.upload_id ?? coming[0]?.id;
  const beside = recordingsBeside ? (protocol.recordings ?? (first ? [{ id: first }] : [])) : [];
  const ask = (files: readonly File[], before?: RecordingPlace['at']) => setAsked({ files, before });
  /** Resolves whether it is queued. */
  const add = async (file: File, { at: where, ...placed }: RecordingPlace, isLast: boolean): Promise<boolean> => {
    setRefused(undefined);
    try {
      // Where another device has sent one meanwhile, it is not replaced.
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

/** Whose voice the first recording holds, where it is a file for one speaker: nothing is asked of that one. */
async function ownSpeaker(file: File, { members }: Protocol): Promise<string | undefined> {
  const module = await import('./speaker-of-file.ts').catch(() => undefined);
  const found = module?.speakerOfFile(file.name, members);
  return found?.isOwnFile ? found.speaker : undefined;
}
