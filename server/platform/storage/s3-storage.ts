import { createWriteStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import { withSpace } from '#server/platform/files/index.ts';
import { goodForMs } from './link-signature.ts';
import { joinObjects, removeUnfinished } from './s3-join.ts';
import { sendFile } from './s3-send.ts';
import { type ByteRange, checkKey, type Flow, type Storage } from './storage.ts';

const usualIdleMs = 30_000;

export type S3Options = {
  /** Timeout until an answer begins, in milliseconds. */
  answerMs: number;
  /** After this silence a transfer is given up. */
  idleMs?: number;
  /** Where browsers reach the storage; undefined: they do not. */
  publicUrl?: string | undefined;
};

/**
 * Files in an object storage that speaks S3. An object appears under its key only when whole.
 * @param url `s3://[key:secret@]bucket[/prefix]?endpoint=…&region=…`; keys else as the AWS tools take them
 */
export function openS3Storage(url: string, { answerMs, idleMs = usualIdleMs, publicUrl }: S3Options): Storage {
  const patience = Math.max(idleMs, answerMs);
  const { bucket, prefix, client, reader, browsers } = connect(new URL(url), { answerMs, patience, publicUrl });
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }));
  const keyOf = (key: string) => prefix + checkKey(key);

  async function size(key: string, flow?: Flow): Promise<number | undefined> {
    const asked = new HeadObjectCommand({ Bucket: bucket, Key: keyOf(key) });
    const found = await client
      .send(asked, endedBy(flow))
      .catch((error: { $metadata?: { httpStatusCode?: number } }) => {
        if (error.$metadata?.httpStatusCode !== 404) throw error;
      });
    return found?.ContentLength;
  }

  async function read(key: string, range?: ByteRange, flow?: Flow): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    try {
      const asked = new GetObjectCommand({ Bucket: bucket, Key: keyOf(key), Range });
      const { Body } = await reader.send(asked, endedBy(flow));
      if (Body instanceof Readable) return endWhenSilent(Body, patience);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'NoSuchKey') throw error;
    }
    throw Object.assign(new Error(`No such file: ${key}`), { code: 'ENOENT' });
  }

  return {
    size,
    read,
    async *list(folder, flow) {
      const Prefix = folder === undefined ? prefix : `${keyOf(folder)}/`;
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix }, endedBy(flow))) {
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          if (Key !== undefined && Size !== undefined)
            yield { key: Key.slice(prefix.length), bytes: Size, changedAt: LastModified };
      }
    },
    async put(key, contents, ContentType, flow) {
      const target = { Bucket: bucket, Key: keyOf(key), ContentType };
      await client.send(new PutObjectCommand({ ...target, Body: contents }), endedBy(flow));
    },
    async adopt(path, key, type, flow) {
      const bytes = (await stat(path).catch(ifMissing))?.size;
      if (bytes === undefined) {
        if ((await size(key, flow)) === undefined)
          throw Object.assign(new Error(`No such file: ${path}`), { code: 'ENOENT' });
        return;
      }
      await sendFile(client, { Bucket: bucket, Key: keyOf(key), ContentType: type }, path, bytes, flow);
      await unlink(path);
    },
    async remove(key, flow) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(key) }), endedBy(flow));
    },
    removeAll: (folder) => disk.deleteAll(`${keyOf(folder)}/`),
    async withLocalFile(key, workDir, use) {
      const path = join(workDir, 'original');
      const bytes = (await size(key)) ?? 0;
      await withSpace(workDir, bytes, async (wrote) => {
        const counted = async function* (body: AsyncIterable<Buffer>) {
          for await (const piece of body) {
            yield piece;
            wrote(piece.length);
          }
        };
        await pipeline(await read(key), counted, createWriteStream(path));
      });
      try {
        return await use(path);
      } finally {
        await unlink(path);
      }
    },
    ...(browsers && {
      addressOf: (key, { type, disposition }) => {
        const shown = { ResponseContentType: type, ResponseContentDisposition: disposition };
        const command = new GetObjectCommand({ Bucket: bucket, Key: keyOf(key), ...shown });
        return getSignedUrl(browsers, command, { expiresIn: goodForMs / 1_000 });
      },
    }),
    shared: {
      join: (parts, key, signal) => {
        const place = { client, bucket, keyOf, read, size: () => size(key) };
        return joinObjects(place, parts, { Bucket: bucket, Key: keyOf(key) }, signal);
      },
      removeUnfinished: (folder, before, isOurs) => {
        const isOursThere = (full: string) => isOurs(full.slice(prefix.length));
        const Prefix = folder === undefined ? prefix : `${keyOf(folder)}/`;
        return removeUnfinished({ client, bucket }, Prefix, before, isOursThere);
      },
    },
  };
}

/** Options of a call that a signal ends. */
function endedBy(flow: Flow | undefined) {
  return { ...(flow?.signal && { abortSignal: flow.signal }) };
}

/** Ends a read when the storage sends nothing more; while received bytes are unread, the pause is the reader's. */
function endWhenSilent(body: Readable & { socket?: Socket }, patience: number): Readable {
  const { socket } = body;
  if (!socket) return body;
  let before = -1;
  const timer = setInterval(() => {
    if (socket.bytesRead === before && body.readableLength === 0)
      body.destroy(Object.assign(new Error('The storage sends nothing more'), { name: 'TimeoutError' }));
    before = socket.bytesRead;
  }, patience);
  timer.unref();
  return body.once('close', () => clearInterval(timer));
}

function silence(): void {}

type Connected = {
  bucket: string;
  prefix: string;
  client: S3Client;
  /** For reading contents: their connections are also idle while the reader pauses. */
  reader: S3Client;
  /** For addresses that browsers are sent to. */
  browsers: S3Client | undefined;
};

type Patience = { answerMs: number; patience: number; publicUrl: string | undefined };

/** Maximum number of contents that are read at a time; the SDK's own limit of fifty would be that of open players. */
const maxReaders = 2_000;

function connect(address: URL, { answerMs, patience, publicUrl }: Patience): Connected {
  const endpoint = address.searchParams.get('endpoint') ?? undefined;
  const folder = address.pathname.replace(/^\/|\/$/g, '');
  const settings: S3ClientConfig = {
    region: address.searchParams.get('region') ?? 'us-east-1',
    // Storages of other makers often support neither host names of buckets nor the SDK's default checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: 2,
    // The SDK would warn of each stream, because it cannot send one again by itself.
    logger: { trace: silence, debug: silence, info: silence, warn: silence, error: silence },
    // With «Expect: 100-continue», a storage that does not know it would delay every chunk.
    expectContinueHeader: false,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(address.username && {
      credentials: {
        accessKeyId: decodeURIComponent(address.username),
        secretAccessKey: decodeURIComponent(address.password),
      },
    }),
  };
  // The timeout counts idle time only: a large part may take long.
  const client = new S3Client({
    ...settings,
    requestHandler: { connectionTimeout: answerMs, socketTimeout: patience },
  });
  // The timeout applies until the answer begins. A recording that is played holds a connection as long as it is open.
  const agent = { maxSockets: maxReaders };
  const agents = { httpAgent: agent, httpsAgent: agent };
  const reader = new S3Client({
    ...settings,
    requestHandler: { ...agents, connectionTimeout: answerMs, requestTimeout: patience, throwOnRequestTimeout: true },
  });
  const browsers =
    publicUrl === undefined ? undefined : new S3Client({ ...settings, endpoint: publicUrl, forcePathStyle: true });
  return { bucket: address.hostname, prefix: folder && `${folder}/`, client, reader, browsers };
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
