import { open } from 'node:fs/promises';
import * as z from 'zod/mini';
import { runTool } from '#server/platform/media/index.ts';
import { audibleTrack } from './audible-track.ts';
import { type MediaWork, runFfmpeg, throwIfCut, untrustedInput } from './ffmpeg.ts';
import { beginsAsRecording } from './file-signature.ts';
import type { MediaInfo } from './media-info.ts';
import { StepFailure } from './step-failure.ts';

const seconds = z.optional(z.coerce.number());
const report = z.object({
  format: z.object({
    format_name: z.string(),
    duration: seconds,
    probe_score: z.optional(z.number()),
    tags: z.optional(z.record(z.string(), z.string())),
  }),
  streams: z.array(
    z.looseObject({
      codec_type: z.optional(z.string()),
      codec_name: z.optional(z.string()),
      profile: z.optional(z.string()),
      pix_fmt: z.optional(z.string()),
      sample_rate: z.optional(z.coerce.number()),
      width: z.optional(z.number()),
      height: z.optional(z.number()),
      disposition: z.optional(z.record(z.string(), z.number())),
      tags: z.optional(z.record(z.string(), z.string())),
      side_data_list: z.optional(z.array(z.looseObject({ rotation: z.optional(z.number()) }))),
    }),
  ),
});
type Report = z.infer<typeof report>;

const inspectMs = 60_000;
/** Below this ffmpeg only guesses: noise now and then looks like a frame of sound. */
const leastScore = 26;

/**
 * Finds out what the file is and reads it to its end, so that a recording that breaks off is noticed here.
 * @throws StepFailure with the cause in Russian
 */
export async function probe(path: string, work: MediaWork): Promise<MediaInfo> {
  const head = await readHead(path);
  if (head.length === 0) throw new StepFailure('Файл пуст');
  const found = await inspect(path, head, work);
  const declared = found.format.duration ?? 0;
  const measured = await measure(path, declared, work);
  if (measured <= 0) throw new StepFailure('Файл повреждён: в нём нет ни одного кадра и звука');
  if (measured < declared - Math.max(2, declared * 0.02)) {
    throw new StepFailure(`Файл повреждён: запись обрывается на ${clock(measured)} из ${clock(declared)}`);
  }
  const sounds = found.streams.filter(({ codec_type }) => codec_type === 'audio');
  const track = await audibleTrack(path, sounds, work);
  return toInfo(found, declared || measured, track);
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function inspect(path: string, head: Buffer, { tools, signal }: MediaWork): Promise<Report> {
  const args = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', ...untrustedInput(path)];
  const timeoutMs = tools.stallMs ?? inspectMs;
  const result = await runTool(tools.ffprobe, args, { signal, timeoutMs, maxOutput: 4 * 1024 * 1024 });
  throwIfCut(result);
  const parsed = result.code === 0 ? report.safeParse(JSON.parse(result.stdout.toString() || '{}')) : undefined;
  const recording = parsed?.data && playableStreams(parsed.data).length > 0;
  if (recording && (parsed.data.format.probe_score ?? 100) >= leastScore) return parsed.data;
  throw new StepFailure(beginsAsRecording(head) ? 'Файл повреждён' : 'Файл не является видео');
}

/** Reads the whole without decoding: its length in seconds, also where the container names none (browser recordings). */
async function measure(path: string, declared: number, work: MediaWork): Promise<number> {
  const args = [...untrustedInput(path), '-map', '0:V?', '-map', '0:a?', '-c', 'copy', '-f', 'null', '-'];
  return (await runFfmpeg(args, declared, work)).seconds;
}

/** Cover pictures and data tracks do not count. */
function playableStreams({ streams }: Report): Report['streams'] {
  return streams.filter(
    ({ codec_type, codec_name, disposition }) =>
      codec_name !== undefined &&
      (codec_type === 'audio' || (codec_type === 'video' && disposition?.attached_pic !== 1)),
  );
}

/** @param track the sound track that is listened to, counted among all of them */
function toInfo(found: Report, duration: number, track: number): MediaInfo {
  const streams = playableStreams(found);
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  const audio = found.streams.filter(({ codec_type }) => codec_type === 'audio')[track];
  const subtitles = textTracks(found);
  const turned = video?.side_data_list?.some(
    ({ rotation }) => rotation !== undefined && Math.abs(rotation) % 180 === 90,
  );
  const [width, height] = turned ? [video?.height, video?.width] : [video?.width, video?.height];
  const brand = found.format.tags?.major_brand?.trim();
  return {
    container: found.format.format_name.split(',')[0] ?? '',
    duration,
    ...(brand && { brand }),
    ...(video?.codec_name && {
      video: {
        codec: video.codec_name,
        ...(video.profile && { profile: video.profile }),
        ...(video.pix_fmt && { pixels: video.pix_fmt }),
        width: width ?? 0,
        height: height ?? 0,
      },
    }),
    ...(audio?.codec_name && {
      audio: { codec: audio.codec_name, track, ...(audio.sample_rate && { rate: audio.sample_rate }) },
    }),
    ...(subtitles.length > 0 && { subtitles }),
  };
}

/** Subtitles made of pictures cannot be read. */
function textTracks({ streams }: Report): NonNullable<MediaInfo['subtitles']> {
  const tracks = streams.filter(({ codec_type }) => codec_type === 'subtitle');
  return tracks.flatMap(({ codec_name: codec, tags, disposition }, track) =>
    codec && /^(subrip|srt|ass|ssa|mov_text|webvtt|text|microdvd|sami|subviewer)$/.test(codec)
      ? [{ codec, track, ...(tags?.language && { language: tags.language }), isDefault: disposition?.default === 1 }]
      : [],
  );
}

function clock(time: number): string {
  const whole = Math.floor(time);
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0'));
  return [...(whole >= 3600 ? [Math.floor(whole / 3600)] : []), ...parts].join(':');
}
