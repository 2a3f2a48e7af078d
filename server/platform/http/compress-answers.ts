import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Bytes. Smaller answers fit into one packet anyway. */
const minBytes = 1024;
/** Takes half a millisecond for a page of protocols; the highest level would take twenty. */
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/**
 * Compresses the JSON that signed-in people read; a transcript shrinks to a tenth. Only answers to a bearer token,
 * which no other site can make a browser send, and none that contains a session token: the length of a compressed
 * answer would reveal its content to anyone who can trigger it (BREACH). Captions are compressed too: they come by a signed
 * address, which no other site knows. Streams and files are left alone.
 */
export function registerCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || reply.hasHeader('set-cookie')) return payload;
    const type = String(reply.getHeader('content-type'));
    const isSafe = /^text\/vtt/.test(type) || (request.user && /^application\/json/.test(type));
    if (!isSafe) return payload;
    void reply.header('vary', 'accept-encoding');
    const bytes = Buffer.from(payload);
    return bytes.length < minBytes ? payload : compress(bytes, request, reply);
  });
}

async function compress(bytes: Buffer, request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (takes('br', accepted)) {
    void reply.header('content-encoding', 'br');
    return promisify(brotliCompress)(bytes, { params: brotliParams });
  }
  if (takes('gzip', accepted)) {
    void reply.header('content-encoding', 'gzip');
    return promisify(gzip)(bytes);
  }
  return bytes;
}

/** Whether an `Accept-Encoding` names this one, with a weight above 0. */
function takes(encoding: string, accepted: string): boolean {
  return accepted.split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
