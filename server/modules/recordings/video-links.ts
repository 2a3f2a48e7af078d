import type { Video } from '#contract/recordings/recording.ts';
import type { StoredVideo } from '#server/platform/db/index.ts';
import { callerSession } from '#server/platform/http/index.ts';
import type { ServerSecret } from '#server/platform/secret/index.ts';

export const videoKinds = ['playable', 'poster', 'original', 'captions'] as const;
/** File of a recording to which an address leads. */
export type VideoKind = (typeof videoKinds)[number];

const purpose = 'video-link';
const stepMs = 3_600_000;
/** Lifetime of an address: long enough to watch a whole recording; the address stays the same for an hour. */
const goodForMs = 12 * stepMs;

export interface VideoLinks {
  /**
   * Returns the description of a recording in replies: `url` and `poster_url` once those files exist, `original_url`
   * always, captions if a version of its transcript is given. Addresses of a part contain its id.
   */
  describe(
    protocolId: string,
    video: StoredVideo,
    more?: { transcriptVersion?: number | undefined; isPart?: boolean },
  ): Video;
  /**
   * Returns whether the signature of an address is valid for this recording and not expired, and the session still lives
   * for which it was made.
   */
  verify(asked: {
    protocolId: string;
    uploadId: string;
    kind: VideoKind;
    expires: string;
    session?: string | undefined;
    signature: string;
  }): Promise<boolean>;
}

/**
 * Creates signed addresses of recordings, since `<video src>` sends no token. A new recording invalidates the addresses
 * of the previous one.
 */
export function createVideoLinks(
  secret: ServerSecret,
  clock: () => Date,
  isSessionAlive: (sessionId: string) => Promise<boolean>,
): VideoLinks {
  const textOf = (...parts: (string | number)[]) => JSON.stringify(parts.map(String));

  function address(protocolId: string, uploadId: string, kind: VideoKind, isPart: boolean): string {
    // Rounded, so that reading the protocol again does not restart the player.
    const expires = Math.floor(clock().getTime() / stepMs) * stepMs + goodForMs;
    const session = callerSession();
    const whose = session === undefined ? [] : [session];
    const signature = secret.sign(purpose, textOf(protocolId, uploadId, kind, expires, ...whose)).toString('base64url');
    const part: Record<string, string> = isPart ? { recording_id: uploadId } : {};
    const query = new URLSearchParams({
      kind,
      ...part,
      expires: String(expires),
      ...(session && { session }),
      signature,
    });
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
          // The version makes the browser load the captions again after a correction.
          captions_url: `${addressOf('captions')}&version=${transcriptVersion}`,
        }),
        original_url: addressOf('original'),
      };
    },
    async verify({ protocolId, uploadId, kind, expires, session, signature }) {
      const text = textOf(protocolId, uploadId, kind, expires, ...(session ? [session] : []));
      const genuine = secret.isSigned(purpose, text, Buffer.from(signature, 'base64url'));
      if (!genuine || Number(expires) <= clock().getTime()) return false;
      return !session || isSessionAlive(session);
    },
  };
}
