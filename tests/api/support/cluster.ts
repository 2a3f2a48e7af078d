import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { type AppOptions, buildApp } from '#server/app.ts';
import { readConfig } from '#server/config/read-config.ts';
import type { Database, Db } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { users } from '#server/schema/people.ts';
import { openServices, type Services } from '#server/services.ts';
import { startObjectStorage } from './object-storage.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './test-database.ts';
import type { Server } from './upload.ts';

type Pace = NonNullable<AppOptions['uploadPace']>;
type Call = 'adopt' | 'list' | 'join' | 'read' | 'size';

/** Short times, so that tests need not wait long. */
const quick: Pace = { leaseMs: 2_000, beatMs: 50, retryMs: 50 };

/** One of several servers, in this process: with its own data folder, connections and access to the storage. */
export class ClusterNode {
  readonly dataDir: string;
  readonly services: Services;
  readonly app: FastifyInstance;
  readonly url: string;
  readonly #gates: Gates;
  #isOpen = true;

  private constructor(dataDir: string, services: Services, app: FastifyInstance, url: string, gates: Gates) {
    this.dataDir = dataDir;
    this.services = services;
    this.app = app;
    this.url = url;
    this.#gates = gates;
  }

  static async start(dataDir: string, env: Record<string, string>, pace: Pace, database: Database) {
    await mkdir(dataDir, { recursive: true });
    const onError = () => undefined;
    const opened = await openServices({ ...readConfig({ ...env, DATA_DIR: dataDir }), demo: false }, database, {
      clock: () => new Date(),
      onError,
    });
    const gates = new Gates();
    const services = { ...opened, storage: gates.around(opened.storage) };
    const app = await buildApp(services, { checkReplies: true, logger: false, uploadPace: { ...quick, ...pace } });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    return new ClusterNode(dataDir, services, app, url, gates);
  }

  /** Stops the next such call to the storage. `reached` resolves when it comes; it goes on after `goOn`. */
  hold(call: Call) {
    return this.#gates.hold(call);
  }

  /** The server is lost with its disk: it answers, reads and writes nothing more. */
  async vanish(): Promise<void> {
    this.#gates.shut();
    this.app.server.closeAllConnections();
    await new Promise((resolve) => this.app.server.close(resolve));
    await Promise.all([this.services.jobs.stop(), this.services.database.close()]);
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#gates.fail();
    await this.app.close().catch(() => undefined);
    await this.services.database.close().catch(() => undefined);
  }
}

/** Several servers on one PostgreSQL and one object storage. */
export class Cluster {
  readonly objects: Awaited<ReturnType<typeof startObjectStorage>>;
  readonly nodes: ClusterNode[] = [];
  readonly #folder: string;
  readonly #databaseUrl: string;

  private constructor(objects: Cluster['objects'], folder: string, databaseUrl: string) {
    this.objects = objects;
    this.#folder = folder;
    this.#databaseUrl = databaseUrl;
  }

  static async start(count: number): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'protokol-cluster-'));
    const cluster = new Cluster(await startObjectStorage(), folder, await createPostgresDatabase());
    for (let started = 0; started < count; started += 1) await cluster.add();
    return cluster;
  }

  /** The data folder of the server that is added next. */
  get nextFolder(): string {
    return join(this.#folder, `node-${this.nodes.length}`);
  }

  async add(pace: Pace = {}): Promise<ClusterNode> {
    const env = { DATABASE_URL: this.#databaseUrl, STORAGE_URL: this.objects.url, NODE_ENV: 'test' };
    const database = await openDatabase({ url: this.#databaseUrl, folder: '' });
    const node = await ClusterNode.start(this.nextFolder, env, pace, database);
    this.nodes.push(node);
    return node;
  }

  /** The first one, which stays. */
  get #first(): ClusterNode {
    const [node] = this.nodes;
    if (!node) throw new Error('There is no server');
    return node;
  }

  get db(): Db {
    return this.#first.services.database.db;
  }

  /** Adds a secretary who is known to all servers. */
  async addSecretary(): Promise<{ id: string; at: (node: ClusterNode) => Server }> {
    const id = uuidv7();
    await this.db
      .insert(users)
      .values({ id, email: `${id}@example.ru`, role: 'secretary', name: 'Анна', passwordHash: '' });
    const { token } = await this.#first.services.auth.signIn(id, 'test');
    return { id, at: ({ url }) => ({ url, token }) };
  }

  async close(): Promise<void> {
    for (const node of this.nodes) await node.close();
    await Promise.all([this.objects.close(), dropPostgresDatabase(this.#databaseUrl)]);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Gates between a server and its storage. */
class Gates {
  readonly #held = new Map<string, { reached: () => void; goOn: Promise<void> }>();
  readonly #end = Promise.withResolvers<never>();
  #isShut = false;

  constructor() {
    this.#end.promise.catch(() => undefined);
  }

  hold(call: Call) {
    const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    this.#held.set(call, { reached: reached.resolve, goOn: goOn.promise });
    return { reached: reached.promise, goOn: () => goOn.resolve() };
  }

  shut(): void {
    this.#isShut = true;
  }

  /** Ends every waiting call with an error. */
  fail(): void {
    this.#end.reject(new Error('This server is gone'));
  }

  around(storage: Storage): Storage {
    const { shared } = storage;
    if (!shared) throw new Error('The servers have no common storage');
    return {
      ...storage,
      adopt: (...args) => this.#through('adopt', () => storage.adopt(...args)),
      read: (...args) => this.#through('read', () => storage.read(...args)),
      size: (...args) => this.#through('size', () => storage.size(...args)),
      remove: (...args) => this.#through('remove', () => storage.remove(...args)),
      removeAll: (...args) => this.#through('removeAll', () => storage.removeAll(...args)),
      list: (...args) => this.#list(storage, ...args),
      shared: {
        join: (...args) => this.#through('join', () => shared.join(...args)),
        removeUnfinished: (...args) => shared.removeUnfinished(...args),
      },
    };
  }

  async *#list(storage: Storage, ...[prefix, flow]: Parameters<Storage['list']>) {
    // The sweep lists all uploads, verification one of them.
    if (prefix?.includes('/')) await this.#pass('list');
    yield* storage.list(prefix, flow);
  }

  async #pass(call: string): Promise<void> {
    const held = this.#held.get(call);
    this.#held.delete(call);
    held?.reached();
    await Promise.race([held?.goOn, this.#end.promise]);
    if (this.#isShut) await this.#end.promise;
  }

  async #through<T>(call: string, work: () => Promise<T>): Promise<T> {
    await this.#pass(call);
    const result = await work();
    return this.#isShut ? this.#end.promise : result;
  }
}
