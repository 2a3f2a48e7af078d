import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from './support/test-database.ts';
import { Upload } from './support/upload.ts';
import { VideoApp } from './support/video-app.ts';

const chunkSize = 64 * 1024;

describe.each(databaseKinds)('a protocol whose video is being uploaded, on %s', (kind) => {
  let app: VideoApp;
  beforeAll(async () => {
    app = await VideoApp.start(kind);
  });
  afterAll(() => app.close());

  const finish = (id: string) => app.app.call(app.user, 'PUT', `/protocols/${id}`, { stage: 'finish' });

  test('cannot be finished while the upload is incomplete, but can once it is cancelled', async () => {
    const protocolId = await app.addProtocol();
    const upload = new Upload(app.server, protocolId, randomBytes(chunkSize * 2), chunkSize);
    await upload.send(0);
    const refused = await finish(protocolId);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'illegal_stage',
      message: expect.stringContaining('ещё загружается видео'),
    });
    await app.app.call(app.user, 'DELETE', `/protocols/${protocolId}/upload-chunks?upload_id=${upload.id}`);
    expect((await finish(protocolId)).statusCode).toBe(200);
  });

  test('accepts no new video once it is finished', async () => {
    const protocolId = await app.addProtocol();
    await finish(protocolId);
    const upload = new Upload(app.server, protocolId, randomBytes(chunkSize), chunkSize);
    expect(await upload.send(0)).toMatchObject({ status: 409, code: 'illegal_stage' });
  });

  test('takes its secretary’s organization unless another is given', async () => {
    const anna = await app.app.addUser('secretary', { organization: 'ООО «Меридиан»' });
    const create = async (body: object) => (await app.app.call(anna, 'POST', '/protocols', body)).json().data;
    expect(await create({ title: 'Совет' })).toMatchObject({ organization: 'ООО «Меридиан»' });
    expect(await create({ title: 'Совет', organization: 'АО «Полюс»' })).toMatchObject({ organization: 'АО «Полюс»' });
  });
});
