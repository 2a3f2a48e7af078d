import { createReadStream, createWriteStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import { checkKey, type Storage } from './storage.ts';

/** Larger files go up in parts: one PUT takes at most 5 GiB, and 10 000 parts of this size are 640 GiB. */
const partBytes = 64 * 1024 * 1024;

/**
 * Files in an object storage that speaks S3. An object appears under its key only when whole.
 * @param url `s3://[key:secret@]bucket[/prefix]?endpoint=…&region=…`; keys else as the AWS tools take them
 */
export function openS3Storage(url: string): Storage {
  const { bucket, prefix, client } = connect(new URL(url));
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
    put: (key, contents, contentType) => disk.put(keyOf(key), contents, { contentType }),
    async adopt(path, key, type) {
      const bytes = (await stat(path).catch(missing))?.size;
      if (bytes === undefined) {
        if ((await size(key)) === undefined)
          throw Object.assign(new Error(`No such file: ${path}`), { code: 'ENOENT' });
        return;
      }
      if (bytes <= partBytes) await disk.copyFromFs(path, keyOf(key), { contentType: type, contentLength: bytes });
      else await sendInParts(client, { Bucket: bucket, Key: keyOf(key), ContentType: type }, path, bytes);
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

function connect(address: URL): { bucket: string; prefix: string; client: S3Client } {
  const endpoint = address.searchParams.get('endpoint') ?? undefined;
  const folder = address.pathname.replace(/^\/|\/$/g, '');
  const client = new S3Client({
    region: address.searchParams.get('region') ?? 'us-east-1',
    // Other makers' storages neither know bucket host names nor today's default checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
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

async function sendInParts(client: S3Client, target: Target, path: string, bytes: number): Promise<void> {
  const { Bucket, Key } = target;
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for (let start = 0; start < bytes; start += partBytes) {
      const PartNumber = Parts.length + 1;
      const end = Math.min(start + partBytes, bytes) - 1;
      const Body = createReadStream(path, { start, end });
      const command = new UploadPartCommand({
        Bucket,
        Key,
        UploadId,
        PartNumber,
        Body,
        ContentLength: end - start + 1,
      });
      Parts.push({ PartNumber, ETag: (await client.send(command)).ETag });
    }
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
    throw error;
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
