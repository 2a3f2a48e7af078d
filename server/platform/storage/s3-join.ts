import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { maxParts, sendStream, type Target } from './s3-send.ts';
import type { StoredFile } from './storage.ts';

/** Minimum bytes of every part but the last. */
const minCopiedBytes = 5 * 1024 * 1024;
const copiesAtOnce = 4;
/** Clients whose storage has refused to copy parts. */
const copyless = new WeakSet<S3Client>();

type Place = {
  client: S3Client;
  bucket: string;
  keyOf: (key: string) => string;
  read: (key: string) => Promise<Readable>;
  /** Bytes of the target, where it is whole. */
  size: () => Promise<number | undefined>;
};

/**
 * Joins objects. If the answer to the completion is lost, its repetition fails with `NoSuchUpload` although it is done.
 */
export async function joinObjects(
  place: Place,
  parts: readonly StoredFile[],
  target: Target,
  signal: AbortSignal,
): Promise<void> {
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  await send(place, parts, bytes, target, signal).catch(async (error: unknown) => {
    if (nameOf(error) !== 'NoSuchUpload' || (await place.size()) !== bytes) throw error;
  });
}

/**
 * The storage copies them itself where it can and they are large enough for parts; else they pass
 * through this server, one after the other.
 */
async function send(
  place: Place,
  parts: readonly StoredFile[],
  bytes: number,
  target: Target,
  signal: AbortSignal,
): Promise<void> {
  const isCopied =
    !copyless.has(place.client) &&
    parts.length <= maxParts &&
    parts.slice(0, -1).every(({ bytes }) => bytes >= minCopiedBytes);
  if (isCopied) {
    const done = await copy(place, parts, target, signal).then(
      () => true,
      (error: unknown) => {
        if (!isRefused(error)) throw asMissing(error);
        copyless.add(place.client);
        return false;
      },
    );
    if (done) return;
  }
  await sendStream(place.client, target, Readable.from(contents(place, parts)), bytes, signal);
}

/** Discards incomplete multipart uploads of our objects that began before this moment: their senders are gone. */
export async function removeUnfinished(
  { client, bucket: Bucket }: Pick<Place, 'client' | 'bucket'>,
  Prefix: string,
  before: Date,
  isOurs: (fullKey: string) => boolean,
): Promise<void> {
  let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (let isMore = true; isMore; ) {
    const asked = new ListMultipartUploadsCommand({ Bucket, Prefix, ...markers });
    const page = await client.send(asked).catch((error: unknown) => {
      if (!isUnknownCall(error)) throw error;
    });
    // A storage that does not list them removes them by itself, or by a rule of its own.
    if (!page) return;
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Key || !isOurs(Key) || !Initiated || Initiated >= before) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch((error: unknown) => {
        // Another server, which looks for them too, was first.
        if (nameOf(error) !== 'NoSuchUpload') throw error;
      });
    }
    markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    isMore = page.IsTruncated === true && page.NextKeyMarker !== undefined;
  }
}

async function copy(place: Place, parts: readonly StoredFile[], target: Target, signal: AbortSignal): Promise<void> {
  const { client, bucket, keyOf } = place;
  const sourceOf = ({ key }: StoredFile) => `${bucket}/${keyOf(key).split('/').map(encodeURIComponent).join('/')}`;
  const [first] = parts;
  if (first && parts.length === 1) {
    await client.send(new CopyObjectCommand({ ...target, CopySource: sourceOf(first) }), { abortSignal: signal });
    return;
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  const whole = { Bucket: target.Bucket, Key: target.Key, UploadId };
  try {
    const copied: CompletedPart[] = [];
    const left = [...parts.entries()];
    const copyNext = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        signal.throwIfAborted();
        const [index, part] = next;
        const asked = new UploadPartCopyCommand({ ...whole, PartNumber: index + 1, CopySource: sourceOf(part) });
        const { CopyPartResult } = await client.send(asked, { abortSignal: signal });
        copied[index] = { PartNumber: index + 1, ETag: CopyPartResult?.ETag };
      }
    };
    await Promise.all(Array.from({ length: copiesAtOnce }, copyNext));
    await client.send(new CompleteMultipartUploadCommand({ ...whole, MultipartUpload: { Parts: copied } }));
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(whole)).catch(() => undefined);
    throw error;
  }
}

async function* contents({ read }: Place, parts: readonly StoredFile[]): AsyncGenerator<Buffer> {
  for (const { key } of parts) yield* await read(key);
}

function nameOf(error: unknown): string | undefined {
  return (error as { name?: string } | null)?.name;
}

/**
 * Not every S3-compatible storage copies parts, and those that do not report it in many ways: as denied by a policy, or
 * as too small a part. A missing object, a timeout and a rate limit are no such refusals.
 */
function isRefused(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  return isUnknownCall(error) || (status >= 400 && status < 500 && ![404, 408, 429].includes(status));
}

/** Not every storage that speaks S3 knows all of its calls. */
function isUnknownCall(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NotImplemented' || $metadata?.httpStatusCode === 501 || $metadata?.httpStatusCode === 405;
}

function asMissing(error: unknown): unknown {
  return nameOf(error) === 'NoSuchKey'
    ? Object.assign(new Error('No such file', { cause: error }), { code: 'ENOENT' })
    : error;
}
