import * as z from 'zod/mini';
import { looksLikeRecording } from '#contract/recordings/recording-signatures.ts';
import { runTool } from '#server/platform/media/index.ts';
import { type MediaWork, throwIfCut, untrustedInput } from './ffmpeg.ts';
import { StepFailure } from './step-failure.ts';

const seconds = z.optional(z.coerce.number());
const stream = z.looseObject({
  index: z.number(),
  codec_type: z.optional(z.string()),
  codec_name: z.optional(z.string()),
  codec_tag_string: z.optional(z.string()),
  profile: z.optional(z.string()),
  pix_fmt: z.optional(z.string()),
  sample_rate: z.optional(z.coerce.number()),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  sample_aspect_ratio: z.optional(z.string()),
  field_order: z.optional(z.string()),
  avg_frame_rate: z.optional(z.string()),
  disposition: z.optional(z.record(z.string(), z.number())),
  tags: z.optional(z.record(z.string(), z.string())),
  /** It begins so late that nothing of it was known before it was decoded. */
  late: z.optional(z.boolean()),
  side_data_list: z.optional(z.array(z.looseObject({ rotation: z.optional(z.number()) }))),
});
const report = z.object({
  format: z.object({
    format_name: z.string(),
    duration: seconds,
    probe_score: z.optional(z.number()),
    tags: z.optional(z.record(z.string(), z.string())),
  }),
  streams: z.array(stream),
});

export type FileStream = z.infer<typeof stream>;
/** ffprobe's report on a file, and whether the file is copy-protected. */
export type FileReport = z.infer<typeof report> & { isLocked: boolean };

const inspectMs = 60_000;
/** Minimum score; below it ffmpeg only guesses, since noise occasionally resembles an audio frame. */
const minScore = 26;

/** @throws StepFailure with the cause in Russian if the file is not a recording, or cannot be opened as one */
export async function inspectFile(path: string, head: Buffer, { tools, signal }: MediaWork): Promise<FileReport> {
  const args = ['-v', 'warning', '-show_format', '-show_streams', '-of', 'json', ...untrustedInput(path)];
  const timeoutMs = tools.stallMs ?? inspectMs;
  const result = await runTool(tools.ffprobe, args, { signal, timeoutMs, maxOutput: 4 * 1024 * 1024 });
  throwIfCut(result);
  const parsed = result.code === 0 ? report.safeParse(JSON.parse(result.stdout.toString() || '{}')) : undefined;
  const found = parsed?.data;
  const isRecording = found && [...picturesOf(found), ...soundsOf(found)].length > 0;
  if (isRecording && (found.format.probe_score ?? 100) >= minScore) {
    const locked = /DRM protected/i.test(result.stderr) || found.streams.some(isLocked);
    return { ...found, isLocked: locked };
  }
  // If it has the mark of a recording it is damaged, otherwise it never was one.
  if (!looksLikeRecording(head)) throw new StepFailure('Файл не является видео');
  throw new StepFailure(
    /moov atom not found/.test(result.stderr) ? noEnd : 'Файл повреждён: в нём нет ни картинки, ни звука',
  );
}

const noEnd = 'У записи нет конца: её не дописало устройство или передали не целиком. Без конца её не прочесть';

/** Returns the picture streams, without cover images and data tracks. */
export function picturesOf({ streams }: Pick<FileReport, 'streams'>): FileStream[] {
  return streams.filter(({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1);
}

export function soundsOf({ streams }: Pick<FileReport, 'streams'>): FileStream[] {
  return streams.filter(({ codec_type }) => codec_type === 'audio');
}

/** Returns whether a stream is encrypted, as by shops and broadcasters. */
export function isLocked({ codec_tag_string: tag }: FileStream): boolean {
  return tag !== undefined && /^(enc[avs]|dr[mi][si]|p608)$/.test(tag);
}
