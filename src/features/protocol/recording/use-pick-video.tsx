import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { refusalWords, useProtocolUploads } from '#src/data/recording/index.ts';
import { uploads } from '#src/sync/index.ts';
import type { RecordingPlace } from './place-dialog.tsx';

const PlaceDialog = lazy(async () => ({ default: (await import('./place-dialog.tsx')).PlaceDialog }));

/**
 * Puts a chosen video into the upload queue. Where the protocol has a recording, the person is asked first what becomes of
 * it: the upload keeps the answer, however late it is sent.
 * @param onQueued it is there
 * @returns `refusal` the words of why the last one was not taken, `question` what is asked
 */
export function usePickVideo(protocol: Protocol, onQueued?: () => void) {
  const { recordings: hasParts, recordingsBeside } = useOffers();
  const coming = useProtocolUploads(protocol.id);
  const [refused, setRefused] = useState<{ words: string; at: string }>();
  const [asked, ask] = useState<File>();
  const { video } = protocol;
  // Once the recording that stood in the way has moved on, the words are over.
  const at = `${protocol.stage} ${video?.upload_id ?? ''}`;
  const refusal = refused?.at === at ? refused.words : undefined;
  // While nobody knows what the server can do: one that cannot add parts pays no heed to the answer.
  const mayHaveParts = hasParts !== false;
  // What it may lie beside: also the first one while it is on its way, which is at the server before this one.
  const first = video?.upload_id ?? coming[0]?.id;
  const beside = recordingsBeside ? (protocol.recordings ?? (first ? [{ id: first }] : [])) : [];
  const add = async (file: File, place: RecordingPlace = { at: 'next' }) => {
    setRefused(undefined);
    ask(undefined);
    const { at: where, ...laid } = place;
    try {
      // Where another device has sent one meanwhile, it is not replaced.
      await uploads.add(
        protocol.id,
        file,
        where === 'instead'
          ? { insteadOf: video?.upload_id ?? undefined }
          : { mayWait: mayHaveParts, keeps: mayHaveParts && !!video, ...laid },
      );
      onQueued?.();
    } catch (error) {
      setRefused({ words: refusalWords(error), at });
    }
  };
  const pick = (file: File) => {
    if (mayHaveParts && (video || beside.length > 0)) ask(file);
    else void add(file);
  };
  const question: ReactNode = asked ? (
    <Suspense fallback={null}>
      <PlaceDialog
        protocol={protocol}
        file={asked}
        beside={beside}
        onChoose={(place) => void add(asked, place)}
        onClose={() => ask(undefined)}
      />
    </Suspense>
  ) : null;
  return { pick, refusal, question };
}
