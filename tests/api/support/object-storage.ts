import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** As much of S3's protocol as a storage of files needs, over memory: objects, ranges, listings, uploads in parts. */
export async function startObjectStorage() {
  const objects = new Map<string, Buffer>();
  const parts = new Map<string, Map<number, Buffer>>();
  const calls: string[] = [];
  let trouble: 'busy' | 'reset' | 'hang' | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://storage');
    const key = decodeURIComponent(url.pathname);
    const { method } = request;
    const say = (status: number, body: string | Buffer = '', headers: Record<string, string | number> = {}) =>
      response
        .writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers })
        .end(method === 'HEAD' ? '' : body);
    const uploadId = url.searchParams.get('uploadId');
    calls.push(`${method} ${uploadId ? 'part' : 'object'}`);
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/')) return void say(403);
    const body = await read(request);
    if (method === 'POST' && url.searchParams.has('uploads')) {
      parts.set('upload-1', new Map());
      return void say(
        200,
        '<InitiateMultipartUploadResult><UploadId>upload-1</UploadId></InitiateMultipartUploadResult>',
      );
    }
    if (method === 'PUT' && uploadId) {
      parts.get(uploadId)?.set(Number(url.searchParams.get('partNumber')), body);
      return void say(200, '', { etag: etag(body) });
    }
    if (method === 'POST' && uploadId) {
      const ordered = [...(parts.get(uploadId) ?? [])].sort(([a], [b]) => a - b);
      objects.set(key, Buffer.concat(ordered.map(([, part]) => part)));
      return void say(200, '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>');
    }
    if (method === 'PUT') {
      objects.set(key, body);
      return void say(200, '', { etag: etag(body) });
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return void say(204);
    }
    if (method === 'GET' && url.searchParams.has('list-type')) {
      const prefix = `${key.replace(/\/$/, '')}/${url.searchParams.get('prefix')}`;
      const bucket = `${key.replace(/\/$/, '')}/`;
      const found = [...objects.keys()]
        .filter((name) => name.startsWith(prefix))
        .map((name) => name.slice(bucket.length));
      const rows = found
        .map((name) => `<Contents><Key>${name}</Key><Size>${objects.get(bucket + name)?.length}</Size></Contents>`)
        .join('');
      return void say(200, `<ListBucketResult><IsTruncated>false</IsTruncated>${rows}</ListBucketResult>`);
    }
    if (method === 'POST' && url.searchParams.has('delete')) {
      const bucket = `${key.replace(/\/$/, '')}/`;
      for (const [, name] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(bucket + name);
      return void say(200, '<DeleteResult></DeleteResult>');
    }
    const object = objects.get(key);
    if (!object) return void say(404, '<Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined) return void say(200, object, { etag: etag(object) });
    const part = object.subarray(Number(from), Number(to) + 1);
    say(206, part, { etag: etag(object), 'content-range': `bytes ${from}-${to}/${object.length}` });
  }

  const server = createServer((request, response) => {
    if (trouble === 'hang') return;
    if (trouble === 'reset') return void request.socket.resetAndDestroy();
    if (trouble === 'busy') {
      const said = '<Error><Code>SlowDown</Code><Message>busy</Message></Error>';
      return void response.writeHead(503, { 'content-length': said.length }).end(said);
    }
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return {
    url: `s3://key:secret@bucket/folder?endpoint=http://127.0.0.1:${address.port}&region=local`,
    objects,
    calls,
    /** How it fails from now on; nothing: it works again. */
    fail(how?: 'busy' | 'reset' | 'hang') {
      trouble = how;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}

function etag(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}
