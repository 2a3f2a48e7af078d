import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { Evidence } from '#contract/evidence.ts';
import { type ProcessingStep, processingSteps as stepNames } from '#contract/recordings/processing.ts';
import type { StoredVideo } from '#server/platform/db/index.ts';
import type { Storage } from '#server/platform/storage/index.ts';

const file = (ending: string) => new URL(`./budget-meeting.${ending}`, import.meta.url);
const line = z.object({ start: z.number(), end: z.number(), speaker: z.string(), item: z.number(), text: z.string() });
/** `media`: what the server's own probe found. */
const timeline = z.object({ duration: z.number(), media: z.looseObject({}), lines: z.array(line) });

/** The demo's video (scripts/make-demo-video.ts), what is said in it and when. */
export type DemoRecording = z.infer<typeof timeline> & { video: Buffer; poster: Buffer };

/** The upload of a protocol's video. */
export type DemoUpload = { id: string; name: string; size: number; sha256: string; chunksSha256: string; key: string };

export async function readDemoRecording(): Promise<DemoRecording> {
  const [video, poster, json] = await Promise.all([
    readFile(file('mp4')),
    readFile(file('jpg')),
    readFile(file('json'), 'utf8'),
  ]);
  return { ...z.parse(timeline, JSON.parse(json)), video, poster };
}

/** Returns the line of the recording that contains `words`, as evidence. */
export function evidenceOf(recording: DemoRecording, words: string): Evidence | undefined {
  const line = recording.lines.find((spoken) => spoken.text.includes(words));
  return line && { start: line.start, end: line.end, quote: line.text, speaker: line.speaker };
}

/** Puts an upload's files into the storage, where receiving and processing would have put them. */
export async function storeRecording(
  storage: Storage,
  recording: DemoRecording,
  place: { uploadId: string; isBroken: boolean; isProcessed: boolean },
): Promise<{ upload: DemoUpload; video: StoredVideo }> {
  // A broken recording is what an interrupted copy would leave.
  const bytes = place.isBroken
    ? recording.video.subarray(0, Math.floor(recording.video.length * 0.4))
    : recording.video;
  const folder = `videos/${place.uploadId}`;
  const key = `${folder}/original`;
  await storage.put(key, bytes, 'video/mp4');
  const digest = createHash('sha256').update(bytes).digest();
  const upload = {
    id: place.uploadId,
    name: 'Запись совещания.mp4',
    size: bytes.length,
    sha256: digest.toString('hex'),
    chunksSha256: createHash('sha256').update(digest).digest('hex'),
    key,
  };
  const video: StoredVideo = {
    upload_id: upload.id,
    name: upload.name,
    size: upload.size,
    sha256: upload.sha256,
    type: 'video/mp4',
    original_key: key,
  };
  if (!place.isProcessed) return { upload, video };
  const processed = {
    playable_key: `${folder}/playable.mp4`,
    playable_type: 'video/mp4',
    poster_key: `${folder}/poster.jpg`,
  };
  await storage.put(processed.playable_key, bytes, 'video/mp4');
  await storage.put(processed.poster_key, recording.poster, 'image/jpeg');
  return {
    upload,
    video: { ...video, ...processed, media: recording.media, duration: recording.duration, width: 1280, height: 720 },
  };
}

const step = (name: string, state: ProcessingStep['state'], percent: number, error?: string): ProcessingStep => ({
  ...{ step: name, state, percent },
  ...(error !== undefined && { error }),
});

/** The steps of a recording that was processed. */
export const allDone = stepNames.map((name) => step(name, 'done', 100));

/** The processing steps, by the stage that they lead to. */
export const demoSteps = {
  success_video_process: allDone,
  // A server that finds this stage goes on with the work: the demo's is really done at its first start.
  video_process: stepNames.map((name) => step(name, 'waiting', 0)),
  error_video_process: [
    step('probe', 'failed', 0, 'Файл повреждён: в нём нет ни картинки, ни звука'),
    ...stepNames.slice(1).map((name) => step(name, 'waiting', 0)),
  ],
};
