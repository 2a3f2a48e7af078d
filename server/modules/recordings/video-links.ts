import type { Video } from '#contract/recordings/recording.ts';
import type { StoredVideo } from '#server/platform/db/index.ts';
import { callerSession } from '#server/platform/http/index.ts';
import { createLinkSignature, type LinkSignatureDeps, type SignedQuery } from '#server/platform/storage/index.ts';

export const videoKinds = ['playable', 'poster', 'original', 'captions'] as const;
/** File of a recording to which an address leads. */
export type VideoKind = (typeof videoKinds)[number];

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
  verify(asked: { protocolId: string; uploadId: string; kind: VideoKind }, query: SignedQuery): Promise<boolean>;
}

/**
 * Creates signed addresses of recordings, since `<video src>` sends no token. A new recording invalidates the addresses
 * of the previous one.
 */
export function createVideoLinks(deps: LinkSignatureDeps): VideoLinks {
  const { sign, verify } = createLinkSignature('video-link', deps);

  function address(protocolId: string, uploadId: string, kind: VideoKind, isPart: boolean): string {
    const part: Record<string, string> = isPart ? { recording_id: uploadId } : {};
    const query = new URLSearchParams({ kind, ...part, ...sign([protocolId, uploadId, kind], callerSession()) });
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
    verify: ({ protocolId, uploadId, kind }, query) => verify([protocolId, uploadId, kind], query),
  };
}
