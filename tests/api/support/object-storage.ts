import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** Decides the fault of a call such as `GET object`. */
type Mishap = (what: { call: string; key: string }) => number | 'unanswered' | { bytes: number } | undefined;

const errorNames: Record<number, string> = {
  400: 'InvalidRequest',
  403: 'AccessDenied',
  404: 'NoSuchUpload',
  500: 'InternalError',
  501: 'NotImplemented',
};

type UnfinishedObject = { key: string; begun: Date; parts: Map<number, Buffer> };

/**
 * The part of S3's protocol that a storage of files needs, in memory: objects, copies, ranges, listings, multipart
 * uploads.
 */
export async function startObjectStorage() {
  const objects = new Map<string, Buffer>();
  const written = new Map<string, Date>();
  const unfinished = new Map<string, UnfinishedObject>();
  const calls: string[] = [];
  let canCopy = true;
  let mishap: Mishap | undefined;
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
    calls.push(`${method} ${uploadId ? 'part' : 'object'}${request.headers['x-amz-copy-source'] ? ' copy' : ''}`);
    const isNamed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/');
    if (!isNamed && !isSigned(url, request)) return void say(403);
    const body = await read(request);
    if (!/^\/bucket(\/|$)/.test(key)) return void say(404, '<Error><Code>NoSuchBucket</Code></Error>');
    const said = mishap?.({ call: calls.at(-1) ?? '', key });
    if (typeof said === 'number') return void say(said, `<Error><Code>${errorNames[said]}</Code></Error>`);
    const copied = request.headers['x-amz-copy-source'];
    const source = copied === undefined ? undefined : objects.get(`/${decodeURIComponent(String(copied))}`);
    if (copied !== undefined && !canCopy) return void say(501, '<Error><Code>NotImplemented</Code></Error>');
    if (copied !== undefined && !source) return void say(404, '<Error><Code>NoSuchKey</Code></Error>');
    if (method === 'POST' && url.searchParams.has('uploads')) {
      const id = `upload-${calls.length}`;
      unfinished.set(id, { key, begun: new Date(), parts: new Map() });
      return void say(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (method === 'PUT' && uploadId) {
      unfinished.get(uploadId)?.parts.set(Number(url.searchParams.get('partNumber')), source ?? body);
      const tag = etag(source ?? body);
      if (source) return void say(200, `<CopyPartResult><ETag>${tag}</ETag></CopyPartResult>`);
      return void say(200, '', { etag: tag });
    }
    if (method === 'POST' && uploadId) {
      if (!unfinished.has(uploadId)) return void say(404, '<Error><Code>NoSuchUpload</Code></Error>');
      const ordered = [...(unfinished.get(uploadId)?.parts ?? [])].sort(([a], [b]) => a - b);
      objects.set(key, Buffer.concat(ordered.map(([, part]) => part)));
      unfinished.delete(uploadId);
      if (said === 'unanswered') return void request.socket.resetAndDestroy();
      return void say(200, '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>');
    }
    if (method === 'DELETE' && uploadId) {
      unfinished.delete(uploadId);
      return void say(204);
    }
    if (method === 'GET' && url.searchParams.has('uploads')) {
      const prefix = `${key.replace(/\/$/, '')}/${url.searchParams.get('prefix')}`;
      const rows = [...unfinished]
        .filter(([, each]) => each.key.startsWith(prefix))
        .map(
          ([id, each]) =>
            `<Upload><Key>${each.key.slice(key.replace(/\/$/, '').length + 1)}</Key><UploadId>${id}</UploadId><Initiated>${each.begun.toISOString()}</Initiated></Upload>`,
        );
      return void say(200, `<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`);
    }
    if (method === 'PUT') {
      objects.set(key, source ?? body);
      if (source) return void say(200, `<CopyObjectResult><ETag>${etag(source)}</ETag></CopyObjectResult>`);
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
        .map((name) => {
          const changed = (written.get(bucket + name) ?? new Date()).toISOString();
          const size = objects.get(bucket + name)?.length;
          return `<Contents><Key>${name}</Key><Size>${size}</Size><LastModified>${changed}</LastModified></Contents>`;
        })
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
    const [, from, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const to = end || object.length - 1;
    const asked = [
      ['content-type', url.searchParams.get('response-content-type')],
      ['content-disposition', url.searchParams.get('response-content-disposition')],
    ].filter((each): each is [string, string] => each[1] !== null);
    const shown = { etag: etag(object), 'accept-ranges': 'bytes', ...Object.fromEntries(asked) };
    if (typeof said === 'object') {
      const rest = object.subarray(Number(from ?? 0));
      response.writeHead(from === undefined ? 200 : 206, { 'content-length': rest.length });
      return void response.write(rest.subarray(0, said.bytes), () => request.socket.destroy());
    }
    if (from === undefined) return void say(200, object, shown);
    const part = object.subarray(Number(from), Number(to) + 1);
    say(206, part, { ...shown, 'content-range': `bytes ${from}-${to}/${object.length}` });
  }

  const server = createServer((request, response) => {
    // Read on, so that the end of the connection is seen.
    if (trouble === 'hang') return void request.resume();
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
    /** When an object was written, where that is not the present time. */
    written,
    /** Multipart uploads that are not complete yet. */
    unfinished,
    calls,
    /** From now on it does not support copying. */
    copyNothing(isSo = true) {
      canCopy = !isSo;
    },
    /** Sets the faults of calls: a status, no answer after the work is done, or a read that breaks off. */
    meet(how?: Mishap) {
      mishap = how;
    },
    /** Sets how it fails from now on; undefined: it works again. */
    fail(how?: 'busy' | 'reset' | 'hang') {
      trouble = how;
    },
    /** Number of open connections. */
    connections: () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Whether an address is validly signed for this host and has not expired, by AWS Signature Version 4 in a query. */
function isSigned(url: URL, { method, headers }: IncomingMessage): boolean {
  const query = url.searchParams;
  const [key, ...scope] = (query.get('X-Amz-Credential') ?? '').split('/');
  const at = query.get('X-Amz-Date') ?? '';
  const began = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (key !== 'key' || !(Date.now() < began + Number(query.get('X-Amz-Expires')) * 1_000)) return false;
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const signed = [...query].filter(([name]) => name !== 'X-Amz-Signature').map((pair) => pair.map(encoded).join('='));
  const lines = [method, url.pathname, signed.sort().join('&'), `host:${headers.host}`, '', 'host', 'UNSIGNED-PAYLOAD'];
  const hashed = createHash('sha256').update(lines.join('\n')).digest('hex');
  const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest();
  const signing = scope.reduce<string | Buffer>(hmac, 'AWS4secret');
  const right = hmac(signing, ['AWS4-HMAC-SHA256', at, scope.join('/'), hashed].join('\n')).toString('hex');
  return right === query.get('X-Amz-Signature');
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}

function etag(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}
