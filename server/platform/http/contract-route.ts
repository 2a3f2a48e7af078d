import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Access, Call } from '#contract/call.ts';
import { pageMeta } from '#contract/envelope.ts';
import type { Database, Db } from '#server/platform/db/index.ts';
import { type Answer, answerOnce, type RepeatableWrite } from '#server/platform/idempotency/index.ts';
import { Problem } from '#server/platform/problem/index.ts';
import { runForCaller } from './caller.ts';
import { readFormBody, type UploadedFile } from './form-body.ts';
import { describeRoute } from './openapi.ts';
import type { RequestUser } from './request-user.ts';

type Output<S> = S extends z.core.$ZodType ? z.output<S> : undefined;
type PageMeta = z.output<typeof pageMeta>;

/** The input of a handler, all of it checked against the contract. */
export type CallInput<C extends Call> = {
  params: Output<C['params']>;
  query: Output<C['query']>;
  /** Undefined for a call whose body comes only as form data: the handler reads it. */
  body: C['form'] extends 'only' ? undefined : Output<C['body']>;
  /** The files that came with form data; each lies at its path until the answer is sent. */
  files: UploadedFile[];
  user: C['access'] extends 'public' ? RequestUser | null : RequestUser;
  /** The transaction of an idempotent call; the database itself otherwise. Use no other one inside a handler. */
  db: Db;
  /** Runs after the commit of `db`: for publishing events. The handler may run again after a deadlock. */
  afterCommit: (run: () => void) => void;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** The input available before the handler runs; `db` is the database, not a transaction. */
type BeforeCall<C extends Call> = Pick<CallInput<C>, 'params' | 'body' | 'files' | 'user' | 'db'>;

/**
 * Runs around the transaction of an idempotent call: does slow work before it, calls `write`, which runs the handler
 * with the prepared value (unless an earlier answer is repeated), and cleans up afterwards.
 */
type Around<C extends Call, P> = (before: BeforeCall<C>, write: Write<P>) => Promise<Answer>;
export type Write<P> = (prepared: P) => Promise<Answer>;

/**
 * Around a call that takes files. `mayBring` throws unless this person may bring some for what `params` name: it is asked
 * before the form is read, so that nobody fills the disk through what is another's.
 */
type Bringing<C extends Call, P> = {
  mayBring: (asked: Pick<CallInput<C>, 'params' | 'user' | 'db'>) => Promise<unknown>;
  around?: Around<C, P>;
};

/** What a handler returns, by the kind of its call's reply. One that sends a file or a stream returns `reply`. */
export type CallResult<C extends Call> = C['reply'] extends { kind: 'item' | 'raw'; of: infer S }
  ? Output<S>
  : C['reply'] extends { kind: 'list'; of: infer S }
    ? Output<S>[]
    : C['reply'] extends { kind: 'page'; of: infer S }
      ? { rows: Output<S>[]; meta: PageMeta }
      : C['reply'] extends { kind: 'none' }
        ? unknown
        : FastifyReply;

export type RouteDeps = {
  database: Database;
  /** Checks every reply against the contract; for tests, since what a handler returns is typed. */
  checkReplies?: boolean;
};

type Handler<C extends Call, P> = (input: CallInput<C> & { prepared: P }) => CallResult<C> | Promise<CallResult<C>>;

/** Registers a call with its handler, and optionally with what runs around the handler's transaction. */
interface RegisterCall {
  <const C extends Call>(call: C, handler: Handler<C, undefined>): void;
  <const C extends Call, P = undefined>(call: C, around: Around<C, P> | Bringing<C, P>, handler: Handler<C, P>): void;
}

/** Registers calls of the contract with their handlers: `const route = routesOf(app, deps); route(calls.me, …)`. */
export function routesOf(app: FastifyInstance, { database, checkReplies = false }: RouteDeps): RegisterCall {
  return function route<C extends Call, P>(
    call: C,
    ...rest: [Handler<C, P>] | [Around<C, P> | Bringing<C, P>, Handler<C, P>]
  ): void {
    const [first, handler] = rest.length === 1 ? [undefined, ...rest] : rest;
    const { around, mayBring }: Partial<Bringing<C, P>> =
      typeof first === 'function' ? { around: first } : { ...first };
    const options = {
      url: `/api${call.path.replace(/\{(\w+)\}/g, ':$1')}`,
      schema: describeRoute(call),
      ...bodyLimitOf(call),
      onRequest: async (request: FastifyRequest) => allow(call.access, request.user),
      preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
        const { params, user } = request;
        if (request.isMultipart()) await mayBring?.({ params, user, db: database.db } as CallInput<C>);
        return readForm(call, request, reply);
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const afterCommits: (() => void)[] = [];
        const input = {
          params: request.params,
          query: request.query,
          body: request.body,
          files: request.uploadedFiles,
          user: request.user,
          db: database.db,
          afterCommit: (effect) => void afterCommits.push(effect),
          request,
          reply,
        } as CallInput<C>;
        const run = (db: Db, prepared: P) => runForCaller(request.user, () => handler({ ...input, db, prepared }));
        if (call.reply.kind === 'file' || call.reply.kind === 'stream') return run(database.db, undefined as P);
        const perform = (prepared: P) => {
          const answer = async (db: Db) => {
            // Nothing was committed by an attempt before this one.
            afterCommits.length = 0;
            const result = await run(db, prepared);
            const payload = await write(call, result, checkReplies);
            return {
              status: payload === '' ? 204 : reply.statusCode,
              payload,
              objectId: objectOf(call, request, result),
            };
          };
          return call.idempotent ? answerOnce(database.db, repeatable(request), answer) : answer(database.db);
        };
        const { status, payload } = around ? await around(input, perform) : await perform(undefined as P);
        for (const effect of afterCommits) effect();
        reply.code(status);
        return payload === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(payload);
      },
    };
    app.route({ method: call.method, ...options });
    if (call.method === 'PUT' && call.form === 'also') {
      app.route({ method: 'POST', ...options, schema: { ...options.schema, hide: true } });
    }
  };
}

