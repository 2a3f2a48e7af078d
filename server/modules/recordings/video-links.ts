import type { Video } from '#contract/protocol.ts';
import type { StoredVideo } from '#server/platform/db/index.ts';
import type { ServerSecret } from '#server/platform/secret/index.ts';

export const videoKinds = ['playable', 'poster', 'original', 'captions'] as const;
/** Which file of a recording an address means. */
export type VideoKind = (typeof videoKinds)[number];

const purpose = 'video-link';
const stepMs = 3_600_000;
/** How long an address is good for: a whole recording can be watched, and it stays the same for an hour. */
const goodForMs = 12 * stepMs;

export interface VideoLinks {
  /**
   * What a reply says of a recording: `url` and `poster_url` once there are such files, `original_url` always, captions
   * where a version of its transcript is named. An address names a recording that is not the first.
   */
  describe(
    protocolId: string,
    video: StoredVideo,
    more?: { transcriptVersion?: number | undefined; isPart?: boolean },
  ): Video;
  /** Whether an address' signature is ours, for this recording, and not expired. */
  verify(asked: { protocolId: string; uploadId: string; kind: VideoKind; expires: string; signature: string }): boolean;
}

/** Signed addresses of recordings: `<video src>` sends no token. A new recording makes the old one's addresses void. */
export function createVideoLinks(secret: ServerSecret, clock: () => Date): VideoLinks {
  const textOf = (...parts: (string | number)[]) => JSON.stringify(parts.map(String));

  function address(protocolId: string, uploadId: string, kind: VideoKind, isPart: boolean): string {
    // Rounded, so that fetching the protocol again does not make the player begin again.
    const expires = Math.floor(clock().getTime() / stepMs) * stepMs + goodForMs;
    const signature = secret.sign(purpose, textOf(protocolId, uploadId, kind, expires)).toString('base64url');
    const part: Record<string, string> = isPart ? { recording_id: uploadId } : {};
    const query = new URLSearchParams({ kind, ...part, expires: String(expires), signature });
    return `/api/protocols/${encodeURIComponent(protocolId)}/video?${query}`;
  }

  return {
    describe(protocolId, video, { transcriptVersion, isPart = false } = {}) {
      const { upload_id, name, size, sha256, duration, width, height } = video;
      const addressOf = (kind: VideoKind) => address(protocolId, upload_id, kind, isPart);
      return {
        upload_id,
        name,
        size,
        ...(sha256 && { sha256 }),
        ...(duration !== undefined && { duration }),
        ...(width && height && { width, height }),
        ...(video.warnings?.length && { warnings: video.warnings.map(({ step: _, ...warning }) => warning) }),
        ...(video.playable_key && { url: addressOf('playable'), type: video.playable_type }),
        ...(video.poster_key && { poster_url: addressOf('poster') }),
        ...(transcriptVersion !== undefined && {
          // The version makes the browser read them anew after a correction.
          captions_url: `${addressOf('captions')}&version=${transcriptVersion}`,
        }),
        original_url: addressOf('original'),
      };
    },
    verify({ protocolId, uploadId, kind, expires, signature }) {
      const text = textOf(protocolId, uploadId, kind, expires);
      const genuine = secret.isSigned(purpose, text, Buffer.from(signature, 'base64url'));
      return genuine && Number(expires) > clock().getTime();
    },
  };
}
