import { createReadStream, createWriteStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import { checkKey, type Storage } from './storage.ts';

/** A part is kept in memory until it is stored, so that it can be sent again after a broken connection. */
const leastPartBytes = 16 * 1024 * 1024;
const idleMs = 30_000;
const mostParts = 10_000;

/**
 * Files in an object storage that speaks S3. An object appears under its key only when whole.
 * @param url `s3://[key:secret@]bucket[/prefix]?endpoint=…&region=…`; keys else as the AWS tools take them
 */
export function openS3Storage(url: string, answerMs: number): Storage {
  const { bucket, prefix, client } = connect(new URL(url), answerMs);
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }));
  const keyOf = (key: string) => prefix + checkKey(key);

  async function size(key: string): Promise<number | undefined> {
    const full = keyOf(key);
    return (await disk.exists(full)) ? (await disk.getMetaData(full)).contentLength : undefined;
  }

  async function read(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(key), Range }));
      if (Body instanceof Readable) return Body;
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'NoSuchKey') throw error;
    }
    throw Object.assign(new Error(`No such file: ${key}`), { code: 'ENOENT' });
  }

  return {
    size,
    read,
    async *list(folder) {
      const Prefix = folder === undefined ? prefix : `${keyOf(folder)}/`;
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix })) {
        for (const { Key, Size } of page.Contents ?? [])
          if (Key !== undefined && Size !== undefined) yield { key: Key.slice(prefix.length), bytes: Size };
      }
    },
    put: (key, contents, contentType) => disk.put(keyOf(key), contents, { contentType }),
    async adopt(path, key, type) {
      const bytes = (await stat(path).catch(missing))?.size;
      if (bytes === undefined) {
        if ((await size(key)) === undefined)
          throw Object.assign(new Error(`No such file: ${path}`), { code: 'ENOENT' });
        return;
      }
      const target = { Bucket: bucket, Key: keyOf(key), ContentType: type };
      await sendFile(client, target, path, Math.max(leastPartBytes, Math.ceil(bytes / mostParts)));
      await unlink(path);
    },
    remove: (key) => disk.delete(keyOf(key)),
    removeAll: (folder) => disk.deleteAll(`${keyOf(folder)}/`),
    async withLocalFile(key, workDir, use) {
      const path = join(workDir, 'original');
      await pipeline(await read(key), createWriteStream(path));
      try {
        return await use(path);
      } finally {
        await unlink(path);
      }
    },
  };
}

function connect(address: URL, answerMs: number): { bucket: string; prefix: string; client: S3Client } {
  const endpoint = address.searchParams.get('endpoint') ?? undefined;
  const folder = address.pathname.replace(/^\/|\/$/g, '');
  const client = new S3Client({
    region: address.searchParams.get('region') ?? 'us-east-1',
    // Storages of other makers often support neither host names of buckets nor the SDK's default checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: 2,
    // Of a connection on which nothing moves: a large part may take its time.
    requestHandler: { connectionTimeout: answerMs, socketTimeout: Math.max(idleMs, answerMs) },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(address.username && {
      credentials: {
        accessKeyId: decodeURIComponent(address.username),
        secretAccessKey: decodeURIComponent(address.password),
      },
    }),
  });
  return { bucket: address.hostname, prefix: folder && `${folder}/`, client };
}

type Target = { Bucket: string; Key: string; ContentType: string | undefined };

/** Sends a file, one part after the other where it is larger than one; parts of a sending that fails are discarded. */
async function sendFile(client: S3Client, target: Target, path: string, partSize: number): Promise<void> {
  const Body = createReadStream(path);
  try {
    await new Upload({ client, params: { ...target, Body }, partSize, queueSize: 1 }).done();
  } finally {
    Body.destroy();
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