/** Maximum size of the body of a call that anybody may make, in bytes: a password, not a protocol. */
const openBodyBytes = 64 * 1024;

function bodyLimitOf({ access, maxBodyBytes }: Call): { bodyLimit?: number } {
  if (access === 'public') return { bodyLimit: openBodyBytes };
  return maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes };
}

/** Form data for a call that takes it; form data of a PUT comes by POST with `_method`, which HTML forms can send. */
async function readForm(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (call.form === 'only') return;
  if (request.isMultipart()) {
    if (call.form !== 'also') throw new Problem('unsupported_media_type', 'Здесь принимается только JSON');
    await readFormBody(request, reply, call);
  }
  const posted = call.method === 'PUT' && request.method === 'POST';
  if (call.form !== 'also' || !isFields(request.body)) return assertMethod(!posted);
  const { _method, ...body } = request.body;
  assertMethod(!posted || String(_method).toUpperCase() === 'PUT');
  request.body = body;
}

function assertMethod(right: boolean): void {
  if (!right) throw new Problem('bad_request', 'Для изменения нужен PUT или поле _method со значением PUT');
}

function isFields(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function allow(access: Access, user: RequestUser | null): void {
  if (access === 'public') return;
  if (!user) throw new Problem('unauthorized', 'Войдите, чтобы продолжить');
  if (access !== 'any' && !access.includes(user.role)) throw new Problem('forbidden', 'Недостаточно прав');
}

/** Number of list rows serialised before the event loop gets a turn. */
const rowsAtOnce = 500;

async function write(call: Call, result: unknown, check: boolean): Promise<string> {
  const { reply } = call;
  if (reply.kind === 'none') return '';
  if (reply.kind === 'raw') return JSON.stringify(check ? checked(call, reply.of, result) : result);
  if (reply.kind === 'page') {
    const { rows, meta } = result as { rows: unknown[]; meta: PageMeta };
    return JSON.stringify({
      data: check && 'of' in reply ? checked(call, z.array(reply.of), rows) : rows,
      meta: check ? z.parse(pageMeta, meta) : meta,
    });
  }
  if (!('of' in reply)) throw new Error(`${call.method} ${call.path} sends its reply itself`);
  const schema = reply.kind === 'list' ? z.array(reply.of) : reply.of;
  const data = check ? checked(call, schema, result) : result;
  return Array.isArray(data) && data.length > rowsAtOnce ? writeLong(data) : JSON.stringify({ data });
}

/** Serialises a list in parts, since one without pages may have thousands of rows. */
async function writeLong(rows: unknown[]): Promise<string> {
  const parts: string[] = [];
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    parts.push(JSON.stringify(rows.slice(first, first + rowsAtOnce)).slice(1, -1));
    await setImmediate();
  }
  return `{"data":[${parts.join(',')}]}`;
}

function checked(call: Call, schema: z.core.$ZodType, value: unknown): unknown {
  const encoded = z.safeEncode(schema, value);
  // The original value, not the encoded one: that is what is sent without the check, too.
  if (encoded.success) return value;
  throw new Error(`${call.method} ${call.path} breaks its contract: ${z.prettifyError(encoded.error)}`);
}

/** Returns the id of what a write is about: what a POST has created, or the first that the address names. */
function objectOf(call: Call, { params }: FastifyRequest, result: unknown): string | undefined {
  const [, first] = /\{(\w+)\}/.exec(call.path) ?? [];
  const named = first === undefined ? undefined : (params as Record<string, unknown>)[first];
  const { id = named } = Object(result) as { id?: unknown };
  const object = call.method === 'POST' ? id : (named ?? id);
  return typeof object === 'string' ? object : undefined;
}

function repeatable(request: FastifyRequest): RepeatableWrite | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !request.user) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Problem('bad_request', 'Заголовок Idempotency-Key неверен');
  }
  const files = request.uploadedFiles.map(({ field, name, sha256 }) => [field, name, sha256]);
  const asked = JSON.stringify([request.method, request.url, request.body ?? null, ...files]);
  return { userId: request.user.id, key, requestHash: createHash('sha256').update(asked).digest('hex') };
}
