import type { Protocol } from '#contract/protocols/protocol.ts';
import { until } from '#tests/support/processes.ts';
import { startTestApp, type TestApp, type TestAppOptions, type TestUser } from './test-app.ts';
import type { DatabaseKind } from './test-database.ts';
import type { Server } from './upload.ts';

/** A test app that listens, with a secretary signed in: uploads are sent over a real connection. */
export class VideoApp {
  readonly app: TestApp;
  readonly user: TestUser;
  readonly server: Server;

  private constructor(app: TestApp, user: TestUser, server: Server) {
    this.app = app;
    this.user = user;
    this.server = server;
  }

  static async start(kind: DatabaseKind, options?: TestAppOptions): Promise<VideoApp> {
    const app = await startTestApp(kind, options);
    const url = await app.app.listen({ host: '127.0.0.1', port: 0 });
    const user = await app.addUser();
    return new VideoApp(app, user, { url, token: user.token });
  }

  get dataDir(): string {
    return this.app.services.config.dataDir;
  }

  async addProtocol(user = this.user): Promise<string> {
    const reply = await this.app.call(user, 'POST', '/protocols', { title: 'Совещание' });
    return reply.json().data.id;
  }

  async protocol(id: string): Promise<Protocol> {
    return (await this.app.call(this.user, 'GET', `/protocols/${id}`)).json().data;
  }

  process(id: string, uploadId?: string) {
    return this.app.call(this.user, 'POST', `/protocols/${id}/process-video`, uploadId ? { upload_id: uploadId } : {});
  }

  /** Resolves with the protocol once it is in one of these stages. */
  reach(id: string, ...stages: string[]): Promise<Protocol> {
    return this.reachWithin(undefined, id, ...stages);
  }

  /** Does the same with another timeout, in milliseconds: for a long recording. */
  reachWithin(patience: number | undefined, id: string, ...stages: string[]): Promise<Protocol> {
    return until(
      async () => {
        const protocol = await this.protocol(id);
        return stages.includes(protocol.stage) ? protocol : undefined;
      },
      `stage ${stages}`,
      patience,
    );
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
