import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { Role } from '#contract/roles.ts';
import { type AppOptions, buildApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config/read-config.ts';
import { hashPassword } from '#server/modules/identity/auth/password.ts';
import type { PushNetwork } from '#server/modules/notices/index.ts';
import type { Db } from '#server/platform/db/database.ts';
import { users } from '#server/schema/people.ts';
import { openServices, type Services } from '#server/services.ts';
import { type DatabaseKind, openTestDatabase } from './test-database.ts';

export type TestUser = { id: string; email: string; role: Role; token: string };

export type TestAppOptions = AppOptions & {
  /** Overrides of the environment's defaults. */
  config?: Partial<Config>;
  /** Replacements of services, such as `clock`. */
  services?: Partial<Services>;
  /** Replaces the push services of the internet. */
  pushNetwork?: PushNetwork;
  /** Creates the `watch` option from the services. */
  watchWith?: (services: Services) => AppOptions['watch'];
};

/** The password of every test user. */
export const testPassword = 'пароль-тест';
let passwordHash: Promise<string> | undefined;

/**
 * The whole app on its own database and data folder, called without a network; replies are checked against the
 * contract.
 */
export class TestApp {
  readonly app: FastifyInstance;
  readonly services: Services;
  /** Errors outside of requests. */
  readonly errors: unknown[];
  /** Output for the operator of the server: written mails, with their links. */
  readonly said: string[];

  private constructor(app: FastifyInstance, services: Services, errors: unknown[], said: string[]) {
    this.app = app;
    this.services = services;
    this.errors = errors;
    this.said = said;
  }

  static async start(kind: DatabaseKind, options: TestAppOptions = {}): Promise<TestApp> {
    const database = await openTestDatabase(kind);
    const dataDir = await mkdtemp(join(tmpdir(), 'protokol-api-'));
    const config = { ...readConfig({ DATA_DIR: dataDir }), demo: false, ...options.config };
    const clock = options.services?.clock ?? (() => new Date());
    const errors: unknown[] = [];
    const said: string[] = [];
    const opened = await openServices(config, database, {
      clock,
      onError: (error) => errors.push(error),
      say: (line) => said.push(line),
      pushNetwork: options.pushNetwork,
    });
    const services = { ...opened, ...options.services };
    const watch = options.watchWith?.(services);
    const app = await buildApp(services, { checkReplies: true, logger: false, ...(watch && { watch }), ...options });
    await app.ready();
    return new TestApp(app, services, errors, said);
  }

  get db(): Db {
    return this.services.database.db;
  }

  /** Adds a new person, and signs them in. */
  async addUser(role: Role = 'secretary', more: Partial<typeof users.$inferInsert> = {}): Promise<TestUser> {
    passwordHash ??= hashPassword(testPassword);
    const id = uuidv7();
    const email = `${role}-${id}@example.ru`;
    const values = { id, email, role, name: 'Петрова Анна Сергеевна', passwordHash: await passwordHash, ...more };
    await this.db.insert(users).values(values);
    const { token } = await this.services.auth.signIn(id, 'test');
    return { id, email: values.email, role, token };
  }

  /** Makes one call as this person: `call(anna, 'POST', '/protocols', { title: '…' })`. */
  call(
    user: { token: string } | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const request: InjectOptions = {
      method,
      url: `/api${path}`,
      headers: { ...(user && { authorization: `Bearer ${user.token}` }), ...headers },
    };
    if (body !== undefined) {
      request.payload = JSON.stringify(body);
      request.headers = { 'content-type': 'application/json', ...request.headers };
    }
    return this.app.inject(request);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.services.database.close();
    await rm(this.services.config.dataDir, { recursive: true, force: true });
  }
}

/** Starts the app for a test file; close it at the end. */
export function startTestApp(kind: DatabaseKind, options?: TestAppOptions): Promise<TestApp> {
  return TestApp.start(kind, options);
}
