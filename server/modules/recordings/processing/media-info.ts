import * as z from 'zod/mini';

const mediaInfo = z.object({
  /** ffmpeg's name of the container: `mov`, `matroska`, `mp3`, … */
  container: z.string(),
  /** Of an ISO file: `qt` for QuickTime. */
  brand: z.optional(z.string()),
  /** Seconds of picture and sound in it, and those that its head tells of. */
  duration: z.number(),
  told: z.optional(z.number()),
  video: z.optional(
    z.object({
      codec: z.string(),
      profile: z.optional(z.string()),
      pixels: z.optional(z.string()),
      width: z.number(),
      height: z.number(),
      /** Its place among all streams of the file. */
      stream: z.optional(z.number()),
      /** It begins so late that nothing of it is known before. */
      late: z.optional(z.boolean()),
      /** Each frame holds halves of two moments. */
      interlaced: z.optional(z.boolean()),
      /** Its pixels are no squares: the size is the one that it is to be shown in. */
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
  /** Something was wrong when it was read: where, is worth the time to find out. */
  doubtful: z.optional(z.boolean()),
  /** Its bytes end before its container does. */
  cutOff: z.optional(z.boolean()),
  /** Tracks of text; `track` counts all tracks of subtitles. */
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

/** What the probe step found out. Sizes are as shown, after the rotation that the file asks for. */
export type MediaInfo = z.infer<typeof mediaInfo>;

/** Reads what the probe step has stored; undefined when it did not run. */
export function mediaInfoOf(stored: unknown): MediaInfo | undefined {
  return mediaInfo.safeParse(stored).data;
}

/** What is to be done to make a file that browsers play. */
export type PlayablePlan = {
  container: 'mp4' | 'webm';
  video: 'copy' | 'encode' | 'none';
  audio: 'copy' | 'encode' | 'none';
};

const copyableProfiles = ['Baseline', 'Constrained Baseline', 'Main', 'High'];
/** Containers whose timestamps can be trusted in a copy. */
const copyableContainers = ['mov', 'matroska', 'mpegts', 'flv'];

/** Copies whatever browsers play as it is, and encodes the rest as H.264 and AAC in MP4. */
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

/** The plan of a recording that cannot be played as it is. */
export function planEncoding({ video, audio }: MediaInfo): PlayablePlan {
  return { container: 'mp4', video: video ? 'encode' : 'none', audio: audio ? 'encode' : 'none' };
}

/** MP4 takes no MP3 of the lowest rates, as dictaphones write it. */
function fitsMp4({ codec, rate }: NonNullable<MediaInfo['audio']>): boolean {
  return codec === 'aac' || (codec === 'mp3' && (rate === undefined || rate >= 16_000));
}

/** The media type of the file that the plan makes. */
export function typeOf(plan: PlayablePlan): string {
  return `${plan.video === 'none' ? 'audio' : 'video'}/${plan.container}`;
}

/** The even size within 1920 × 1080 (or 1080 × 1920) that keeps the proportions and never enlarges. */
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
