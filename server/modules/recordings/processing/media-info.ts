import * as z from 'zod/mini';

const mediaInfo = z.object({
  /** ffmpeg's name of the container: `mov`, `matroska`, `mp3`, … */
  container: z.string(),
  /** Brand of an ISO file: `qt` for QuickTime. */
  brand: z.optional(z.string()),
  /** Actual seconds of picture and sound; `told` is the length stated in the file's header. */
  duration: z.number(),
  told: z.optional(z.number()),
  video: z.optional(
    z.object({
      codec: z.string(),
      profile: z.optional(z.string()),
      pixels: z.optional(z.string()),
      width: z.number(),
      height: z.number(),
      /** Index among all streams of the file. */
      stream: z.optional(z.number()),
      /** It begins so late that nothing of it is known before. */
      late: z.optional(z.boolean()),
      /** Each frame holds halves of two moments. */
      interlaced: z.optional(z.boolean()),
      /** True if the pixels are not square; the size is the one for display. */
      stretched: z.optional(z.boolean()),
    }),
  ),
  /**
   * `track` counts the sound tracks: the one that is listened to. `rate` in Hz; `late` as above. `voices` are the tracks of several speakers
   * that are listened to at once, `streams` their places among all streams.
   */
  audio: z.optional(
    z.object({
      codec: z.string(),
      track: z.optional(z.number()),
      stream: z.optional(z.number()),
      rate: z.optional(z.number()),
      late: z.optional(z.boolean()),
      voices: z.optional(z.array(z.number())),
      streams: z.optional(z.array(z.number())),
    }),
  ),
  /** Reading the file showed a problem whose place is worth finding. */
  doubtful: z.optional(z.boolean()),
  /** The bytes of the file end before its container does. */
  cutOff: z.optional(z.boolean()),
  /** Text tracks; `track` is the index among all subtitle tracks. */
  subtitles: z.optional(
    z.array(
      z.object({
        codec: z.string(),
        track: z.number(),
        language: z.optional(z.string()),
        isDefault: z.optional(z.boolean()),
      }),
    ),
  ),
});

/** Result of the probe step. Sizes are for display, after the rotation that the file requests. */
export type MediaInfo = z.infer<typeof mediaInfo>;

/** Reads the stored result of the probe step; undefined if it did not run. */
export function mediaInfoOf(stored: unknown): MediaInfo | undefined {
  return mediaInfo.safeParse(stored).data;
}

/** How to make a file that browsers can play. */
export type PlayablePlan = {
  container: 'mp4' | 'webm';
  video: 'copy' | 'encode' | 'none';
  audio: 'copy' | 'encode' | 'none';
};

const copyableProfiles = ['Baseline', 'Constrained Baseline', 'Main', 'High'];
/** Containers whose timestamps are reliable in a copy. */
const copyableContainers = ['mov', 'matroska', 'mpegts', 'flv'];

/** Copies streams that browsers can play, and encodes the rest as H.264 and AAC in MP4. */
export function planPlayable(info: MediaInfo): PlayablePlan {
  const { video, audio } = info;
  const isShownAsIs = !video?.interlaced && !video?.stretched;
  const isMixed = (audio?.voices?.length ?? 0) > 1;
  const webVideo = !video || (['vp8', 'vp9', 'av1'].includes(video.codec) && isShownAsIs);
  const webAudio = !audio || ['opus', 'vorbis'].includes(audio.codec);
  if (info.container === 'matroska' && webVideo && webAudio) {
    return { container: 'webm', video: video ? 'copy' : 'none', audio: audio ? (isMixed ? 'encode' : 'copy') : 'none' };
  }
  const timed = copyableContainers.includes(info.container);
  const sound = info.container === 'mp3' || timed;
  return {
    container: 'mp4',
    video: video ? (timed && isShownAsIs && isPlainH264(video) ? 'copy' : 'encode') : 'none',
    audio: audio ? (sound && !isMixed && fitsMp4(audio) ? 'copy' : 'encode') : 'none',
  };
}

/** Returns the plan for a recording that cannot be copied. */
export function planEncoding({ video, audio }: MediaInfo): PlayablePlan {
  return { container: 'mp4', video: video ? 'encode' : 'none', audio: audio ? 'encode' : 'none' };
}

/** MP4 does not allow MP3 at the lowest rates, which dictaphones use. */
function fitsMp4({ codec, rate }: NonNullable<MediaInfo['audio']>): boolean {
  return codec === 'aac' || (codec === 'mp3' && (rate === undefined || rate >= 16_000));
}

/** Returns the media type of the file made by the plan. */
export function typeOf(plan: PlayablePlan): string {
  return `${plan.video === 'none' ? 'audio' : 'video'}/${plan.container}`;
}

/** Returns the even size within 1920 × 1080 (or 1080 × 1920) that keeps the proportions and never enlarges. */
export function fitFullHd({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const [long, short] = width >= height ? [width, height] : [height, width];
  const scale = Math.min(1, 1920 / long, 1080 / short);
  const even = (size: number) => Math.max(2, Math.floor((size * scale + 0.01) / 2) * 2);
  return { width: even(width), height: even(height) };
}

function isPlainH264({ codec, profile, pixels, width, height }: NonNullable<MediaInfo['video']>): boolean {
  return (
    codec === 'h264' &&
    (profile === undefined || copyableProfiles.includes(profile)) &&
    (pixels === 'yuv420p' || pixels === 'yuvj420p') &&
    Math.max(width, height) <= 4096 &&
    Math.min(width, height) <= 2304
  );
}
